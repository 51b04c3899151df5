#include "app/scene/json.h"

#include "engine/core/file_bytes.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

namespace limber::app {
namespace {

constexpr std::size_t line_width = 110;

std::string number_text(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

std::string in_quotes(std::string_view text) {
    static constexpr char hexadecimal[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
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
        return number_text(value);
    }
    std::string flat_value(const std::string& value) const {
        return in_quotes(value);
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
            out += (i ? ", " : "") + in_quotes(object[i].first) + ": " + flat(object[i].second);
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
                out += in_quotes((*object)[i].first) + ": ";
            }
            write(array ? (*array)[i] : (*object)[i].second, indent + 2, out);
            out += i + 1 < count ? ",\n" : "\n";
        }
        out += std::string(indent, ' ') + (array ? "]" : "}");
    }
};

} // namespace

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

Result<std::string> read_text(const std::filesystem::path& path) {
    std::error_code trouble;
    if (!std::filesystem::exists(path, trouble)) {
        return Error{ErrorKind::bad_input, "there is no such file", path.string()};
    }
    if (std::filesystem::is_directory(path, trouble)) {
        return Error{ErrorKind::bad_input, "is a folder, not a file", path.string()};
    }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf()))) {
        return Error{ErrorKind::bad_input, "the file cannot be read", path.string()};
    }
    return std::move(text).str();
}

Result<Done> write_text(std::string_view text, const std::filesystem::path& path) {
    return write_file(path, text);
}

Json to_json(const Vec3& v) {
    return Json::Array{v.x(), v.y(), v.z()};
}

Json to_json(const Affine& map) {
    Json::Array rows;
    for (Index i = 0; i < 3; ++i) {
        rows.emplace_back(Json::Array{map(i, 0), map(i, 1), map(i, 2), map(i, 3)});
    }
    return rows;
}

} // namespace limber::app
