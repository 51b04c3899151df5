// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/goal_controls.h"
#include "engine/control/behaviour_settings.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"

#include <optional>
#include <string>
#include <string_view>

/// What a character does by itself: a behaviour (engine/control/behaviour.h), for which a controller chooses the
/// activation of its muscles anew in each step (motion/behaviour_player.h). While there is one, no gait plays. In
/// scenes and recordings, where every member has a default:
///
///     {"kind": "hop",             none, stand, hop, roll, walk, turn, reach, follow or flee
///      "height": 0.2,             [m] of a hop, above rest
///      "distance": 1,             [m] to roll or to walk, or in hops along the front; of fleeing: how near the
///                                 target may come
///      "speed": 0.5,              [m/s] of rolling, walking, following and fleeing
///      "angle": 90,               [degrees] to turn; of following: from the heading at rest
///      "target": [0, 0, 2],       [m] of reaching and of following; what the body flees from
///      "region": "hand",          of reaching: a painted muscle region whose mean reaches; "": the nearest point
///      "to_target": true,         of following; false: along the angle
///      "nearest": false,          of following and fleeing, in the window: the target is the nearest other character
///      "look_ahead": false,       by a step of twice the time step (engine/control/one_step_controller.h)
///      "pose": 0,                 how much the muscles are pulled towards what the gait and "held" say; goals are in
///                                 body lengths a second
///      "goals": {...}}            as goal_controls.h has it; written where it differs from the defaults
namespace limber::app {

struct BehaviourControls {
    std::optional<BehaviourKind> kind = {}; // none: the body is passive, or plays its gait
    double height = 0.2;                    // [m]
    double distance = 1.0;                  // [m]
    double speed = 0.5;                     // [m/s]
    double angle = 90.0;                    // [degrees]
    Vec3 target = Vec3(0.0, 0.0, 2.0);      // [m]
    std::string region;                     // painted; another name is as none
    bool to_target = true;
    bool is_nearest = false; // the target goes where the nearest other character is
    bool looks_ahead = false;
    double pose = 0.0; // a weight
    GoalControls goals;
    bool operator==(const BehaviourControls&) const = default;
};

inline constexpr double pose_weight_max = 100.0;

/// The name in files: that of the behaviour, or "none".
std::string_view name_of(const std::optional<BehaviourKind>& kind);

/// Whether it goes to a target or away from one.
bool has_moving_target(const BehaviourControls& controls);

/// With the values that this kind has; the others are defaults. Preconditions: there is a kind.
BehaviourSettings settings_of(const BehaviourControls& controls);

/// The first value that is out of range, if any; the message names the member.
std::optional<Error> fault_in(const BehaviourControls& controls);

void read_value(const JsonNode& node, BehaviourControls& controls);
Json behaviour_json(const BehaviourControls& controls);

} // namespace limber::app
