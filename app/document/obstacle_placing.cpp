// SPDX-License-Identifier: MIT
#include "app/document/obstacle_placing.h"

#include "engine/core/contract.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

Affine rigid(const Mat3& axes, const Vec3& at) {
    Affine map;
    map << axes, at;
    return map;
}

Affine upright(const HalfSpace& half) {
    return rigid(axes_with_y(half.normal), half.point);
}

Affine upright(const Ball& ball) {
    return rigid(Mat3::Identity(), ball.centre);
}

Affine upright(const Capsule& capsule) {
    const Vec3 way = capsule.b - capsule.a;
    const Mat3 axes = way.norm() > 0.0 ? axes_with_y(way.normalized()) : Mat3(Mat3::Identity());
    return rigid(axes, 0.5 * (capsule.a + capsule.b));
}

Affine upright(const Box& block) {
    return block.placement;
}

Affine upright(const HeightField& hills) {
    return hills.placement;
}

void carry(HalfSpace& half, const Affine& change) {
    half.point = apply(change, half.point);
    half.normal = (change.leftCols<3>() * half.normal).normalized();
}

void carry(Ball& ball, const Affine& change) {
    ball.centre = apply(change, ball.centre);
}

void carry(Capsule& capsule, const Affine& change) {
    capsule.a = apply(change, capsule.a);
    capsule.b = apply(change, capsule.b);
}

void carry(Box& block, const Affine& change) {
    block.placement = compose(change, block.placement);
}

void carry(HeightField& hills, const Affine& change) {
    hills.placement = compose(change, hills.placement);
}

// Waves with non-negative heights.
Matrix waves(Index rows, double height) {
    Matrix heights(rows, rows);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < rows; ++j) {
            const double x = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(rows - 1);
            const double z = 2.0 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(rows - 1);
            heights(i, j) = 0.25 * height * (2.0 + std::sin(2.0 * x + 0.4) * std::cos(z) + std::cos(3.0 * z - 0.5 * x));
        }
    }
    return heights;
}

constexpr double solid_reach = 1.0 / 12.0; // of a ball, capsule or block from its middle, as a share of the body's size

// `foot` lies on the floor beside the body: x points away from the body, y up.
Shape shape_beside(std::size_t kind, const Affine& foot, double size) {
    switch (kind) {
    case 0: // a slope that rises beside the body and lies below the floor under the body
        return HalfSpace{foot.col(3), (foot.col(1) - 0.3 * foot.col(0)).normalized()};
    case 1:
        return Ball{foot.col(3) + solid_reach * size * foot.col(1), solid_reach * size};
    case 2: {
        const double radius = 0.4 * solid_reach * size;
        const Vec3 middle = foot.col(3) + radius * foot.col(1);
        const Vec3 half_length = (solid_reach * size - radius) * foot.col(2);
        return Capsule{middle - half_length, middle + half_length, radius};
    }
    case 3: {
        const Vec3 half_size = size * Vec3(solid_reach, 0.5 * solid_reach, solid_reach);
        Affine placement = foot;
        placement.col(3) += half_size.y() * foot.col(1);
        return Box{placement, half_size};
    }
    default: {
        const Index rows = 13;
        const double spacing = 0.25 * size;
        Affine placement = foot;
        placement.col(3) += 0.5 * spacing * static_cast<double>(rows - 1) * foot.col(0);
        return HeightField{placement, spacing, waves(rows, 0.25 * size)};
    }
    }
}

} // namespace

Mat3 axes_with_y(const Vec3& y) {
    const Vec3 other = std::abs(y.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitZ();
    Mat3 axes;
    axes.col(1) = y;
    axes.col(2) = other.cross(y).normalized();
    axes.col(0) = y.cross(axes.col(2));
    return axes;
}

std::array<LevelAxis, 2> level_axes(const Vec3& up) {
    const Mat3 axes = axes_with_y(up);
    std::array<LevelAxis, 2> level;
    for (std::size_t i = 0; i < 2; ++i) {
        const Vec3 way = axes.col(i == 0 ? 0 : 2);
        Vec3 along = way.cwiseAbs();
        if (i > 0) {
            along(static_cast<Index>(level[0].world)) = 0.0; // the two directions have different names
        }
        Index nearest = 0;
        along.maxCoeff(&nearest);
        level[i] = {way(nearest) < 0.0 ? Vec3(-way) : way, static_cast<std::size_t>(nearest)};
    }
    return level;
}

Affine standing_of(const Shape& shape) {
    return std::visit([](const auto& one) { return upright(one); }, shape);
}

Shape carried(Shape shape, const Affine& change) {
    std::visit([&](auto& one) { carry(one, change); }, shape);
    return shape;
}

void move_by(const Affine& change, Obstacle& obstacle) {
    obstacle.shape = carried(obstacle.shape, change);
    if (obstacle.carrier) {
        obstacle.carrier->reference = compose(change, obstacle.carrier->reference);
    }
}

void renumber_carriers(Obstacles& obstacles, const std::function<std::optional<int>(int)>& number) {
    for (Obstacle& obstacle : obstacles) {
        const auto found = obstacle.carrier ? number(obstacle.carrier->character) : std::nullopt;
        if (found) {
            obstacle.carrier->character = *found;
        } else {
            obstacle.carrier.reset();
        }
    }
}

void move_obstacles(Obstacles& obstacles, const Vec3& offset) {
    for (Obstacle& obstacle : obstacles) {
        move_by(rigid(Mat3::Identity(), offset), obstacle);
    }
}

void turn(Environment& environment, const Mat3& R) {
    const Affine change = rigid(R, Vec3::Zero());
    for (Obstacle& obstacle : environment.obstacles) {
        move_by(change, obstacle);
    }
    environment.wind.velocity = R * environment.wind.velocity;
}

bool is_level(const Shape& shape, const Vec3& up) {
    const auto* half = std::get_if<HalfSpace>(&shape);
    return half && half->normal.dot(up) > 1.0 - 1e-6;
}

Obstacle obstacle_beside(std::size_t kind, const BoundingBox& body, const Vec3& up, const Vec3& side) {
    EXPECTS(kind < obstacle_names.size());
    const double size = body.diagonal();
    const double floor = up.cwiseMax(0.0).dot(body.low) + up.cwiseMin(0.0).dot(body.high);
    const Vec3 middle = body.centre() + (floor - body.centre().dot(up)) * up;
    Mat3 axes;
    axes.col(1) = up;
    axes.col(0) = (side - side.dot(up) * up).normalized();
    axes.col(2) = axes.col(0).cross(up);
    const double half_width = 0.5 * axes.col(0).cwiseAbs().dot(body.high - body.low);
    const double distance = half_width + 2.0 * solid_reach * size;
    return {shape_beside(kind, rigid(axes, middle + distance * axes.col(0)), size)};
}

} // namespace limber::app
