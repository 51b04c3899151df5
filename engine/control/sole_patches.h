// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/curve_mesh.h"
#include "engine/mesh/tet_mesh.h"

#include <vector>

/// Which points of a body's underside belong together: a leg each, or all of a flat sole.
namespace limber {

/// The connected patch of each of the vertices, numbered from zero. Two vertices are in one patch if edges of the mesh
/// connect them below a tenth of the body's height along `up` (unit). Vertices above it are in patches of their own.
std::vector<int> sole_patches(const TetMesh& mesh, const Vec3& up, const std::vector<int>& vertices);
/// The same of rods and shells.
std::vector<int> sole_patches(const CurveMesh& curve, const Vec3& up, const std::vector<int>& vertices);
std::vector<int> sole_patches(const SurfaceMesh& surface, const Vec3& up, const std::vector<int>& vertices);

} // namespace limber
