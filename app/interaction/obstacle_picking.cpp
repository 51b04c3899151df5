// SPDX-License-Identifier: MIT
#include "app/interaction/obstacle_picking.h"

#include "app/document/obstacle_placing.h"

namespace limber::app {
namespace {

constexpr int steps_max = 400;
constexpr double touch = 1e-4;  // of the reach
constexpr double caution = 0.7; // of the distance: a height field's distance is to a tangent plane and may be too large

// The distance along the ray to the shape, by sphere tracing.
std::optional<double> distance_along(const MouseRay& ray, const Shape& shape, double reach) {
    double along = 0.0;
    for (int step = 0; step < steps_max && along < reach; ++step) {
        const double near = clearance(shape, ray.origin + along * ray.direction).distance;
        if (near < touch * reach) {
            return along;
        }
        along += caution * near;
    }
    return std::nullopt;
}

} // namespace

std::optional<ObstacleHit> first_obstacle(const MouseRay& ray, const Obstacles& obstacles, const Vec3& up,
                                          double reach) {
    std::optional<ObstacleHit> first;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        if (is_level(obstacles[i].shape, up)) {
            continue;
        }
        const auto along = distance_along(ray, obstacles[i].shape, reach);
        if (along && (!first || *along < first->distance)) {
            first = ObstacleHit{static_cast<int>(i), *along};
        }
    }
    return first;
}

} // namespace limber::app
