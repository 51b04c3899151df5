// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

/// Harmonic coordinates of a body in a cage of triangles around it [Joshi et al. 2007, Harmonic Coordinates for
/// Character Articulation]: the weight w_i of the cage's vertex i is the function inside the cage with
///
///     laplace w_i = 0,      on the cage linear in each triangle, 1 at vertex i and 0 at all others.
///
/// It is solved for on a grid of cubes. An arm from a node inside to its neighbour that passes the cage ends where it
/// first does, at the share theta of its length, with the value that the cage has there [Gibou et al. 2002]:
///
///     sum over the arms of a node  (u_end - u) / theta = 0
///
/// A body's vertex has the value that is linear along x between the two sides of its cell, there along y between its
/// edges, and there along z between its nodes, each of these lines cut where it first passes the cage; away from the
/// cage this is trilinear. All coefficients are positive and all rules are exact for linear functions, so that up to
/// the round-off of one solve, at any resolution,
///
///     w_i >= 0,    sum_i w_i = 1,    sum_i w_i C_i = x
///
/// and an affine motion of the cage is one of the body.
namespace limber {

/// n x c: the coordinates of the points X in a cage with c vertices. `cells`: along the longest side of its bounding
/// box. Fails with bad_input where the cage is not closed or a point is not inside.
Result<Matrix> harmonic_coordinates(const SurfaceMesh& cage, const Points& X, Index cells = 24);

} // namespace limber
