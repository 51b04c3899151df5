// SPDX-License-Identifier: MIT
#include "app/document/behaviour_controls.h"

#include "engine/core/contract.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/linalg/json_matrices.h"

#include <numbers>
#include <string>

namespace limber::app {
namespace {

constexpr std::string_view no_behaviour = "none";
constexpr double radians_per_degree = std::numbers::pi / 180.0;

void read_kind(const JsonNode& node, std::optional<BehaviourKind>& kind) {
    const std::string name = node.text();
    kind = behaviour_named(name);
    if (!kind && name != no_behaviour) {
        node.refuse("must be none, stand, hop, roll, walk, turn, reach, follow or flee");
    }
}

} // namespace

std::string_view name_of(const std::optional<BehaviourKind>& kind) {
    return kind ? limber::name_of(*kind) : no_behaviour;
}

bool has_moving_target(const BehaviourControls& controls) {
    return controls.kind == BehaviourKind::flee || (controls.kind == BehaviourKind::follow && controls.to_target);
}

BehaviourSettings settings_of(const BehaviourControls& controls) {
    EXPECTS(controls.kind);
    BehaviourSettings settings;
    settings.kind = *controls.kind;
    const double angle = controls.angle * radians_per_degree;
    switch (settings.kind) {
    case BehaviourKind::stand:
        break;
    case BehaviourKind::hop:
        settings.height = controls.height;
        settings.distance = controls.distance;
        break;
    case BehaviourKind::roll:
    case BehaviourKind::walk:
        settings.distance = controls.distance;
        settings.speed = controls.speed;
        break;
    case BehaviourKind::turn:
        settings.angle = angle;
        break;
    case BehaviourKind::reach:
        settings.target = controls.target;
        break;
    case BehaviourKind::follow:
        settings.speed = controls.speed;
        settings.to_target = controls.to_target;
        if (controls.to_target) {
            settings.target = controls.target;
        } else {
            settings.angle = angle;
        }
        break;
    case BehaviourKind::flee:
        settings.distance = controls.distance;
        settings.speed = controls.speed;
        settings.target = controls.target;
        break;
    }
    return settings;
}

std::optional<Error> fault_in(const BehaviourControls& controls) {
    BehaviourSettings all;
    all.height = controls.height;
    all.distance = controls.distance;
    all.speed = controls.speed;
    all.angle = controls.angle * radians_per_degree;
    all.target = controls.target;
    auto fault = limber::fault_in(all);
    if (fault) {
        fault->message = "behaviour." + fault->where + " " + fault->message;
        fault->where.clear();
    } else if (!(controls.pose >= 0.0 && controls.pose <= pose_weight_max)) {
        fault = Error{ErrorKind::bad_input, "behaviour.pose must be between 0 and 100", {}};
    } else if ((fault = fault_in(controls.goals))) {
        fault->message = "behaviour." + fault->message;
    }
    return fault;
}

void read_value(const JsonNode& node, BehaviourControls& controls) {
    MemberReader members(node);
    if (const auto kind = members.take("kind")) {
        read_kind(*kind, controls.kind);
    }
    members.read("height", controls.height);
    members.read("distance", controls.distance);
    members.read("speed", controls.speed);
    members.read("angle", controls.angle);
    members.read("target", controls.target);
    members.read("region", controls.region);
    members.read("to_target", controls.to_target);
    members.read("nearest", controls.is_nearest);
    members.read("look_ahead", controls.looks_ahead);
    members.read("pose", controls.pose);
    members.read("goals", controls.goals);
    if (const auto fault = node.is_sound() ? fault_in(controls) : std::nullopt) {
        node.refuse("is out of range: " + fault->message);
    }
}

Json behaviour_json(const BehaviourControls& controls) {
    Json::object_t object{{"kind", std::string(name_of(controls.kind))},
                          {"height", controls.height},
                          {"distance", controls.distance},
                          {"speed", controls.speed},
                          {"angle", controls.angle},
                          {"target", to_json(controls.target)},
                          {"region", controls.region},
                          {"to_target", controls.to_target},
                          {"nearest", controls.is_nearest},
                          {"look_ahead", controls.looks_ahead},
                          {"pose", controls.pose}};
    if (controls.goals != GoalControls{}) {
        object.emplace_back("goals", goals_json(controls.goals));
    }
    return object;
}

} // namespace limber::app
