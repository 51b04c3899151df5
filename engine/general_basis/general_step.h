// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_handles.h"
#include "engine/general_basis/general_model.h"
#include "engine/general_basis/general_pass.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/quasi_newton.h"
#include "engine/stepper/step.h"

#include <span>
#include <vector>

/// One implicit step in a general subspace: the objective and the controls of stepper/step.h, with z as k/3 x 3 rows of
/// State.Z. The handles are given apart, because those of `Controls` belong to a skinning subspace; the points of
/// `Controls::forces` are those of general_point. Contact is not part of general subspaces yet.
namespace limber {

/// The point with these barycentric coordinates over any vertices (they sum to one).
GeneralHandle general_handle(const GeneralModel& model, std::span<const int> vertices,
                             std::span<const double> barycentric, double stiffness, const Vec3& target);

/// The same point for a force: `phi` has k numbers for each axis, one axis after the other.
BodyPoint general_point(const GeneralModel& model, std::span<const int> vertices, std::span<const double> barycentric);

/// What the iterations of a step do not change; the fields are those of StepObjective.
struct GeneralObjective {
    const Kernel* kernel = nullptr;
    double share = 1.0;
    Vector D;         // k
    Vector constant;  // k
    Vector rig_force; // k elastic force of the rig's pose
    GeneralHandleSystem handles;
    GeneralPass pass; // the only member that an evaluation writes
};

/// Scratch of steps of one model, sized once, so that a step never allocates.
struct GeneralWorkspace {
    /// Precondition: runs_here(instruction_set).
    explicit GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set = widest_instruction_set(),
                              Index handle_capacity = 64);

    Prediction prediction;
    GeneralObjective objective;
    GeneralMetric metric; // of the descent
    DescentScratch descent;
    Iterate now;
    EndOfStep end;

    Index handle_capacity() const {
        return objective.handles.stiffness.size() / 3;
    }
};

/// Precondition: at most handle_capacity handles. Contact is ignored, and so is the activation of a model without
/// muscles. On not_finite the state is unchanged.
StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace);

/// The state at rest in the rig's pose P.
State general_rest(const GeneralModel& model, const AffineStack& P);

} // namespace limber
