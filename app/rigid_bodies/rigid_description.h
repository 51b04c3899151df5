// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>

/// How a character moves as a rigid body, which carries its rig; the member "rigid" in a list of characters:
///
///     {"mass": 1.5, "friction": 0.4, "restitution": 0.3, "shape": "hull",
///      "velocity": [0, 0, -6], "angular_velocity": [0, 0, 0]}
namespace limber::app {

enum class RigidShape { hull, ball };

struct RigidDescription {
    double mass = 0.0; // [kg]; 0: volume times density
    double friction = 0.5;
    double restitution = 0.0;
    RigidShape shape = RigidShape::hull;  // of the mesh: its convex hull, or a ball around its centre
    Vec3 velocity = Vec3::Zero();         // at the start, of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero(); // at the start, in world space [rad/s]
    bool operator==(const RigidDescription&) const = default;
};

/// The velocities that a throw gives to a rigid body before a step; in a file of controls the event "throw":
///
///     {"velocity": [0, 0, -6], "angular_velocity": [-55, 0, 0]}
struct RigidThrow {
    Vec3 velocity = Vec3::Zero();         // of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero(); // in world space [rad/s]
    bool operator==(const RigidThrow&) const = default;
};

inline constexpr std::size_t rigid_bodies_max = 64; // per scene

std::optional<Error> fault_in(const RigidDescription& rigid);
std::optional<Error> fault_in(const RigidThrow& thrown);

/// Refuses values that are out of range.
void read_value(const JsonNode& node, RigidDescription& rigid);
Json rigid_json(const RigidDescription& rigid);
void read_value(const JsonNode& node, RigidThrow& thrown);
Json throw_json(const RigidThrow& thrown);

} // namespace limber::app
