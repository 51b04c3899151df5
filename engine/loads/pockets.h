// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"

#include <vector>

/// Closed cavities inside a body, which a gas inflates [Force-Dual Modes, equations 21 and 22].
namespace limber {

struct Pocket {
    Triangles surface; // f x 3, oriented out of the material, so into the cavity
    double volume = 0; // [m^3] inside the surface
};

/// The cavities of a mesh: the parts of its boundary, connected through edges, that are oriented inwards and lie inside
/// another part. In the order of their first triangles.
std::vector<Pocket> pockets_of(const TetMesh& mesh);

/// The pocket around a point. Fails with bad_input: there is none, because the point lies in the material, outside the
/// body, or in a cavity that is open.
Result<Pocket> pocket_around(const TetMesh& mesh, const Vec3& point);

/// The pocket whose surface is a part of the boundary: the triangles all of whose corners have a share of at least one
/// half. Fails with bad_input: no such triangle, or they leave an edge open, so that the pocket is not closed.
Result<Pocket> pocket_of_share(const TetMesh& mesh, const Vector& share);

/// 3n [m^2]: the forces of a pressure of 1 Pa on the vertices, which are the derivative of the cavity's volume: a third
/// of the area vectors of the triangles around each vertex, out of the cavity.
Vector pressure_forces(const TetMesh& mesh, const Pocket& pocket);

/// A pattern for each pocket, whose pressures are independent.
LoadDistribution pocket_loads(const TetMesh& mesh, const std::vector<Pocket>& pockets);

} // namespace limber
