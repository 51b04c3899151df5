// SPDX-License-Identifier: MIT
#include "engine/core/json.h"
#include "engine/core/json_bytes.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace limber {
namespace {

constexpr std::size_t line_width = 110;

bool holds_only_numbers(const Json& array) {
    return std::none_of(array.begin(), array.end(),
                        [](const Json& value) { return value.is_structured() || value.is_string(); });
}

std::string flat(const Json& json) {
    std::string out;
    switch (json.type()) {
    case Json::value_t::object:
        for (const auto& [name, value] : json.get_ref<const Json::object_t&>()) {
            out += (out.empty() ? "" : ", ") + json_text(name) + ": " + flat(value);
        }
        return "{" + out + "}";
    case Json::value_t::array:
        for (const Json& value : json) {
            out += (out.empty() ? "" : ", ") + flat(value);
        }
        return "[" + out + "]";
    case Json::value_t::string:
        return json_text(json.get_ref<const std::string&>());
    case Json::value_t::number_float:
        return json_number(json.get<double>());
    default:
        return json.dump(); // null, a truth value or an integer
    }
}

void write(const Json& json, std::size_t indent, std::string& out) {
    if (!json.is_structured() || (json.is_array() && holds_only_numbers(json))) {
        out += flat(json);
        return;
    }
    const std::string line = flat(json);
    if (indent > 0 && indent + line.size() <= line_width) {
        out += line;
        return;
    }
    const char* separator = json.is_array() ? "[\n" : "{\n";
    const std::string margin(indent + 2, ' ');
    for (const auto& [name, value] : json.items()) {
        out += separator + margin + (json.is_object() ? json_text(name) + ": " : "");
        write(value, indent + 2, out);
        separator = ",\n";
    }
    out += "\n" + std::string(indent, ' ') + (json.is_array() ? "]" : "}");
}

} // namespace

std::string json_number(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    if (value == 0.0 && std::signbit(value)) {
        return "-0.0"; // -0 would be read as an integer, which has no negative zero
    }
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

std::string json_text(std::string_view text) {
    static constexpr char hexadecimal[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : escaped_bytes(text)) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (code < 0x20) {
            out += "\\u00";
            out += hexadecimal[code >> 4U];
            out += hexadecimal[code & 15U];
        } else {
            out += c;
        }
    }
    return out + '"';
}

const Json* find_member(const Json& json, std::string_view name) {
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
}

std::string to_text(const Json& json) {
    std::string out;
    write(json, 0, out);
    return out + "\n";
}

std::string to_line(const Json& json) {
    return flat(json);
}

} // namespace limber
