// SPDX-License-Identifier: MIT
#include "engine/contact/planar_obstacles.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double along = 1e-9;           // of a unit vector: less of it is none
constexpr double depth_of_section = 1e4; // [m] half the length of a box along z

// Of the sphere of this radius, at this distance from its centre; nullopt beside it.
std::optional<double> radius_at(double radius, double distance) {
    const double squared = radius * radius - distance * distance;
    return squared > 0.0 ? std::optional(std::sqrt(squared)) : std::nullopt;
}

std::optional<Shape> section_of(const HalfSpace& half, double z) {
    const Vec3 level(half.normal.x(), half.normal.y(), 0.0);
    const double share = level.norm();
    if (share <= along) {
        return std::nullopt;
    }
    // The line n . (x - p) = 0 at this z.
    const double offset = half.normal.dot(half.point) - half.normal.z() * z;
    const Vec3 normal = level / share;
    return HalfSpace{Vec3(0.0, 0.0, z) + offset / share * normal, normal};
}

std::optional<Shape> section_of(const Ball& ball, double z) {
    const auto radius = radius_at(ball.radius, ball.centre.z() - z);
    return radius ? std::optional<Shape>(Ball{Vec3(ball.centre.x(), ball.centre.y(), z), *radius}) : std::nullopt;
}

std::optional<Shape> section_of(const Capsule& capsule, double z) {
    if (std::abs(capsule.a.z() - capsule.b.z()) > along * (capsule.radius + (capsule.a - capsule.b).norm())) {
        return capsule;
    }
    const auto radius = radius_at(capsule.radius, capsule.a.z() - z);
    return radius ? std::optional<Shape>(
                        Capsule{Vec3(capsule.a.x(), capsule.a.y(), z), Vec3(capsule.b.x(), capsule.b.y(), z), *radius})
                  : std::nullopt;
}

std::optional<Shape> section_of(Box box, double z) {
    Index axis = 0;
    const double upright = box.placement.leftCols<3>().row(2).cwiseAbs().maxCoeff(&axis);
    if (upright < 1.0 - along) {
        return box;
    }
    if (std::abs(box.placement(2, 3) - z) > box.half_size(axis)) {
        return std::nullopt;
    }
    box.placement(2, 3) = z;
    box.half_size(axis) = depth_of_section;
    return box;
}

std::optional<Shape> section_of(const HeightField& field, double) {
    return field;
}

// A shift along z would rub along the plane's normal, where nothing moves.
void keep_in_plane(Affine& motion) {
    if (std::max(std::abs(motion(2, 0)), std::abs(motion(2, 1))) <= along) {
        motion(2, 3) = 0.0;
    }
}

} // namespace

std::optional<Obstacle> section_at(const Obstacle& obstacle, double z) {
    auto shape = std::visit([z](const auto& one) { return section_of(one, z); }, obstacle.shape);
    if (!shape) {
        return std::nullopt;
    }
    Obstacle section = obstacle;
    section.shape = *std::move(shape);
    if (section.motion) {
        keep_in_plane(*section.motion);
    }
    return section;
}

Obstacles sections_at(const Obstacles& obstacles, double z) {
    Obstacles sections;
    for (const Obstacle& obstacle : obstacles) {
        if (auto section = section_at(obstacle, z)) {
            sections.push_back(*std::move(section));
        }
    }
    return sections;
}

} // namespace limber
