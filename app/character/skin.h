#pragma once

#include "app/character/character.h"
#include "app/character/skin_outline.h"
#include "app/geometry/skin_geometry.h"

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

/// The boundary of the character as floats.
DrawnMesh drawn_mesh(const Character& character);

/// The cluster of the tet behind every drawn triangle: Renderer::set_labels.
std::vector<std::uint32_t> cluster_labels(const Character& character);

/// What `previous` has and is the same is taken from it; it may be null.
std::shared_ptr<const Skin> skin_of(const Character& character, const Character* previous);

} // namespace limber::app
