// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/behaviour_settings.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"
#include "engine/model/body_point.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// How the goals of a behaviour (behaviour.h) are weighted, and which goals are combined with them.
///
/// Each goal belongs to a group, whose weight multiplies the residuals of its goals (goals.h): with 2 they count four
/// times in the cost, with 0 there are none. All at 1 are the behaviour's own goals, bit for bit.
namespace limber {

enum class GoalGroup {
    velocity, // of the centre of mass along its way, and its place beside it
    height,   // of the centre of mass: at rest, in a crouch, while it pushes off and lands
    balance,  // the centre of mass over the support
    heading,  // turn about up
    spin,     // turn about level axes: upright, and the turn of a body that rolls
    feet,     // feet that swing, and the sole between them
    hold,     // what touches the ground stays where it is on it
    reach     // points of the body to places
};
inline constexpr std::size_t goal_group_count = 8;
inline constexpr double goal_weight_max = 100.0;

std::string_view name_of(GoalGroup group);
std::optional<GoalGroup> goal_group_named(std::string_view name);

/// Whether the behaviour has goals of this group, by itself.
bool has_goals(BehaviourKind kind, GoalGroup group);

struct GoalSettings {
    std::array<double, goal_group_count> weights = {1, 1, 1, 1, 1, 1, 1, 1}; // one a group
    double rise = 0.0;                   // [m] of the height at which the centre of mass is held, above that at rest
    double facing = 0.0;                 // [rad] to the left, between the way and the front; not of a turn
    std::optional<Vec3> place = {};      // [m] to which a point of the body reaches beside the behaviour
    std::optional<BodyPoint> point = {}; // that reaches there; none: the contact point that is nearest to it at rest

    double weight(GoalGroup group) const {
        return weights[static_cast<std::size_t>(group)];
    }
    /// Whether there are goals that the behaviour does not have by itself.
    bool has_more() const {
        return rise != 0.0 || facing != 0.0 || place.has_value();
    }
};

std::optional<Error> fault_in(const GoalSettings& settings);

} // namespace limber
