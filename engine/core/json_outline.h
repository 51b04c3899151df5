#pragma once

#include "engine/core/json.h"

namespace limber {

/// Like parse_json, with the root's own members alone: arrays and objects among them are empty, and need no memory.
Result<Json> parse_json_outline(std::string_view text, std::string_view where);

} // namespace limber
