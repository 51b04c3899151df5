// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/geometry/skin_geometry.h"
#include "app/geometry/tet_geometry.h"

#include <memory>

/// The data for drawing the inside of a character: all its vertices, with the weights of the maps that move the skin.
namespace limber::app {

struct TetBody {
    std::shared_ptr<const SkinGeometry> skin; // n vertices, triangles of the boundary
    std::shared_ptr<const TetGeometry> tets;
    BoundingBox box; // at rest
};

/// Takes longer than a frame for a large body.
TetBody tet_body(const Character& character);

/// The labels are the clusters; the shear modulus is that with which the character was built.
TetGeometry tet_geometry(const Character& character);

} // namespace limber::app
