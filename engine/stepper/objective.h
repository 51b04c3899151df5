// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/elastic_pass.h"
#include "engine/stepper/handle_system.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/springs.h"
#include "engine/stepper/state.h"

/// The objective of a step and its gradient; step.h has the formula. The unknown of the descents is where elasticity is
/// evaluated, Z^ = Z + beta Zdot = (1 + beta/h) Z - beta/h Z_base, called Z in an Iterate. As a function of it, 1 +
/// beta/h times the objective is, up to a constant,
///
///     1/2 <Z^, D Z^> - <Z^, constant> + the handles' springs + the springs between points
///                                     + the energy of the clusters' rotations.
///
/// D is diagonal: the stiffness B'LB, and (1/h^2 + (alpha + c)/h) / (1 + beta/h) times the scale of the density, from
/// elasticity, inertia, damping and drag. `constant` has all forces that Z^ does not change. A force that is linear in
/// the positions or velocities and in proportion to the masses belongs to both, any other constant force to `constant`
/// alone, springs on points are handles, and springs between points are handles with a local step (springs.h).
namespace limber {

/// What the iterations of a step do not change.
struct StepObjective {
    const Kernel* kernel = nullptr;
    /// 1 / (1 + beta/h): the position at the end of the step is this much of the unknown, and the rest of Z_base.
    double unknown_weight = 1.0;
    Coordinates D;         // k x 3, the same for every axis: inertia, damping and the quadratic part of elasticity
    Coordinates D_inverse; // k x 3
    Coordinates constant;  // k x 3, the forces at Z^ = 0 but for those of the clusters' rotations
    HandleSystem handles;  // with a column for each spring after those of the handles
    SpringOffsets springs;
    AffineStack rig_force;   // k x 3 elastic force of the rig's pose
    AffineStack rig_inertia; // k x 3 inertial force of the rig's motion
    AffineStack rig_drag;    // k x 3 drag of still air on the rig's motion
    ElasticPass pass;        // the only member that evaluate writes
};

/// Sized for a model, with undefined contents.
StepObjective step_objective(const ReducedModel& model, const Kernel& kernel, Index handle_capacity);

/// Computes the diagonal, the constant forces, the handles, and the rig's part of every F. Call once after each
/// prediction.
void prepare_objective(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                       StepObjective& objective);

/// Computes objective and gradient at `at.Z` by one pass over the clusters.
void evaluate(const ReducedModel& model, const Controls& controls, StepObjective& objective, Iterate& at);

/// [J] the scale of the objective's round-off.
double elastic_weight(const ReducedModel& model, const Controls& controls);

/// The elastic energy [J] at an evaluated iterate, including the muscles; at x + beta v under strain damping.
double elastic_energy(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                      const StepObjective& objective, const Iterate& at);

/// The kinetic energy [J] of a state, including the rig's motion. `scratch` is k x 3.
double kinetic_energy(const ReducedModel& model, const Controls& controls, const State& state, const Kernel& kernel,
                      AffineStack& scratch);

} // namespace limber
