// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/number_limits.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/types.h"
#include "engine/operators/elastic_energy.h"

#include <optional>
#include <string>

/// A body that is stepped by Newton's method on cubature points (engine/cubature/cubature_step.h). In a scene file it
/// is
///
///     "newton": {"energy": "stable-neo-hookean", "points": 200, "training_error": 1}
///
/// and left out where the body is stepped by local-global iterations on clusters.
namespace limber::app {

struct NewtonDescription {
    ElasticEnergy energy = ElasticEnergy::stable_neo_hookean;
    Index points = 200; // cubature points at most; as many as tets: all of them
    /// Cubature::training_error that the points must reach, with fewer if these are enough; 1: all points, whatever
    /// their error.
    double training_error = 1.0;
    bool operator==(const NewtonDescription&) const = default;
};

inline constexpr Index cubature_points_max = 100000;
inline constexpr Range training_error_range{1e-6, 1.0};

/// The first value that is out of range, if any.
std::optional<Error> fault_in(const NewtonDescription& newton);

void read_value(const JsonNode& node, NewtonDescription& newton);
Json newton_json(const NewtonDescription& newton);

/// Reads the enumerator; precondition: one of elastic_energy_names.
ElasticEnergy named_energy(const std::string& name);

} // namespace limber::app
