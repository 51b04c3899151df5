// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/objective.h"
#include "engine/core/json_document.h"
#include "engine/core/json_fwd.h"

#include <string>
#include <vector>

/// The start state of a body, as written by `limber gait --out-scene`: the settled state from which every rollout of
/// the search started, and the objective and number of steps, so that the scene gives the same motion and the same J.
/// In a scene file:
///
///     "start": {"model": "3f5b...",           fingerprint of the model that the numbers belong to
///               "Z": [...],                   3k numbers, row after row
///               "contact_force": [...],       3 a contact point [N]
///               "steps": 300,                 of a rollout
///               "objective": {...}}           engine/control/search_terms.h
namespace limber::app {

struct StartDescription {
    std::string model;                 // for any other model, the numbers are ignored and the body starts at rest
    std::vector<double> Z;             // 3k, exact to the bit
    std::vector<double> contact_force; // 3s [N]
    int steps = 1;
    Objective objective;

    bool operator==(const StartDescription&) const = default;
};

void read_value(const JsonNode& node, StartDescription& start);
Json start_json(const StartDescription& start);

} // namespace limber::app
