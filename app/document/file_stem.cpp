// SPDX-License-Identifier: MIT
#include "app/document/file_stem.h"

#include "engine/core/utf8.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace limber::app {
namespace {

constexpr std::size_t stem_max = 100; // [bytes], of the 255 that a name may have with its number and ending

// Without any of these characters at its ends.
std::string trimmed(const std::string& text, const char* characters) {
    const std::size_t first = text.find_first_not_of(characters);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(characters) + 1 - first);
}

bool can_be_in_a_file_name(char c) {
    constexpr unsigned char space = 0x20U;
    constexpr unsigned char del = 0x7FU;
    const auto byte = static_cast<unsigned char>(c);
    return byte >= space && byte != del && std::string_view(R"(/\:*?"<>|)").find(c) == std::string_view::npos;
}

} // namespace

std::string file_stem(const std::string& name) {
    std::string stem;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = byte >= 0x80U || std::isalnum(byte) != 0;
        if (is_letter) {
            stem += byte < 0x80U ? static_cast<char>(std::tolower(byte)) : c;
        } else if (!stem.empty() && stem.back() != '-') {
            stem += '-';
        }
    }
    stem = trimmed(std::string(first_bytes(stem, stem_max)), "-");
    return stem.empty() ? "limber" : stem;
}

std::string kept_file_stem(const std::string& name) {
    std::string stem = name;
    std::ranges::replace_if(
        stem, [](char c) { return !can_be_in_a_file_name(c); }, '-');
    stem = trimmed(std::string(first_bytes(trimmed(stem, " ."), stem_max)), " .");
    return stem.empty() ? "limber" : stem;
}

} // namespace limber::app
