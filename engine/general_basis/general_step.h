// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_contact.h"
#include "engine/general_basis/general_objective.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/quasi_newton.h"
#include "engine/stepper/step.h"

#include <span>
#include <vector>

/// One implicit step in a general subspace: the objective and the controls of stepper/step.h, with z as k/3 x 3 rows of
/// State.Z. The handles are given apart, because those of `Controls` belong to a skinning subspace; the points of
/// `Controls::forces` and `Controls::springs` and the contact points are those of general_point and
/// general_contact_points.
namespace limber {

/// The point with these barycentric coordinates over any vertices (they sum to one).
GeneralHandle general_handle(const GeneralModel& model, std::span<const int> vertices,
                             std::span<const double> barycentric, double stiffness, const Vec3& target);

/// The same point for a force: `phi` has k numbers for each axis, one axis after the other.
BodyPoint general_point(const GeneralModel& model, std::span<const int> vertices, std::span<const double> barycentric);

/// These vertices as contact points: phi has k numbers for each axis, one axis after the other.
ContactPoints general_contact_points(const GeneralModel& model, const std::vector<int>& vertices);

/// Scratch of steps of one model, sized once, so that a step never allocates.
struct GeneralWorkspace {
    /// Precondition: runs_here(instruction_set).
    explicit GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set = widest_instruction_set(),
                              Index handle_capacity = 64, Index contact_points = 0);

    Prediction prediction;
    GeneralObjective objective;
    GeneralMetric metric; // of the descent without contact
    GeneralContact contact;
    DescentScratch descent; // without contact
    Iterate now;
    EndOfStep end;

    Index handle_capacity() const {
        return objective.handles.stiffness.size() / 3;
    }
};

/// Precondition: at most handle_capacity handles and springs together, and as many contact points as the workspace has.
/// The activation of a model without muscles is ignored. On not_finite the state is unchanged.
StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace);

/// The state at rest in the rig's pose P.
State general_rest(const GeneralModel& model, const AffineStack& P, Index contact_points = 0);

} // namespace limber
