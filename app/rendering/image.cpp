// SPDX-License-Identifier: MIT
#include "app/rendering/image.h"

#include "engine/core/file_bytes.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <cstddef>
#include <string>

namespace limber::app {

const std::uint8_t* Image::at(int x, int y) const {
    EXPECTS(x >= 0 && y >= 0 && x < width && y < height);
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
}

Result<Done> write_png(const Image& image, const std::filesystem::path& path) {
    EXPECTS(image.width > 0 && image.height > 0);
    std::string bytes;
    const auto append = [](void* to, void* part, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(part), static_cast<std::size_t>(size));
    };
    stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width);
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
