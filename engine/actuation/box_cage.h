// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

#include <array>

/// A cage of equal cells around a body, with trilinear weights in each cell: coarse rest-shape parameters [Coros et al.
/// 2012, Deformable Objects Alive!, section 4.1, with trilinear instead of harmonic coordinates].
namespace limber {

struct BoxCage {
    Points corners; // c x 3 [m]
    Matrix weights; // n x c of the body's positions: W C = X, so that an affine motion of the cage is one of the body
};

/// `cells` along each axis, at least one, over the bounding box. Corners of empty cells, which hold no tet's centre and
/// no vertex, are dropped. A body in a plane is in one layer of corners.
BoxCage box_cage(const TetMesh& mesh, const std::array<Index, 3>& cells);

/// About `count` cells, as cubic as the body's bounding box allows; at least one along each axis, and one across a body
/// that is flat.
std::array<Index, 3> cubic_cells(const Points& X, Index count);

} // namespace limber
