// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/stepper/state.h"

/// The solver settings of a scene, a recording and the panel.
namespace limber::app {

struct SolverDescription {
    Integrator integrator = Integrator::backward_euler;
    Arithmetic arithmetic = Arithmetic::single_precision;
    int memory = 5;              // pairs of L-BFGS; 0: plain local-global iterations
    double strain_damping = 0.0; // Rayleigh's beta [s]
    bool operator==(const SolverDescription&) const = default;
};

inline constexpr int memory_max = 8;
inline constexpr double strain_damping_max = 1.0; // [s]

/// The names in files and on the command line, in the order of the enumerators.
inline constexpr std::array integrator_names{"backward Euler", "BDF2"};
inline constexpr std::array arithmetic_names{"single", "double"};

/// The first value that is out of range, if any.
std::optional<Error> fault_in(const SolverDescription& solver);

void read_value(const JsonNode& node, SolverDescription& solver);
Json solver_json(const SolverDescription& solver);

void take_over(const SolverDescription& solver, Controls& controls);

} // namespace limber::app
