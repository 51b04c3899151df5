#pragma once

#include "app/motion/keyframe.h"
#include "engine/core/json_document.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a recording that are bits rather than words: hashes, the keyframe that it starts from, its checksum.
namespace limber::app {

/// Rows of eight hashes, sixteen hexadecimal digits each and nothing between them.
Json hash_rows(const std::vector<std::uint64_t>& hashes);
std::vector<std::uint64_t> hashes_in(const JsonNode& rows);
/// One hash; 0 where the node is refused.
std::uint64_t hash_in(const JsonNode& digits);

/// The rows of what moves.
struct StateSizes {
    Index k = 0;              // of Z
    Index rig_rows = 0;       // of P
    Index contact_points = 0; // of the forces at them
};

/// Stacks are lists of numbers, row after row.
Json keyframe_json(const Keyframe& keyframe);
/// Refuses stacks of other sizes.
Keyframe keyframe_in(const JsonNode& node, const StateSizes& sizes);

/// The object as text, with a last member "checksum": the hash of all that stands before it.
std::string text_with_checksum(Json::Object object);
/// Refuses where there is a checksum that is not that of the text.
void refuse_damaged(const JsonNode& root, std::string_view text);
/// A recording that is what it says it is, and whole. Fails with bad_input: not JSON, of another format, damaged.
Result<JsonDocument> recorded_document(const std::filesystem::path& path);
Result<JsonDocument> recorded_document(std::string_view text, std::string_view where);
/// Where the paths in a file start.
std::filesystem::path folder_of(const std::filesystem::path& file);

} // namespace limber::app
