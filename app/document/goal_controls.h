// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/goal_settings.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"

#include <array>
#include <optional>
#include <string>

/// How the goals of a behaviour are weighted, and which are combined with them (engine/control/goal_settings.h). In
/// scenes and recordings, where every member has a default:
///
///     {"velocity": 1, "height": 1, "balance": 1, "heading": 1, "spin": 1, "feet": 1, "hold": 1, "reach": 1,
///                                 times the weight that the behaviour has by itself, 0 to 100; 0: off
///      "rise": 0,                 [m] of the height at which the centre of mass is held, above that at rest
///      "facing": 0,               [degrees] to the left, of the front from the way
///      "also_reach": false,       a point of the body reaches to "place", beside the behaviour
///      "place": [0, 1, 1],        [m]
///      "region": "hand"}          a painted muscle region whose mean reaches there; "": the nearest point
namespace limber::app {

struct GoalControls {
    std::array<double, goal_group_count> weights = GoalSettings{}.weights;
    double rise = 0.0;   // [m]
    double facing = 0.0; // [degrees]
    bool also_reaches = false;
    Vec3 place = Vec3(0.0, 1.0, 1.0); // [m]
    std::string region;               // painted; another name is as none
    bool operator==(const GoalControls&) const = default;
};

/// Without the point of the region.
GoalSettings settings_of(const GoalControls& controls);

/// The first value that is out of range, if any; the message names the member.
std::optional<Error> fault_in(const GoalControls& controls);

void read_value(const JsonNode& node, GoalControls& controls);
Json goals_json(const GoalControls& controls);

} // namespace limber::app
