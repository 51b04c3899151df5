// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/random.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>

/// Procedural surfaces, valid and invalid.
namespace limber::testing {

/// A sphere of radius one: an icosahedron, each face cut in four `levels` times; 20 * 4^levels faces.
SurfaceMesh sphere_surface(int levels, const Vec3& centre = Vec3::Zero(), double radius = 1.0);
/// A box with one corner at the origin, twelve faces.
SurfaceMesh box_surface(const Vec3& size);

/// Two upright plates (2 high, 0.3 wide, 0.5 deep) on a common base, with a gap between them.
SurfaceMesh fork_surface(double gap);

/// The volume of a closed surface.
double enclosed_volume(const SurfaceMesh& surface);

SurfaceMesh merged(const SurfaceMesh& first, const SurfaceMesh& second);
SurfaceMesh turned_inside_out(SurfaceMesh surface);
/// Flips each face with this probability.
SurfaceMesh with_flipped_faces(SurfaceMesh surface, double share, Rng& rng);
/// Keeps only the faces whose centre satisfies the predicate.
SurfaceMesh where(const SurfaceMesh& surface, const std::function<bool(const Vec3&)>& wants);
/// This many random triangles in the unit cube, with corners of their own.
SurfaceMesh random_triangles(Index points, Index faces, Rng& rng);
/// Gives every face corners of its own.
SurfaceMesh unwelded(const SurfaceMesh& surface);

} // namespace limber::testing
