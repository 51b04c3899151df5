// SPDX-License-Identifier: MIT
#include "app/rendering/image.h"

#include "engine/core/file_bytes.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace limber::app {

const std::uint8_t* Image::at(int x, int y) const {
    EXPECTS(x >= 0 && y >= 0 && x < width && y < height);
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
}

namespace {

std::vector<std::uint8_t> with_alpha(const Image& image) {
    std::vector<std::uint8_t> rgba;
    rgba.reserve(4 * image.alpha.size());
    for (std::size_t pixel = 0; pixel < image.alpha.size(); ++pixel) {
        for (std::size_t channel = 0; channel < 3; ++channel) {
            rgba.push_back(image.rgb[3 * pixel + channel]);
        }
        rgba.push_back(image.alpha[pixel]);
    }
    return rgba;
}

} // namespace

// A pixel of colour c and opacity a is a c on black and a c + (1 - a) on white.
Image without_background(const Image& on_black, const Image& on_white) {
    EXPECTS(on_black.rgb.size() == on_white.rgb.size());
    Image image = on_black;
    image.alpha.resize(image.rgb.size() / 3);
    for (std::size_t pixel = 0; pixel < image.alpha.size(); ++pixel) {
        int behind = 0; // three times the share of the background
        for (std::size_t channel = 3 * pixel; channel < 3 * pixel + 3; ++channel) {
            behind += std::max(int{on_white.rgb[channel]} - int{on_black.rgb[channel]}, 0);
        }
        const int alpha = 255 - (behind + 1) / 3;
        for (std::size_t channel = 3 * pixel; channel < 3 * pixel + 3; ++channel) {
            const int colour = alpha > 0 ? (255 * int{on_black.rgb[channel]} + alpha / 2) / alpha : 0;
            image.rgb[channel] = static_cast<std::uint8_t>(std::min(colour, 255));
        }
        image.alpha[pixel] = static_cast<std::uint8_t>(alpha);
    }
    return image;
}

Result<Done> write_png(const Image& image, const std::filesystem::path& path) {
    EXPECTS(image.width > 0 && image.height > 0);
    std::string bytes;
    const auto append = [](void* to, void* part, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(part), static_cast<std::size_t>(size));
    };
    const bool is_opaque = image.alpha.empty();
    const std::vector<std::uint8_t> rgba = with_alpha(image);
    const int channels = is_opaque ? 3 : 4;
    stbi_write_png_to_func(append, &bytes, image.width, image.height, channels,
                           is_opaque ? image.rgb.data() : rgba.data(), channels * image.width);
    return write_file(path, bytes);
}

Result<Image> read_png(const std::filesystem::path& path) {
    Image image;
    unsigned char* pixels = stbi_load(path.c_str(), &image.width, &image.height, nullptr, 3);
    if (!pixels) {
        return Error{ErrorKind::bad_input, "is missing or is not an image", path.string()};
    }
    const auto count = 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    image.rgb.assign(pixels, pixels + count);
    stbi_image_free(pixels);
    return image;
}

} // namespace limber::app
