// SPDX-License-Identifier: MIT
#include "engine/core/lower_case.h"

#include <algorithm>

namespace limber {

std::string lower(std::string_view text) {
    std::string letters(text);
    std::ranges::transform(letters, letters.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return letters;
}

std::string extension_of(const std::filesystem::path& path) {
    return lower(path.extension().string());
}

} // namespace limber
