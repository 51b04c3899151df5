// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// The stored results of a scene's run: a few numbers that depend on the whole computation.
namespace limber::testing {

struct Golden {
    std::string scene;
    double cluster_count = 0;
    Vector lambda;               // m [1/s^2] of the modes
    double elastic_energy = 0.0; // [J] at the end
    double kinetic_energy = 0.0; // [J]
    Points x;                    // [m] of a few vertices at the end
};

/// The runs that tests/regression/golden.json holds.
Result<std::vector<Golden>> read_golden();
/// Replaces these runs.
Result<Done> write_golden(const std::vector<Golden>& runs);

} // namespace limber::testing
