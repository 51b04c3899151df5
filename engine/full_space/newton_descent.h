// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/full_space_objective.h"
#include "engine/full_space/hyperelastic_tets.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/stepper/descent.h"

#include <functional>
#include <optional>

/// Newton's method with backtracking on the displacements that the constraint C' Z = 0 allows, C = M^1/2 Q. The
/// direction d solves
///
///     [ H   C3 ] [ d ]   [ -gradient ]
///     [ C3' 0  ] [ . ] = [     0     ]          C3 = C (x) I_3,  3n x 3c
///
/// by the Schur complement C3' H^-1 C3, where H is the Hessian with each tet's part made positive semidefinite. Inertia
/// makes the sum positive definite, so d always descends. Energy and gradient are exact.
namespace limber {

/// Scratch of newton_descent. A descent reads nothing that an earlier one wrote but the symbolic analysis of H, which
/// is kept while the pattern is the same.
struct NewtonScratch {
    HyperelasticHessian hessian;
    std::optional<SparseCholesky> factor;
    Matrix C3;             // 3n x 3c
    Coordinates direction; // n x 3
    Iterate trial;
};

NewtonScratch newton_scratch(const FullSpaceModel& model);

struct NewtonProblem {
    std::function<void(Iterate&)> evaluate; // computes objective and gradient at Z, without the constraint's forces
    std::function<bool(const Iterate&)> is_converged;
    std::function<double(const Iterate&)> round_off; // of a difference of two objectives
    int evaluations = 100;                           // at most, of the objective
};

/// Starts at `now`, evaluated, whose Z satisfies the constraint, and leaves the best iterate there. Fails with
/// not_converged when H cannot be factorised.
Result<Descent> newton_descent(const FullSpaceModel& model, const Controls& controls, const NewtonProblem& problem,
                               const FullSpaceObjective& objective, NewtonScratch& scratch, Iterate& now);

} // namespace limber
