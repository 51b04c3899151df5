#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// What a step minimises, and its gradient: see step.h for the formula.
namespace limber {

/// Whether the integrator looks back beyond the state: BDF2, where the past is known and of the same time step.
bool uses_history(const Controls& controls, const State& state);

/// Everything that no iteration changes: where the body and the rig head, the diagonal, the handles, the rig's share
/// of every F. Once for every integrator that a step tries. Returns the h for which v = (x - x_base) / h.
double prepare_objective(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace,
                         bool may_look_back = true);

/// Objective and gradient at `at.Z`, by one pass over the clusters.
void evaluate(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at);

/// How hard the muscles pull, times the flesh's own stiffness: 0 where there are none.
double muscle_strength(const ReducedModel& model, const Controls& controls);

/// [J] What the round-off of the objective is measured by.
double elastic_weight(const ReducedModel& model, const Controls& controls);

/// The elastic energy, the muscles' included, [J] at workspace.now: at x + beta v where strain damping asks for it.
double elastic_energy(const ReducedModel& model, const Controls& controls, const Workspace& workspace);

/// The kinetic energy [J] of a state, the rig's motion included.
double kinetic_energy(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace);

} // namespace limber
