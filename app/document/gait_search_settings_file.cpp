// SPDX-License-Identifier: MIT
#include "app/document/gait_search_settings.h"

#include "engine/control/search_terms.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <cmath>

namespace limber::app {
namespace {

// A million of the longest steps [s], so that the duration of any search can be set and read back.
constexpr double seconds_max = 1e7;
constexpr double turns_max = 1e6;
constexpr double distance_max = 1e9; // [m]

void read_within(MemberReader& members, const char* name, double most, double& value) {
    if (const auto node = members.take(name)) {
        value = node->number();
        if (!(std::abs(value) <= most)) {
            node->refuse("must lie between " + json_number(-most) + " and " + json_number(most));
        }
    }
}

} // namespace

void read_value(const JsonNode& node, GaitSearchSettings& settings) {
    MemberReader members(node);
    if (const auto role = members.take("learn")) {
        settings.role = role_in(*role);
    }
    read_within(members, "direction", turns_max, settings.direction);
    if (node.has("facing")) {
        read_within(members, "facing", turns_max, settings.facing.emplace());
    }
    read_within(members, "ahead", distance_max, settings.ahead);
    read_within(members, "aside", distance_max, settings.aside);
    if (const auto seconds = members.take("seconds")) {
        settings.seconds = seconds->number();
        if (seconds->is_sound() && !(settings.seconds > 0.0 && settings.seconds <= seconds_max)) {
            seconds->refuse("must be positive and at most 10000000");
        }
    }
    members.read("space", settings.space);
    members.read("objective", settings.objective);
    members.read("search", settings.search);
}

Json gait_search_settings_json(const GaitSearchSettings& settings) {
    Json::object_t object{{"learn", name_of(settings.role)},
                          {"direction", settings.direction},
                          {"ahead", settings.ahead},
                          {"aside", settings.aside},
                          {"seconds", settings.seconds},
                          {"space", space_json(settings.space)},
                          {"objective", objective_json(settings.objective)},
                          {"search", search_json(settings.search)}};
    if (settings.facing) {
        object.emplace_back("facing", *settings.facing);
    }
    return object;
}

} // namespace limber::app
