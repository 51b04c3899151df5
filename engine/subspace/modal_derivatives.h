// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"

/// Vibration modes with their modal derivatives [Barbic and James 2005, Real-Time Subspace Integration for St.
/// Venant-Kirchhoff Deformable Models; FCD section 9.1], here of the co-rotational energy: the displacements that
/// correct the modes to second order when they are large.
///
///     K Psi_ij = -(dK/dphi_j) phi_i,   C' Psi_ij = 0       K   3n x 3n   Hessian at rest
///
/// A body under the load a K phi_i is in equilibrium at a phi_i + a^2 Psi_ii / 2 to second order in a. Psi_ij = Psi_ji,
/// so that r modes have r (r + 1) / 2 derivatives.
namespace limber {

/// 3n x r (r + 1) / 2: Psi_ij, j <= i, at column i (i + 1) / 2 + j. `modes`: 3n x r with C' phi = 0 on each axis, C n x
/// c; `rigid`: 3n x any, motions that K does not resist; the derivatives have no product with them in the mass.
/// `stiffness_min`: the smallest eigenvalue of the modes [1/s^2]. Fails with not_converged and cancelled.
Result<Matrix> modal_derivatives(const TetMesh& mesh, const Material& material, const Matrix& C, const Matrix& rigid,
                                 const Matrix& modes, double stiffness_min, Progress* progress = nullptr);

struct ModalDerivativeBasis {
    Matrix B;        // 3n x k, B'MB = I: rigid motions, if C allows any, modes, then the span of the derivatives
    Index modes = 0; // with the rigid motions
};

/// As few modes as have derivatives enough for `count` columns. Of the derivatives, scaled by 1 / (lambda_i lambda_j),
/// the principal components in the mass that no mode has a part in. Where the mesh has fewer derivatives, all columns
/// are modes. Fails as constrained_displacement_modes.
Result<ModalDerivativeBasis> modal_derivative_basis(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                    Index count, Progress* progress = nullptr);

} // namespace limber
