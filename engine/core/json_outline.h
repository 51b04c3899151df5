// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"

namespace limber {

/// Like parse_json, but only the root's own members: arrays and objects among them are empty and take no memory.
Result<Json> parse_json_outline(std::string_view text, std::string_view where);

} // namespace limber
