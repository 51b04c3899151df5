// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/constrained_inverse.h"
#include "engine/full_space/full_space_objective.h"
#include "engine/full_space/hyperelastic_tets.h"

#include <memory>
#include <optional>

/// The linear system of Newton's method on the displacements that the constraint C' Z = 0 allows, C = M^1/2 Q. The
/// solution d of a right-hand side r is that of
///
///     [ H   C3 ] [ d ]   [ r ]
///     [ C3' 0  ] [ . ] = [ 0 ]          C3 = C (x) I_3,  3n x 3c
///
/// by the Schur complement C3' H^-1 C3, where H is the Hessian with the parts of each tet and each spring made positive
/// semidefinite, and with that of the gas in pockets, which is indefinite, where the sum stays positive definite.
/// Inertia makes it so without gas. Of the muscles it has the quadratic part, and the rest of their Hessian, -U U' of
/// few columns (muscle_energy.h), where H - U U' is positive definite, by the identity of Woodbury:
///
///     (H - U U')^-1 = H^-1 + H^-1 U (I - U' H^-1 U)^-1 U' H^-1
namespace limber {

/// What the Hessian of a step is computed from.
struct NewtonInput {
    const FullSpaceModel& model;
    const Controls& controls;
    const FullSpaceObjective& objective;
};

/// The muscles' part -U U' of the Hessian.
struct LowRankPart {
    Matrix solved;            // 3n x k: H^-1 U on the constraint
    Eigen::LLT<Matrix> small; // of I - U' H^-1 U
};

/// Nothing that an earlier factorisation wrote is read but the symbolic analysis of H, which is kept while the pattern
/// is the same.
struct NewtonSystem {
    HyperelasticHessian hessian;
    std::optional<ConstrainedInverse> inverse;
    std::shared_ptr<const Matrix> C3;   // 3n x 3c
    std::optional<LowRankPart> muscles; // nullopt: none, or left out
};

NewtonSystem newton_system(const FullSpaceModel& model);

/// Factorises H at the unknown Z (n x 3). Fails with not_converged and cancelled.
Result<Done> factorise(const NewtonInput& input, const Coordinates& Z, NewtonSystem& system);

/// The solutions of any number of right-hand sides (3n x k), vertex by vertex. Precondition: factorise succeeded.
Matrix solve_on_constraint(const NewtonSystem& system, const Matrix& right_sides);

} // namespace limber
