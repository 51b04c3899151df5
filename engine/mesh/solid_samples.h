// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/mesh/delaunay_mesher.h"

#include <functional>
#include <optional>

/// Samples a solid that is given by an inside test on a regular grid: its volume from the samples inside, its area from
/// the grid edges that cross the surface (Crofton: each axis sees the area's projection, on average half of it), and
/// crossings of its surface.
namespace limber {

struct SolidSamples {
    double volume = 0.0;  // [m^3]
    double area = 0.0;    // [m^2]
    double spacing = 0.0; // of the samples [m]
    std::vector<SurfaceCrossing> crossings;
};

/// `resolution` samples along the longest side of the box. Nullopt when cancelled.
std::optional<SolidSamples> sample_solid(const std::function<bool(const Vec3&)>& is_inside, const BoundingBox& bounds,
                                         int resolution, Progress* progress);

/// Keeps the first crossing in each cube of this size.
std::vector<SurfaceCrossing> thinned(const std::vector<SurfaceCrossing>& crossings, double spacing);

} // namespace limber
