// SPDX-License-Identifier: MIT
#include "app/document/start_description.h"

#include "app/document/number_limits.h"
#include "engine/control/search_terms.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <cmath>

namespace limber::app {
namespace {

constexpr int rollout_steps_max = 1000000;

std::vector<double> start_numbers(const JsonNode& list, double largest) {
    std::vector<double> numbers(list.size());
    for (std::size_t i = 0; i < numbers.size() && list.is_sound(); ++i) {
        numbers[i] = list[i].number();
        if (std::abs(numbers[i]) > largest) {
            list[i].refuse("is too large for a number of a state");
        }
    }
    return numbers;
}

} // namespace

void read_value(const JsonNode& node, StartDescription& start) {
    MemberReader members(node);
    members.read("model", start.model);
    if (const auto Z = members.take("Z")) {
        start.Z = start_numbers(*Z, coordinate_max);
    }
    if (const auto force = members.take("contact_force")) {
        start.contact_force = start_numbers(*force, stiffness_max);
    }
    if (const auto steps = members.take("steps")) {
        start.steps = static_cast<int>(steps->whole(1, rollout_steps_max));
    }
    members.read("objective", start.objective);
    if (const auto fault = fault_in(start.objective); fault && node.is_sound()) {
        node.refuse("has an objective for which no motion can be scored: " + fault->message);
    }
}

Json start_json(const StartDescription& start) {
    return Json::object_t{{"model", start.model},
                          {"Z", Json::array_t(start.Z.begin(), start.Z.end())},
                          {"contact_force", Json::array_t(start.contact_force.begin(), start.contact_force.end())},
                          {"steps", start.steps},
                          {"objective", objective_json(start.objective)}};
}

} // namespace limber::app
