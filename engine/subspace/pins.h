// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"

/// A body that is pinned by p in [0, 1] a vertex. The skinning eigenmodes and the responses to loads are those of a
/// body with springs to its place at rest, and every other subspace is multiplied by a mask s that vanishes at the
/// pins:
///
///     (H + k M (1 + p / (1 - p + 1e-8))) s = k M 1        0 where p = 1, towards 1 far from the pins
///
///     H   n x n   weight-space Hessian (FCD equation 18)          [N/m]
///     M   n       lumped mass                                     [kg]
///     k           Rayleigh quotient of the rest positions in H and M, so that the mask rises over the body's size
///
/// Columns u that a rig cannot make, C' u = 0, are projected back onto that along the direction that the mask allows:
///
///     u = S v - S M^-1 C (C' S M^-1 C)^+ C' S v           S = diag(s)
namespace limber {

/// Adds the springs k M p / (1 - p + 1e-8) to the diagonal, 1e8 times as stiff as the body where p = 1 and as stiff
/// where p = 1/2. k [1/s^2]; M and pinned: as long as H.
void add_pin_springs(const Vector& pinned, double k, const Vector& M, SparseMatrix& H);

/// The Rayleigh quotient of the centred rest positions [1/s^2]: not far from the first eigenvalue that is not null.
double quotient_at_rest(const SparseMatrix& H, const Vector& M, const Points& X);

/// s, n values in [0, 1]. Fails with bad_input for a material that is out of range, with not_converged, and with
/// cancelled.
Result<Vector> pin_mask(const TetMesh& mesh, const Material& material, const Vector& pinned,
                        Progress* progress = nullptr);

/// The columns times the mask, n x m, which satisfy C' u = 0 if C has columns; C: n x c, mass: n [kg].
Matrix masked(const Matrix& columns, const Vector& mask, const Vector& mass, const Matrix& C);

} // namespace limber
