// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// Materials and pictures of a skin, as they are uploaded to the GPU, once. They are computed on a background thread:
/// the drawing thread only uploads them.
namespace limber::app {

/// In the layout of two texels of the shaders.
struct SkinMaterial {
    std::array<float, 4> colour = {1.0F, 1.0F, 1.0F, 1.0F}; // linear RGB and opacity; a factor of the picture
    float layer = -1.0F;                                    // of the pictures; -1: none
    float edge_u = 0.0F; // beyond the picture it is 0: repeated, 1: mirrored, 2: held
    float edge_v = 0.0F;
    float least_opacity = 0.0F; // what is less opaque is not drawn
};
static_assert(sizeof(SkinMaterial) == 32);

/// Of a vertex.
struct MaterialPlace {
    std::array<float, 2> on_picture = {}; // (0, 0) is its top left, (1, 1) its bottom right
    float material = 0.0F;                // number
};

struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba; // sRGB and opacity, from the top left
};
/// Of the bytes of a PNG or JPEG file. Fails with bad_input.
Result<Picture> decoded_picture(std::span<const std::uint8_t> bytes, std::string_view name);

/// Pictures scaled to one size, each with its halves down to one pixel.
struct PictureLayers {
    int size = 0; // [pixel] of a side
    int count = 0;
    std::vector<std::vector<std::uint8_t>> levels; // level l: count pictures of max(1, size >> l) squared x RGBA

    int side(std::size_t level) const;
    std::size_t bytes() const;
};
/// The size is that of the largest picture, up to `largest`, and less where all would need too much memory.
PictureLayers picture_layers(const std::vector<Picture>& pictures, int largest = 2048);

struct SkinMaterials {
    std::vector<MaterialPlace> places; // n
    std::vector<SkinMaterial> materials;
    std::shared_ptr<const PictureLayers> pictures; // null: none
};

} // namespace limber::app
