// SPDX-License-Identifier: MIT
#include "engine/core/json_bytes.h"

#include <cstddef>
#include <cstdint>

namespace limber {
namespace {

constexpr std::uint32_t first_escape = 0xEF80;
constexpr std::uint32_t last_escape = 0xEFFF;

std::uint32_t byte_at(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

/// A character and its length in bytes; length 0: invalid bytes.
struct CodePoint {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

bool is_continued(std::string_view text, std::size_t from, std::size_t length) {
    if (from + length > text.size()) {
        return false;
    }
    for (std::size_t i = from + 1; i < from + length; ++i) {
        if ((byte_at(text, i) & 0xC0U) != 0x80U) {
            return false;
        }
    }
    return true;
}

// Overlong forms, surrogates and codes above U+10FFFF are invalid.
bool is_code_point(std::uint32_t code, std::size_t length) {
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code >= least[length] && code <= 0x10FFFF && !is_surrogate;
}

CodePoint code_point_at(std::string_view text, std::size_t i) {
    const std::uint32_t lead = byte_at(text, i);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC0 || lead > 0xF7 || !is_continued(text, i, length)) {
        return {};
    }
    std::uint32_t code = lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) {
        code = (code << 6U) | (byte_at(text, i + k) & 0x3FU);
    }
    return is_code_point(code, length) ? CodePoint{code, length} : CodePoint{};
}

bool is_escape(std::uint32_t code) {
    return code >= first_escape && code <= last_escape;
}

void add_escape(std::uint32_t byte, std::string& text) {
    const std::uint32_t code = first_escape + (byte - 0x80U);
    text += static_cast<char>(0xE0U | (code >> 12U));
    text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    text += static_cast<char>(0x80U | (code & 0x3FU));
}

} // namespace

std::string escaped_bytes(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const CodePoint one = code_point_at(bytes, i);
        if (one.length > 0 && !is_escape(one.code)) {
            text += bytes.substr(i, one.length);
            i += one.length;
        } else {
            add_escape(byte_at(bytes, i++), text);
        }
    }
    return text;
}

std::string unescaped_bytes(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint one = code_point_at(text, i);
        const std::size_t length = one.length > 0 ? one.length : 1;
        if (is_escape(one.code)) {
            bytes += static_cast<char>(0x80U + (one.code - first_escape));
        } else {
            bytes += text.substr(i, length);
        }
        i += length;
    }
    return bytes;
}

} // namespace limber
