#pragma once

#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <array>

/// Obstacles as a person sets them up: named, put beside a body, carried and turned.
namespace limber::app {

/// In the order of Shape's alternatives.
inline constexpr std::array obstacle_names{"Slope", "Ball", "Capsule", "Block", "Hills"};

/// Where it stands, as a rigid map from axes of its own: what a gizmo holds it by. A slope's y is its normal, a
/// capsule's runs along it.
Affine standing_of(const Shape& shape);

/// The same solid elsewhere; the change is rigid.
Shape carried(Shape shape, const Affine& change);

/// All of them turned around the world's origin.
void turn(Obstacles& obstacles, const Mat3& R);

/// A new one of this kind, of a size that suits the body, on the floor beside it, along `side`; a slope rises out of
/// the floor there, and passes below the body.
Obstacle obstacle_beside(std::size_t kind, const BoundingBox& body, const Vec3& up, const Vec3& side);

/// A slope that does not lean, and faces up: the studio's ground.
bool is_level(const Shape& shape, const Vec3& up);

/// Any rotation whose y is this unit vector.
Mat3 axes_with_y(const Vec3& y);

/// A direction across up, the way that the world's axis nearest to it points.
struct LevelAxis {
    Vec3 towards = Vec3::UnitX();
    std::size_t world = 0; // that axis: 0, 1, 2 for x, y, z
};

/// Two that are orthogonal: x and z where y is up.
std::array<LevelAxis, 2> level_axes(const Vec3& up);

} // namespace limber::app
