// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace limber::app {

/// 8-bit sRGB pixels; the first row is the top one.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;        // 3 x width x height
    std::vector<std::uint8_t> alpha = {}; // width x height; empty: opaque

    const std::uint8_t* at(int x, int y) const;
};

/// Writes the file atomically. Fails with bad_input when it cannot be written.
Result<Done> write_png(const Image& image, const std::filesystem::path& path);

/// The image with the opacity of each pixel, from the same scene on a black background and on a white one. Both have
/// one size.
Image without_background(const Image& on_black, const Image& on_white);

/// Reads an opaque image. Fails with bad_input when the file is missing or is not an image.
Result<Image> read_png(const std::filesystem::path& path);

} // namespace limber::app
