// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

#include <array>

/// Muscles of bodies that move in a plane (model/planar_model.h): displacements of the rest shape in x and y, the same
/// on both faces of the slab.
namespace limber {

/// 3n x m: the part of displacements (3n x m, vertex by vertex) that such a body can have: the mean of both faces,
/// without z. Precondition: n is even.
Matrix in_plane(const Matrix& D);

/// 3n x n: each of the n/2 vertices of a slab is displaced by itself, along x and along y, by 1 m [Coros et al. 2012,
/// Deformable Objects Alive!, figure 3a: the unrestricted rest shape, L = I in equation 4].
Matrix planar_vertex_shapes(Index vertex_count);

/// About `count` cells of a cage in the plane, as square as the bounding box allows; one across the depth.
std::array<Index, 3> square_cells(const Points& X, Index count);

} // namespace limber
