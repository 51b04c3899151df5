// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// JSON as plain values, so that only one source file depends on the parser. Files are read through JsonDocument, which
/// reports errors with their position.
namespace limber {

struct Json {
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>; // in the order of the file

    // Integers are signed if they fit.
    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> content =
        nullptr;

    Json() = default;
    template <std::same_as<bool> Truth>
    Json(Truth value) : content(value) {}
    Json(int value) : content(std::int64_t{value}) {}
    Json(std::int64_t value) : content(value) {}
    Json(std::uint64_t value) : content(value) {}
    Json(double value) : content(value) {}
    Json(const char* value) : content(std::string(value)) {}
    Json(std::string value) : content(std::move(value)) {}
    Json(Array value) : content(std::move(value)) {}
    Json(Object value) : content(std::move(value)) {}

    const Array* array() const {
        return std::get_if<Array>(&content);
    }
    const Object* object() const {
        return std::get_if<Object>(&content);
    }
    const std::string* string() const {
        return std::get_if<std::string>(&content);
    }
    /// The first member of that name; null when there is none, or this is not an object.
    const Json* member(std::string_view name) const;
};

/// Fails with bad_input: empty, not JSON (line and column), nested too deeply.
Result<Json> parse_json(std::string_view text, std::string_view where);

/// Indented, with short values on one line. Numbers round-trip bit for bit; non-finite ones become null.
std::string to_text(const Json& json);
/// All of it on one line.
std::string to_line(const Json& json);

/// One value as to_text writes it, for files with too many numbers to build values for.
std::string json_number(double value);
std::string json_text(std::string_view text);

} // namespace limber
