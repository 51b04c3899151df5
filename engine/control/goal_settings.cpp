// SPDX-License-Identifier: MIT
#include "engine/control/goal_settings.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace limber {
namespace {

constexpr std::array<std::string_view, goal_group_count> group_names{"velocity", "height", "balance", "heading",
                                                                     "spin",     "feet",   "hold",    "reach"};

bool takes_steps(BehaviourKind kind) {
    return kind == BehaviourKind::walk || kind == BehaviourKind::turn || has_moving_target(kind);
}

} // namespace

std::string_view name_of(GoalGroup group) {
    return group_names.at(static_cast<std::size_t>(group));
}

std::optional<GoalGroup> goal_group_named(std::string_view name) {
    const auto found = std::ranges::find(group_names, name);
    return found == group_names.end() ? std::nullopt
                                      : std::optional(static_cast<GoalGroup>(found - group_names.begin()));
}

bool has_goals(BehaviourKind kind, GoalGroup group) {
    const bool rolls = kind == BehaviourKind::roll;
    const bool reaches = kind == BehaviourKind::reach;
    switch (group) {
    case GoalGroup::velocity:
        return kind != BehaviourKind::stand && !reaches;
    case GoalGroup::height:
        return !reaches;
    case GoalGroup::balance:
        return !rolls;
    case GoalGroup::heading:
        return !rolls && !reaches;
    case GoalGroup::feet:
        return takes_steps(kind);
    case GoalGroup::reach:
        return reaches;
    case GoalGroup::spin:
    case GoalGroup::hold:
        break;
    }
    return true;
}

std::optional<Error> fault_in(const GoalSettings& settings) {
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        if (!(settings.weights[group] >= 0.0 && settings.weights[group] <= goal_weight_max)) {
            return Error{ErrorKind::bad_input, "must be between 0 and 100", std::string(group_names[group])};
        }
    }
    if (!(std::abs(settings.rise) <= 1e3)) {
        return Error{ErrorKind::bad_input, "must be between -1000 and 1000 m", "rise"};
    }
    if (!(std::abs(settings.facing) <= 100.0)) {
        return Error{ErrorKind::bad_input, "must be between -100 and 100 rad", "facing"};
    }
    if (settings.place && !(settings.place->array().abs() <= 1e4).all()) {
        return Error{ErrorKind::bad_input, "must be within 10000 m", "place"};
    }
    return std::nullopt;
}

} // namespace limber
