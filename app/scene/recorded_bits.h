#pragma once

#include "app/scene/moment.h"
#include "engine/core/json_document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a recording that are bits rather than words: hashes, the moment that it starts from, its checksum.
namespace limber::app {

/// Rows of eight hashes, sixteen hexadecimal digits each and nothing between them.
Json hash_rows(const std::vector<std::uint64_t>& hashes);
std::vector<std::uint64_t> hashes_in(const JsonNode& rows);
/// One hash; 0 where the node is refused.
std::uint64_t hash_in(const JsonNode& digits);

/// Stacks are lists of numbers, row after row.
Json moment_json(const Moment& moment);
/// Refuses stacks that do not fit a model of k coordinates and 4b rows of the rig.
Moment moment_in(const JsonNode& node, Index k, Index rig_rows);

/// The object as text, with a last member "checksum": the hash of all that stands before it.
std::string text_with_checksum(Json::Object object);
/// Refuses where there is a checksum that is not that of the text.
void refuse_damaged(const JsonNode& root, std::string_view text);

} // namespace limber::app
