#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The objective of a step and its gradient; step.h has the formula.
namespace limber {

/// Whether the integrator reads the state before the last: BDF2, if that state is known and the time step is unchanged.
bool uses_history(const Controls& controls, const State& state);

/// Computes everything that iterations do not change: the predicted body and rig, the diagonal, the handles, the rig's
/// share of every F. Call once for each integrator that a step tries. Returns the h for which v = (x - x_base) / h.
double prepare_objective(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace,
                         bool may_use_history = true);

/// Computes objective and gradient at `at.Z` by one pass over the clusters.
void evaluate(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at);

/// [J] the scale of the objective's round-off.
double elastic_weight(const ReducedModel& model, const Controls& controls);

/// The elastic energy [J] at workspace.now, including the muscles; evaluated at x + beta v under strain damping.
double elastic_energy(const ReducedModel& model, const Controls& controls, const Workspace& workspace);

/// The kinetic energy [J] of a state, including the rig's motion.
double kinetic_energy(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace);

} // namespace limber
