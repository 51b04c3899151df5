// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/surroundings.h"
#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <array>
#include <functional>
#include <optional>

/// Places obstacles: names of the kinds, new obstacles beside a body, translation and rotation.
namespace limber::app {

/// In the order of Shape's alternatives.
inline constexpr std::array obstacle_names{"Slope", "Ball", "Capsule", "Block", "Hills"};

/// The placement of a shape as a rigid map, for the gizmo. The y axis is the normal of a slope and the axis of a
/// capsule.
Affine standing_of(const Shape& shape);

/// The shape moved by a rigid map.
Shape carried(Shape shape, const Affine& change);

/// Moves an obstacle by a rigid map, and with it the reference of its bone.
void move_by(const Affine& change, Obstacle& obstacle);

/// Replaces the characters that carry obstacles; nullopt: the obstacle is no longer carried.
void renumber_carriers(Obstacles& obstacles, const std::function<std::optional<int>(int)>& number);

/// Moves the obstacles by `offset` [m].
void move_obstacles(Obstacles& obstacles, const Vec3& offset);

/// Rotates the obstacles around the world's origin, and the wind.
void turn(Environment& environment, const Mat3& R);

/// A new obstacle of this kind, on the floor close to the body in the direction `side`. Balls, capsules and blocks are
/// a sixth of the body's diagonal long. A slope rises from the floor there and passes below the body.
Obstacle obstacle_beside(std::size_t kind, const BoundingBox& body, const Vec3& up, const Vec3& side);

/// Whether the shape is a level half-space that faces up, which is drawn as the ground.
bool is_level(const Shape& shape, const Vec3& up);

/// A rotation whose y axis is this unit vector.
Mat3 axes_with_y(const Vec3& y);

/// A horizontal direction and the world axis nearest to it.
struct LevelAxis {
    Vec3 towards = Vec3::UnitX();
    std::size_t world = 0; // index of that axis: 0, 1, 2 for x, y, z
};

/// Two orthogonal horizontal directions: x and z if y is up.
std::array<LevelAxis, 2> level_axes(const Vec3& up);

} // namespace limber::app
