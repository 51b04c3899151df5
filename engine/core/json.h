// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

/// Reads and writes JSON values. Only sources include this header, because it takes long to compile. Files are read
/// through JsonDocument, which reports errors with their position.
namespace limber {

/// Keeps all members of an object in the order of the file, also repeated ones; at() and find() return the first.
/// Fails with bad_input: empty, not JSON (line and column), nested too deeply.
Result<Json> parse_json(std::string_view text, std::string_view where);

/// Indented, with short values on one line. Numbers round-trip bit for bit; non-finite ones become null.
std::string to_text(const Json& json);
/// All of it on one line.
std::string to_line(const Json& json);

/// The first member of that name; null when there is none, or this is not an object.
const Json* find_member(const Json& json, std::string_view name);

/// One value as to_text writes it, for files with too many numbers to build values for.
std::string json_number(double value);
std::string json_text(std::string_view text);

} // namespace limber
