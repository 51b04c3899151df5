// SPDX-License-Identifier: MIT
#include "engine/core/utf8.h"

#include <algorithm>

namespace limber {
namespace {

// Every byte of a letter but its first one.
bool is_inside_letter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

std::size_t letter_count(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, is_inside_letter));
}

std::string_view first_bytes(std::string_view text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) {
        return text;
    }
    std::size_t end = bytes_max;
    while (end > 0 && is_inside_letter(text[end])) {
        --end;
    }
    return text.substr(0, end);
}

std::string_view last_letters(std::string_view text, std::size_t count_max) {
    std::size_t begin = text.size();
    for (std::size_t count = 0; begin > 0 && count < count_max;) {
        --begin;
        count += is_inside_letter(text[begin]) ? 0U : 1U;
    }
    return text.substr(begin);
}

} // namespace limber
