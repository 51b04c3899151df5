// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_energy.h"
#include "engine/general_basis/general_objective.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/step.h"

#include <vector>

/// One implicit step in a linear subspace by Newton's method with backtracking [Force-Dual Modes, section 6]: that of
/// general_basis/general_step.h, with an elastic energy at each cubature point in place of one rotation for each
/// cluster. A move solves
///
///     (D + Phi S Phi' + sum_p w_p V_p B_p' H_p B_p) d = -gradient        H_p   9 x 9 Hessian of the energy by F, its
///                                                                              positive semidefinite part
///
/// with D of inertia and damping and Phi of the handles and springs. Energy and gradient are exact for the points.
///
/// Of the controls, `memory` and `arithmetic` have no meaning: everything is in double precision. `iterations` limits
/// the evaluations, those of rejected lengths included, and a step ends before when its gradient has fallen to
/// cubature_tolerance of that of the predicted motion, or a move is relatively smaller than `tolerance`. There are no
/// muscles and no contact.
namespace limber {

inline constexpr double cubature_tolerance = 1e-6;

/// Scratch of steps of one model, sized once, so that a step never allocates. A step reads nothing that an earlier one
/// wrote.
struct CubatureWorkspace {
    explicit CubatureWorkspace(const CubatureModel& model, Index handle_capacity = 64);

    Prediction prediction;
    GeneralObjective inertia; // and gravity, wind, damping and handles
    CubatureScratch elastic;
    Matrix handle_columns; // k x 3 capacity: sqrt(S) Phi
    Matrix hessian;        // k x k
    Coordinates direction; // k/3 x 3
    Iterate now;           // the best iterate
    Iterate trial;
    EndOfStep end;

    Index handle_capacity() const {
        return handle_columns.cols() / 3;
    }
};

/// Preconditions: at most handle_capacity handles, of general_handle, and springs together; forces and springs on
/// points of general_point; and no contact points. On not_finite the state is unchanged.
StepReport cubature_step(const CubatureModel& model, const Controls& controls,
                         const std::vector<GeneralHandle>& handles, State& state, CubatureWorkspace& workspace);

} // namespace limber
