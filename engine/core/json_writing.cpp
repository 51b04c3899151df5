// SPDX-License-Identifier: MIT
#include "engine/core/json.h"
#include "engine/core/json_bytes.h"

#include <charconv>
#include <cmath>

namespace limber {
namespace {

constexpr std::size_t line_width = 110;

struct Writer {
    std::string flat(const Json& json) const {
        return std::visit([this](const auto& value) { return flat_value(value); }, json.content);
    }
    std::string flat_value(std::nullptr_t) const {
        return "null";
    }
    std::string flat_value(bool value) const {
        return value ? "true" : "false";
    }
    std::string flat_value(std::int64_t value) const {
        return std::to_string(value);
    }
    std::string flat_value(std::uint64_t value) const {
        return std::to_string(value);
    }
    std::string flat_value(double value) const {
        return json_number(value);
    }
    std::string flat_value(const std::string& value) const {
        return json_text(value);
    }
    std::string flat_value(const Json::Array& array) const {
        std::string out = "[";
        for (std::size_t i = 0; i < array.size(); ++i) {
            out += (i ? ", " : "") + flat(array[i]);
        }
        return out + "]";
    }
    std::string flat_value(const Json::Object& object) const {
        std::string out = "{";
        for (std::size_t i = 0; i < object.size(); ++i) {
            out += (i ? ", " : "") + json_text(object[i].first) + ": " + flat(object[i].second);
        }
        return out + "}";
    }

    static bool holds_only_numbers(const Json::Array& array) {
        for (const auto& value : array) {
            if (value.array() || value.object() || value.string()) {
                return false;
            }
        }
        return true;
    }

    void write(const Json& json, std::size_t indent, std::string& out) const {
        const auto* array = json.array();
        const auto* object = json.object();
        if ((array && holds_only_numbers(*array)) || (!array && !object)) {
            out += flat(json);
            return;
        }
        const std::string line = flat(json);
        if (indent > 0 && indent + line.size() <= line_width) {
            out += line;
            return;
        }
        const std::string margin(indent + 2, ' ');
        out += array ? "[\n" : "{\n";
        const std::size_t count = array ? array->size() : object->size();
        for (std::size_t i = 0; i < count; ++i) {
            out += margin;
            if (object) {
                out += json_text((*object)[i].first) + ": ";
            }
            write(array ? (*array)[i] : (*object)[i].second, indent + 2, out);
            out += i + 1 < count ? ",\n" : "\n";
        }
        out += std::string(indent, ' ') + (array ? "]" : "}");
    }
};

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

const Json* Json::member(std::string_view name) const {
    if (const auto* members = object()) {
        for (const auto& [key, value] : *members) {
            if (key == name) {
                return &value;
            }
        }
    }
    return nullptr;
}

std::string to_text(const Json& json) {
    std::string out;
    Writer{}.write(json, 0, out);
    return out + "\n";
}

std::string to_line(const Json& json) {
    return Writer{}.flat(json);
}

} // namespace limber
