#pragma once

#include "app/rendering/skin_geometry.h"
#include "app/scene/character.h"
#include "app/scene/skin_outline.h"

#include <cstdint>
#include <memory>
#include <vector>

/// What a window needs of a character besides its motion, computed when the character is built, so that the thread that
/// draws only sends it to the GPU.
namespace limber::app {

struct Skin {
    std::shared_ptr<const SkinGeometry> geometry; // shared by characters that look alike in every pose
    Triangles triangles;                          // f x 3, rows of `boundary_positions`
    std::vector<std::uint32_t> cluster_labels;    // f
    SkinOutline outline;
};

/// What `previous` has and is the same is taken from it; it may be null.
std::shared_ptr<const Skin> skin_of(const Character& character, const Character* previous);

} // namespace limber::app
