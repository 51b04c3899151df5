#pragma once

#include "engine/core/progress.h"
#include "engine/mesh/delaunay_mesher.h"

#include <functional>
#include <optional>

/// A first look at a solid of which nothing is known but an inside test: sampled on a regular grid,
/// its volume from the samples inside, its area from the grid edges that cross the surface (Crofton: each axis
/// sees the area's projection, on average half of it), and where to find its surface.
namespace limber {

struct SolidSurvey {
    double volume = 0.0;  // [m^3]
    double area = 0.0;    // [m^2]
    double spacing = 0.0; // of the samples [m]
    std::vector<SurfaceCrossing> crossings;
};

/// `resolution` samples along the longest side of the box. Nothing when cancelled.
std::optional<SolidSurvey> surveyed(const std::function<bool(const Vec3&)>& is_inside, const BoundingBox& bounds,
                                    int resolution, Progress* progress);

/// At most one crossing in each cube of this size, the first.
std::vector<SurfaceCrossing> thinned(const std::vector<SurfaceCrossing>& crossings, double spacing);

} // namespace limber
