#pragma once

#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace limber::app {

/// Pixels as they are read back: 8 bit sRGB, first row on top.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb; // 3 x width x height

    const std::uint8_t* at(int x, int y) const;
};

/// As a whole or not at all. Fails with bad_input when the file cannot be written.
Result<Done> write_png(const Image& image, const std::filesystem::path& path);

/// Fails with bad_input when there is no such picture.
Result<Image> read_png(const std::filesystem::path& path);

} // namespace limber::app
