// SPDX-License-Identifier: MIT
#include "app/document/goal_controls.h"

#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/linalg/json_matrices.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

constexpr double facing_max = 3600.0; // [degrees]

} // namespace

GoalSettings settings_of(const GoalControls& controls) {
    GoalSettings settings;
    settings.weights = controls.weights;
    settings.rise = controls.rise;
    settings.facing = controls.facing * std::numbers::pi / 180.0;
    if (controls.also_reaches) {
        settings.place = controls.place;
    }
    return settings;
}

std::optional<Error> fault_in(const GoalControls& controls) {
    if (!(std::abs(controls.facing) <= facing_max)) {
        return Error{ErrorKind::bad_input, "goals.facing must be between -3600 and 3600 degrees", {}};
    }
    GoalSettings all = settings_of(controls);
    all.place = controls.place;
    auto fault = limber::fault_in(all);
    if (fault) {
        fault->message = "goals." + fault->where + " " + fault->message;
        fault->where.clear();
    }
    return fault;
}

void read_value(const JsonNode& node, GoalControls& controls) {
    MemberReader members(node);
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        members.read(name_of(static_cast<GoalGroup>(group)), controls.weights[group]);
    }
    members.read("rise", controls.rise);
    members.read("facing", controls.facing);
    members.read("also_reach", controls.also_reaches);
    members.read("place", controls.place);
    members.read("region", controls.region);
}

Json goals_json(const GoalControls& controls) {
    Json::object_t object;
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        object.emplace_back(std::string(name_of(static_cast<GoalGroup>(group))), controls.weights[group]);
    }
    object.emplace_back("rise", controls.rise);
    object.emplace_back("facing", controls.facing);
    object.emplace_back("also_reach", controls.also_reaches);
    object.emplace_back("place", to_json(controls.place));
    object.emplace_back("region", controls.region);
    return object;
}

} // namespace limber::app
