// SPDX-License-Identifier: MIT
#include "app/document/free_place.h"

#include "app/document/obstacle_placing.h"
#include "engine/mesh/boxes.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double gap = 0.1;           // of the body's width, kept free beside it
constexpr double steps_a_width = 2.0; // grid steps per width
constexpr int grid_steps_max = 60;    // to either side
constexpr int samples = 5;            // of a box, along each of its edges
constexpr double lost_sizes = 3.0;    // in body sizes below the lowest floor

bool overlap(const BoundingBox& a, const BoundingBox& b) {
    return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

BoundingBox moved_by(const BoundingBox& box, const Vec3& way) {
    return {box.low + way, box.high + way};
}

// The width of the box along a direction.
double width_along(const BoundingBox& box, const Vec3& direction) {
    return (box.high - box.low).dot(direction.cwiseAbs());
}

bool holds(const BoundingBox& box, const Vec3& x) {
    return (x.array() >= box.low.array()).all() && (x.array() <= box.high.array()).all();
}

double depth_in(const Shape& shape, const BoundingBox& box) {
    if (!has_surface(shape)) {
        return 0.0;
    }
    double least = 0.0;
    for (int i = 0; i < samples * samples * samples; ++i) {
        const Vec3 share = Vec3(i % samples, i / samples % samples, i / samples / samples) / (samples - 1.0);
        const Vec3 x = box.low + share.cwiseProduct(box.high - box.low);
        least = std::min(least, clearance(shape, x).distance);
    }
    // A small obstacle may lie between the samples.
    const Vec3 middle = standing_of(shape).col(3);
    return -(holds(box, middle) ? std::min(least, clearance(shape, middle).distance) : least);
}

// A position in grid steps along the two directions.
struct Place {
    int along = 0;
    int aside = 0;
};

// Nearest first. Positions along the first direction, and on its positive side, are preferred.
std::vector<Place> places(double along_width, double aside_width) {
    std::vector<Place> all;
    for (int along = -grid_steps_max; along <= grid_steps_max; ++along) {
        for (int aside = -grid_steps_max; aside <= grid_steps_max; ++aside) {
            all.push_back({along, aside});
        }
    }
    const double aside_share = aside_width / std::max(along_width, 1e-9);
    const auto cost = [aside_share](const Place& place) {
        const double aside =
            std::abs(place.aside) *
            std::max(aside_share, 1.0); // prefers positions beside the body to positions in front or behind
        return std::hypot(place.along, aside) + (place.along < 0 ? 0.25 : 0.0) + (place.aside != 0 ? 0.5 : 0.0);
    };
    std::ranges::stable_sort(all, [&](const Place& a, const Place& b) { return cost(a) < cost(b); });
    return all;
}

// The offset along a direction past all other bodies.
Vec3 way_beyond(const BoundingBox& body, const std::vector<BoundingBox>& others, const Vec3& direction) {
    double farthest = 0.0;
    for (const BoundingBox& other : others) {
        const double near_edge = lowest(body, direction);
        const double far_edge = -lowest(other, -direction);
        farthest = std::max(farthest, far_edge - near_edge);
    }
    return (farthest + gap * width_along(body, direction)) * direction;
}

} // namespace

double depth_in(const Obstacles& obstacles, const BoundingBox& box) {
    double deepest = 0.0;
    for (const Obstacle& obstacle : obstacles) {
        deepest = std::max(deepest, depth_in(obstacle.shape, box));
    }
    return deepest;
}

Vec3 offset_to_free_position(const BoundingBox& body, const Occupied& occupied, const Vec3& up, const Vec3& right,
                             double depth_allowed) {
    const Vec3 along = (right - right.dot(up) * up).normalized();
    const Vec3 aside = along.cross(up);
    const double along_step = std::max((1.0 + gap) * width_along(body, along) / steps_a_width, 1e-9);
    const double aside_step = std::max((1.0 + gap) * width_along(body, aside) / steps_a_width, 1e-9);
    for (const Place& place : places(along_step, aside_step)) {
        const Vec3 way = place.along * along_step * along + place.aside * aside_step * aside;
        const BoundingBox there = moved_by(body, way);
        const bool is_taken =
            std::ranges::any_of(occupied.bodies, [&](const BoundingBox& other) { return overlap(other, there); });
        if (!is_taken && depth_in(occupied.obstacles, there) <= depth_allowed) {
            return way;
        }
    }
    return way_beyond(body, occupied.bodies, along);
}

bool has_fallen_out(const BoundingBox& body, const Obstacles& obstacles, double start, const Vec3& up) {
    double lowest_floor = start;
    for (const Obstacle& obstacle : obstacles) {
        const auto* ground = std::get_if<HalfSpace>(&obstacle.shape);
        if (ground && ground->normal.dot(up) > 0.1) {
            return false; // infinite, so no body falls past it
        }
        lowest_floor = std::min(lowest_floor, standing_of(obstacle.shape).col(3).dot(up));
    }
    const double highest = -lowest(body, -up);
    return highest < lowest_floor - lost_sizes * body.diagonal();
}

} // namespace limber::app
