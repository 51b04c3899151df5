// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/stored_state.h"
#include "engine/core/json_document.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Reads and writes the binary parts of a recording: hashes, the starting stored state, the checksum.
namespace limber::app {

/// Rows of eight hashes, sixteen hexadecimal digits each without separators.
Json hash_rows(const std::vector<std::uint64_t>& hashes);
std::vector<std::uint64_t> hashes_in(const JsonNode& rows);
/// One hash; 0 if the node is refused.
std::uint64_t hash_in(const JsonNode& digits);

/// The sizes of a state.
struct StateSizes {
    Index k = 0;              // of Z
    Index rig_rows = 0;       // of P
    Index contact_points = 0; // of the forces at them
    Index targets = 0;        // of the rig, the last rows of P
    std::size_t loads = 0;    // between which the body switches; 0: it does not
};

/// Stacks are lists of numbers, row after row.
Json stored_state_json(const StoredState& stored_state);
/// Refuses stacks of other sizes.
StoredState stored_state_in(const JsonNode& node, const StateSizes& sizes);

/// The object as text with a last member "checksum", the hash of all preceding text.
std::string text_with_checksum(Json object);
/// Refuses a checksum that does not match the text.
void refuse_damaged(const JsonNode& root, std::string_view text);
/// Reads a recording and verifies its format and its checksum. Fails with bad_input: not JSON, another format, damaged.
Result<JsonDocument> recorded_document(const std::filesystem::path& path);
Result<JsonDocument> recorded_document(std::string_view text, std::string_view where);
/// The folder to which paths in a file are relative.
std::filesystem::path folder_of(const std::filesystem::path& file);

} // namespace limber::app
