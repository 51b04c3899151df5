// SPDX-License-Identifier: MIT
#include "app/geometry/skin_materials.h"

#include "engine/core/contract.h"

#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>

#include <algorithm>
#include <limits>
#include <string>

namespace limber::app {
namespace {

constexpr int channels = 4;
constexpr int opacity_channel = 3;
constexpr std::size_t bytes_max = std::size_t{256} << 20; // of the largest level of all pictures
constexpr int side_max = 8192;

std::size_t bytes_of(int side) {
    return static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * channels;
}

struct Freed {
    void operator()(stbi_uc* pixels) const {
        stbi_image_free(pixels);
    }
};

void resize(const std::uint8_t* from, int width, int height, std::uint8_t* to, int side) {
    const int done = stbir_resize_uint8_srgb(from, width, height, 0, to, side, side, 0, channels, opacity_channel, 0);
    EXPECTS(done == 1);
}

int common_size(const std::vector<Picture>& pictures, int largest) {
    int size = 1;
    for (const Picture& picture : pictures) {
        size = std::max({size, picture.width, picture.height});
    }
    size = std::min(size, largest);
    while (size > 1 && pictures.size() > bytes_max / bytes_of(size)) {
        size /= 2;
    }
    return size;
}

} // namespace

Result<Picture> decoded_picture(std::span<const std::uint8_t> bytes, std::string_view name) {
    const auto refused = [&](const std::string& reason) {
        return Error{ErrorKind::bad_input, "cannot be decoded (" + reason + "); save it again as PNG",
                     "picture " + std::string(name)};
    };
    Picture picture;
    int found_channels = 0;
    if (bytes.empty() || bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return refused("no picture has so many bytes");
    }
    const auto length = static_cast<int>(bytes.size());
    // The size is asked first, because a small file may claim any.
    if (stbi_info_from_memory(bytes.data(), length, &picture.width, &picture.height, &found_channels) != 1) {
        return refused("it is no PNG or JPEG");
    }
    if (picture.width < 1 || picture.height < 1 || picture.width > side_max || picture.height > side_max) {
        return refused("a side may have up to " + std::to_string(side_max) + " pixels");
    }
    const std::unique_ptr<stbi_uc, Freed> pixels(
        stbi_load_from_memory(bytes.data(), length, &picture.width, &picture.height, &found_channels, channels));
    if (!pixels) {
        return refused("it is damaged");
    }
    const std::size_t count =
        static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * channels;
    picture.rgba.assign(pixels.get(), pixels.get() + count);
    return picture;
}

int PictureLayers::side(std::size_t level) const {
    return std::max(1, size >> level);
}

std::size_t PictureLayers::bytes() const {
    std::size_t sum = 0;
    for (const auto& level : levels) {
        sum += level.size();
    }
    return sum;
}

PictureLayers picture_layers(const std::vector<Picture>& pictures, int largest) {
    EXPECTS(!pictures.empty() && largest >= 1);
    PictureLayers layers;
    layers.size = common_size(pictures, largest);
    layers.count = static_cast<int>(pictures.size());
    for (std::size_t level = 0; level == 0 || layers.side(level - 1) > 1; ++level) {
        const std::size_t bytes = bytes_of(layers.side(level));
        auto& made = layers.levels.emplace_back(bytes * pictures.size());
        for (std::size_t i = 0; i < pictures.size(); ++i) {
            std::uint8_t* const to = made.data() + i * bytes;
            if (level == 0) {
                resize(pictures[i].rgba.data(), pictures[i].width, pictures[i].height, to, layers.side(0));
            } else {
                const int side = layers.side(level - 1);
                resize(layers.levels[level - 1].data() + i * bytes_of(side), side, side, to, layers.side(level));
            }
        }
    }
    return layers;
}

} // namespace limber::app
