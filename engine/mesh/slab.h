// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <vector>

/// A flat triangle mesh as one layer of tets: the mesh of a body that moves in a plane (model/planar_model.h).
///
/// A slab of n vertices a face has 2n vertices: those of the flat mesh in front, in their order, and behind each of
/// them, n further on, the same vertex at the distance of the depth. Each triangle is a prism of three tets, one after
/// the other. Where both faces move alike in their plane, the three tets have the gradient of the triangle.
namespace limber {

/// Tolerance of flatness, of the size of the mesh.
inline constexpr double flat_within = 1e-6;

/// Whether all z are equal, to flat_within.
bool is_flat(const Points& X);

/// The tets of a slab on triangles of n vertices at V (n x 3), which are flat. The orientation of the triangles does
/// not matter, and neither does their order for the diagonals of the prisms' sides, which match. Fails with bad_input
/// for a triangle without area.
Result<Tets> slab_tets(const Points& V, const Triangles& F);

/// 2n x 3: both faces, half of the depth before and behind V along `normal`, a unit vector.
Points slab_positions(const Points& V, double depth, const Vec3& normal = Vec3::UnitZ());

/// The slab of a flat mesh in the x-y plane. Fails with bad_input: a mesh that is not flat or has no triangle, or a
/// triangle without area. Precondition: depth > 0.
Result<TetMesh> slab_of(const SurfaceMesh& flat, double depth);

/// Ascending: the vertices in front that are on an edge of one triangle alone.
std::vector<int> slab_outline(const TetMesh& slab);

} // namespace limber
