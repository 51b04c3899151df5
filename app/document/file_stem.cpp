// SPDX-License-Identifier: MIT
#include "app/document/file_stem.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t stem_max = 100; // [bytes], of the 255 that a name may have with its number and ending

bool goes_on(char c) { // continuation byte of a UTF-8 character
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string shortened(std::string stem) {
    std::size_t end = stem_max;
    while (stem.size() > stem_max && end > 0 && goes_on(stem[end])) {
        --end;
    }
    stem.resize(std::min(stem.size(), end));
    while (!stem.empty() && stem.back() == '-') {
        stem.pop_back();
    }
    return stem;
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
    stem = shortened(std::move(stem));
    return stem.empty() ? "limber" : stem;
}

} // namespace limber::app
