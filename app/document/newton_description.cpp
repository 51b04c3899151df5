// SPDX-License-Identifier: MIT
#include "app/document/newton_description.h"

#include "app/document/choices.h"
#include "engine/core/contract.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cstdint>

namespace limber::app {

std::optional<Error> fault_in(const NewtonDescription& newton) {
    if (newton.points < 1 || newton.points > cubature_points_max) {
        return Error{ErrorKind::bad_input, "must be between 1 and " + std::to_string(cubature_points_max),
                     "newton.points"};
    }
    if (!training_error_range.holds(newton.training_error)) {
        return Error{ErrorKind::bad_input, "must lie between 1e-6 and 1, the share of the forces that may be missing",
                     "newton.training_error"};
    }
    return std::nullopt;
}

void read_value(const JsonNode& node, NewtonDescription& newton) {
    MemberReader members(node);
    read_choice(members, "energy", elastic_energy_names, newton.energy);
    members.read("points", newton.points);
    members.read("training_error", newton.training_error);
}

Json newton_json(const NewtonDescription& newton) {
    return Json::object_t{{"energy", name_of(newton.energy)},
                          {"points", std::int64_t{newton.points}},
                          {"training_error", newton.training_error}};
}

ElasticEnergy named_energy(const std::string& name) {
    const auto found = std::ranges::find(elastic_energy_names, name);
    EXPECTS(found != elastic_energy_names.end());
    return static_cast<ElasticEnergy>(found - elastic_energy_names.begin());
}

} // namespace limber::app
