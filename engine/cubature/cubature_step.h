// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_contact.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/step.h"

#include <vector>

/// One implicit step in a linear subspace by Newton's method with backtracking [Force-Dual Modes, section 8.1]: that of
/// general_basis/general_step.h, with an elastic energy at each cubature point in place of one rotation for each
/// cluster. Handles, springs between points, muscles and contact are those of the general step; muscles are not
/// integrated by cubature, but by their own clusters, exactly, as fibres under tension are, and gas in pockets by their
/// whole surface. A move solves
///
///     H d = -gradient
///
/// with the H of cubature_objective.h. Energy and gradient are exact for the points. In contact the forces of a move
/// satisfy the contact laws at its end (cubature_contact.h).
///
/// Of the controls, `memory` and `arithmetic` have no meaning: everything is in double precision. `iterations` limits
/// the evaluations of each descent, those of rejected lengths included, and a descent ends before when its gradient has
/// fallen to cubature_tolerance of that of the predicted motion, or a move is relatively smaller than `tolerance`.
namespace limber {

inline constexpr double cubature_tolerance = 1e-6;

/// Scratch of steps of one model, sized once, so that a step never allocates. A step reads nothing that an earlier one
/// wrote.
struct CubatureWorkspace {
    explicit CubatureWorkspace(const CubatureModel& model, Index handle_capacity = 64, Index contact_points = 0);

    Prediction prediction;
    CubatureObjective objective;
    CubatureContact contact;
    CubatureMoves moves;
    Iterate now; // the best iterate
    EndOfStep end;

    Index handle_capacity() const {
        return objective.handle_columns.cols() / 3;
    }
};

/// Preconditions: at most handle_capacity handles, of general_handle, and springs together; forces and springs on
/// points of general_point; and at most as many contact points as the workspace has, of general_contact_points. The
/// activation of a model without muscles is ignored. On not_finite the state is unchanged.
StepReport cubature_step(const CubatureModel& model, const Controls& controls,
                         const std::vector<GeneralHandle>& handles, State& state, CubatureWorkspace& workspace);

} // namespace limber
