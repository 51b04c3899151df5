// SPDX-License-Identifier: MIT
#include "engine/formats/point_cache_file.h"

#include "engine/core/file_replacement.h"
#include "engine/formats/cancelling.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace limber {
namespace {

// A value of 4 bytes in the order of the file.
template <std::endian order, typename T>
void write_word(std::ostream& file, T value) {
    static_assert(sizeof(T) == 4);
    auto bytes = std::bit_cast<std::array<char, 4>>(value);
    if constexpr (order != std::endian::native) {
        std::swap(bytes[0], bytes[3]);
        std::swap(bytes[1], bytes[2]);
    }
    file.write(bytes.data(), 4);
}

// Returns false when it is cancelled.
template <std::endian order>
bool write_frames(std::ostream& file, const BakedSurface& surface, Progress* progress) {
    for (std::size_t k = 0; k < surface.frames.size(); ++k) {
        if (!keep_going(progress, "writing", static_cast<double>(k) / static_cast<double>(surface.frames.size()))) {
            return false;
        }
        const FloatPoints& frame = surface.frames[k];
        for (Index i = 0; i < frame.size(); ++i) {
            write_word<order>(file, frame.data()[i]);
        }
    }
    return true;
}

bool fits(const BakedSurface& surface) {
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    return surface.rest.rows() <= most && surface.frames.size() <= std::size_t{most};
}

Error too_large(const std::filesystem::path& path) {
    return {ErrorKind::bad_input, "has too many vertices or frames for a point cache; write fewer frames",
            path.string()};
}

} // namespace

Result<Done> write_pc2(const BakedSurface& surface, const std::filesystem::path& path, Progress* progress) {
    if (!fits(surface)) {
        return too_large(path);
    }
    constexpr auto little = std::endian::little;
    FileReplacement file(path);
    file.stream().write("POINTCACHE2\0", 12);
    write_word<little>(file.stream(), std::int32_t{1}); // version
    write_word<little>(file.stream(), static_cast<std::int32_t>(surface.rest.rows()));
    write_word<little>(file.stream(), 1.0F); // the first frame
    write_word<little>(file.stream(), 1.0F); // frames a sample
    write_word<little>(file.stream(), static_cast<std::int32_t>(surface.frames.size()));
    return write_frames<little>(file.stream(), surface, progress) ? file.finish() : Result<Done>(cancelled());
}

Result<Done> write_mdd(const BakedSurface& surface, double frames_per_second, const std::filesystem::path& path,
                       Progress* progress) {
    if (!fits(surface)) {
        return too_large(path);
    }
    constexpr auto big = std::endian::big;
    FileReplacement file(path);
    write_word<big>(file.stream(), static_cast<std::int32_t>(surface.frames.size()));
    write_word<big>(file.stream(), static_cast<std::int32_t>(surface.rest.rows()));
    for (std::size_t frame = 0; frame < surface.frames.size(); ++frame) {
        write_word<big>(file.stream(), static_cast<float>(static_cast<double>(frame) / frames_per_second));
    }
    return write_frames<big>(file.stream(), surface, progress) ? file.finish() : Result<Done>(cancelled());
}

} // namespace limber
