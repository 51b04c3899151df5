#pragma once

#include "app/interaction/picking.h"

#include <functional>
#include <vector>

/// Whose body lies under the mouse, among many.
namespace limber::app {

struct Body {
    int id = 0;
    BoundingBox box;                      // around it, and around what its flesh swings beyond its rig
    const Triangles* triangles = nullptr; // rows of `surface()`
    std::function<Points()> surface = {}; // its positions now [m]; asked for only where the ray meets the box
};

bool meets(const MouseRay& ray, const BoundingBox& box);

/// The id of the body whose surface the ray meets first.
std::optional<int> first_body(const MouseRay& ray, const std::vector<Body>& bodies);

} // namespace limber::app
