// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search_options.h"
#include "engine/core/json_document.h"

/// The terms of a search as JSON; missing members keep their defaults.
///
///     "space": {"harmonics": 1, "amplitude_max": 1, "period_min": 0.5, "period_max": 2, "own_periods": false,
///               "taking_part": 0, "ramp": 0.3,
///               "amplitude": 0.5, "period": 0.8, "phase": 0,                     where they are fixed
///               "parts": ["free", "in", "out"],                                  one a muscle, where one is fixed
///               "fixed": [[], [{"amplitude": 0.4, "phase": 0.25}, {"period": 0.5}]]}     a list a muscle, its
///               harmonics
///     "objective": {"travel": 1, "speed": 0, "approach": 0, "height": 0, "leap": 0, "turn": 0, "upright": 0,
///                   "energy": 0, "direction": [0, 0, 1], "facing": [0, 0, 1], "target": [1, 0, 3]}
///     "start": [0, 0.2, 0]                                                       the centre of mass
///     "search": {"generations": 200, "population": 16, "steps": 300, "sigma": 0.3, "restarts": 0, "seed": 1}
namespace limber {

/// "free", "in", "out".
std::string name_of(Participation part);
std::optional<Participation> participation_named(std::string_view name);

Json space_json(const GaitSpace& space);
Json objective_json(const Objective& objective);
Json search_json(const GaitSearchOptions& options);
Json terms_json(const GaitSearchTerms& terms); // {"space": ..., "objective": ..., "search": ..., "start": ...}

/// For core/member_reader.h. Reports counts that are out of range; fault_in checks the other ranges. The number of
/// muscles is not stored; the caller sets it.
void read_value(const JsonNode& node, GaitSpace& space);
void read_value(const JsonNode& node, Objective& objective);
void read_value(const JsonNode& node, GaitSearchOptions& options);
void read_value(const JsonNode& node, GaitSearchTerms& terms);

} // namespace limber
