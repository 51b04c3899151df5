// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <array>
#include <optional>
#include <vector>

/// Where lines along the axes cross a closed surface.
namespace limber {

/// A crossing is where the barycentric `weights` of the triangle's `corners` are.
struct SurfaceCrossing {
    double at = 0.0; // [m] the coordinate along the line
    std::array<int, 3> corners{};
    std::array<double, 3> weights{};
};

/// Of the line along `axis` through x, in ascending order. A line through an edge or a vertex crosses the surface as
/// one that is shifted a little would, so that the number of crossings stays even.
std::vector<SurfaceCrossing> crossings_of_line(const SurfaceMesh& surface, const Vec3& x, int axis);

/// The last at or below `coordinate`, and the first above it; null: none.
const SurfaceCrossing* last_below(const std::vector<SurfaceCrossing>& crossings, double coordinate);
const SurfaceCrossing* first_above(const std::vector<SurfaceCrossing>& crossings, double coordinate);

/// Whether a point of the line is inside: an odd number of crossings is above it.
bool is_inside(const std::vector<SurfaceCrossing>& crossings, double coordinate);

/// Each edge is that of two triangles.
bool is_closed(const SurfaceMesh& surface);

} // namespace limber
