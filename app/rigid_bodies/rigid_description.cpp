// SPDX-License-Identifier: MIT
#include "app/rigid_bodies/rigid_description.h"

#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <string>

namespace limber::app {
namespace {

constexpr double mass_max = 1e6;   // [kg]
constexpr double speed_max = 1000; // [m/s] and [rad/s]

Error range_error(const char* message, const char* where) {
    return {ErrorKind::bad_input, message, where};
}

bool is_slow(const Vec3& velocity) {
    return velocity.allFinite() && velocity.norm() <= speed_max;
}

} // namespace

std::optional<Error> fault_in(const RigidDescription& rigid) {
    if (!(rigid.mass == 0.0 || (rigid.mass >= 1e-3 && rigid.mass <= mass_max))) {
        return range_error("the mass of a rigid body must be 0 or between 0.001 and 1e6 kg", "mass");
    }
    if (!(rigid.friction >= 0.0 && rigid.friction <= 10.0)) {
        return range_error("the friction of a rigid body must be between 0 and 10", "friction");
    }
    if (!(rigid.restitution >= 0.0 && rigid.restitution <= 1.0)) {
        return range_error("the restitution of a rigid body must be between 0 and 1", "restitution");
    }
    if (!is_slow(rigid.velocity)) {
        return range_error("the velocity of a rigid body must be at most 1000 m/s", "velocity");
    }
    if (!is_slow(rigid.angular_velocity)) {
        return range_error("the angular velocity of a rigid body must be at most 1000 rad/s", "angular_velocity");
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const RigidThrow& thrown) {
    if (!is_slow(thrown.velocity) || !is_slow(thrown.angular_velocity)) {
        return range_error("a throw must have a velocity of at most 1000 m/s, and turn by at most 1000 rad/s", "throw");
    }
    return std::nullopt;
}

void read_value(const JsonNode& node, RigidDescription& rigid) {
    {
        MemberReader members(node);
        std::string shape = "hull";
        members.read("mass", rigid.mass);
        members.read("friction", rigid.friction);
        members.read("restitution", rigid.restitution);
        members.read("shape", shape);
        members.read("velocity", rigid.velocity);
        members.read("angular_velocity", rigid.angular_velocity);
        if (shape != "hull" && shape != "ball") {
            node.refuse("must have the shape \"hull\" or \"ball\"");
        }
        rigid.shape = shape == "ball" ? RigidShape::ball : RigidShape::hull;
    }
    if (const auto fault = fault_in(rigid)) {
        node.refuse(fault->message);
    }
}

Json rigid_json(const RigidDescription& rigid) {
    return Json::object_t{{"mass", rigid.mass},
                          {"friction", rigid.friction},
                          {"restitution", rigid.restitution},
                          {"shape", rigid.shape == RigidShape::ball ? "ball" : "hull"},
                          {"velocity", to_json(rigid.velocity)},
                          {"angular_velocity", to_json(rigid.angular_velocity)}};
}

void read_value(const JsonNode& node, RigidThrow& thrown) {
    MemberReader members(node);
    members.read("velocity", thrown.velocity);
    members.read("angular_velocity", thrown.angular_velocity);
}

Json throw_json(const RigidThrow& thrown) {
    return Json::object_t{{"velocity", to_json(thrown.velocity)},
                          {"angular_velocity", to_json(thrown.angular_velocity)}};
}

} // namespace limber::app
