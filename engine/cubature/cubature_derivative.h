// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_step.h"
#include "engine/stepper/contact_derivative.h"

/// The derivative of a step by Newton's method by the rest lengths of its springs: stepper/step_derivative.h with the
/// Hessian of the objective of cubature_objective.h, and with the contact laws likewise. At the end of a step
///
///     H dz/dl = k Phi u + sum_i Phi_i df_i/dl
///
///     H      k x k   the exact Hessian, with the negative curvature that moves leave out
///     Phi    k x 3   of a spring: the vector between its ends is d = share Phi' z + offset
///     k, u           its stiffness [N/m] and direction d / |d|
///     Phi_i, f_i     of the contacts that carry a force
///
/// A controller needs A' dz/dl for the few columns of A, which are solved for in place of a column for each spring.
namespace limber {

/// Scratch and result of one user.
struct CubatureDerivative {
    Matrix spring_response; // at least c x s: A' dz/dl of the state's z at the end of the step, in the first c rows
    int sticking = 0;
    int sliding = 0;
    Matrix H;       // k x k, then its Cholesky factor in the lower triangle
    Matrix turning; // k x contacts: sqrt(resistance) Phi_i b of sliding contacts across their slip b
    ContactAdjoint contacts;
    Matrix adjoint; // k x at least c
};

/// Sized for the steps of this workspace, with undefined contents.
CubatureDerivative cubature_derivative(const CubatureWorkspace& workspace);

/// `workspace` is that of a step with these controls which has just been taken, and was finite; A is k x c, for z as a
/// vector of k numbers (general_basis/general_objective.h). Where the exact Hessian is not positive definite, that of
/// the last move takes its place. Returns false if a number is not finite. After the first call with as many columns
/// nothing is allocated.
bool compute_derivative(const CubatureModel& model, const Controls& controls, CubatureWorkspace& workspace,
                        const ConstMatrixRef& A, CubatureDerivative& derivative);

} // namespace limber
