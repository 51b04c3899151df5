// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"

#include <vector>

/// The closed surface of a rod or shell: tubes of round cross-sections around its edges, or both sides of a sheet with
/// a rim. Its vertices are no linear function of the body's coordinates, so that they are computed from the positions.
namespace limber {

/// Edges one after the other between vertices where other than two edges meet; or a ring.
struct TubeLine {
    std::vector<int> vertices;    // of the body, in order
    bool is_ring = false;         // its last vertex has an edge to its first one
    Vec3 tangent = Vec3::UnitX(); // at the first vertex at rest
    Vec3 normal = Vec3::UnitY();  // likewise, perpendicular to it
};

struct ThinSurface {
    double radius = 0.0;         // [m] of a rod; of a shell half of its thickness
    std::vector<TubeLine> lines; // of a rod
    Triangles sheet;             // of a shell, of the body's vertices, oriented alike
    Triangles triangles;         // f x 3, counter-clockwise from outside
    Index vertex_count = 0;      // v
};

/// X: n x 3, at rest. The triangles of a shell need not be oriented alike.
ThinSurface thin_surface(const ThinShape& shape, const Points& X);

/// v x 3 [m], with the body's vertices at x (n x 3). The rings of a tube are turned as little as possible from one to
/// the next, and the first one from its place at rest.
Points positions_on(const ThinSurface& surface, const Points& x);

/// v: the vertex of the body around which each vertex of the surface lies, at a distance of the radius.
std::vector<int> vertices_below(const ThinSurface& surface);

} // namespace limber
