// SPDX-License-Identifier: MIT
#include "app/interaction/bodies.h"

#include <algorithm>
#include <limits>

namespace limber::app {

// Slab test. A ray parallel to an axis divides by zero; the infinite results compare correctly.
bool meets(const MouseRay& ray, const BoundingBox& box) {
    double from = 0.0;
    double to = std::numeric_limits<double>::infinity();
    for (Index axis = 0; axis < 3; ++axis) {
        const double slope = 1.0 / ray.direction(axis);
        const double low = (box.low(axis) - ray.origin(axis)) * slope;
        const double high = (box.high(axis) - ray.origin(axis)) * slope;
        from = std::max(from, std::min(low, high));
        to = std::min(to, std::max(low, high));
    }
    return from <= to;
}

std::optional<int> first_body(const MouseRay& ray, const std::vector<PickableBody>& bodies) {
    std::optional<int> first;
    double distance = 0.0;
    for (const PickableBody& body : bodies) {
        if (!meets(ray, body.box)) {
            continue;
        }
        const auto hit = first_hit(ray, body.surface(), *body.triangles);
        if (hit && (!first || hit->distance < distance)) {
            first = body.id;
            distance = hit->distance;
        }
    }
    return first;
}

} // namespace limber::app
