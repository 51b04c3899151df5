// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Text for pictures that are drawn without a window, in the typeface of the panels.
namespace limber::app {

/// How much of each pixel a line of text covers; the first row is the top one.
struct TextMask {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> coverage; // width x height, 255: all of it
};

/// A mask for each line of text in UTF-8, all of one height [pixel], and as wide as its text. Characters that the
/// typeface lacks are question marks.
std::vector<TextMask> text_masks(const std::vector<std::string>& lines, int height);

} // namespace limber::app
