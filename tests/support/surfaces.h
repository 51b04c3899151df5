#pragma once

#include "engine/core/random.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>

/// Surfaces that need no file, whole and broken.
namespace limber::testing {

/// Of radius one around a point: an icosahedron, each face cut in four `levels` times; 20 * 4^levels faces.
SurfaceMesh sphere_surface(int levels, const Vec3& centre = Vec3::Zero(), double radius = 1.0);
/// One corner at the origin, twelve faces.
SurfaceMesh box_surface(const Vec3& size);

/// Of a closed surface.
double enclosed_volume(const SurfaceMesh& surface);

SurfaceMesh merged(const SurfaceMesh& first, const SurfaceMesh& second);
SurfaceMesh turned_inside_out(SurfaceMesh surface);
/// Turns each face with this probability.
SurfaceMesh with_flipped_faces(SurfaceMesh surface, double share, Rng& rng);
/// Only the faces whose middle is wanted.
SurfaceMesh where(const SurfaceMesh& surface, const std::function<bool(const Vec3&)>& wants);
/// So many triangles between as many points as there are corners for, anywhere in the unit cube.
SurfaceMesh random_triangles(Index points, Index faces, Rng& rng);
/// Every face with corners of its own.
SurfaceMesh unwelded(const SurfaceMesh& surface);

} // namespace limber::testing
