// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"
#include "engine/loads/pockets.h"

/// The second derivative of the volume of a pocket in reduced coordinates. The volume v(x) is a cubic polynomial of the
/// positions x = B z + J P, so that
///
///     -v''(z) = sum_c z_c V_c + sum_j P_j R_j        V_c, R_j: k x k, symmetric, constant
///
/// computed once in place of sums over triangles and products with B in each iteration. V_c(a, b) is the same in each
/// order of a, b and c.
namespace limber {

/// Constant data.
struct PocketCurvature {
    Vector cubic; // k (k + 1) (k + 2) / 6: V_c(a, b), for each c, for each b <= c, for each a <= b
    Matrix rig;   // k (k + 1) / 2 x 12b: R_j(a, b), for each b, for each a <= b; j: the axes of P, one after the other
};

/// The work of its sums, in multiplications of a product of large matrices, of which one of its numbers takes as long
/// as about five, and one of the rig's, which are added once a step, as one.
double curvature_work(Index coordinates, Index rig_columns);

/// `pocket.surface` refers to rows of J, v x 4b, and to three rows each of B, 3v x k. Fails where it is cancelled.
Result<PocketCurvature> pocket_curvature(const Pocket& pocket, const Matrix& B, const Matrix& J,
                                         Progress* progress = nullptr);

/// All numbers in one column, and back. Precondition: of as many coordinates and columns of the rig as J has.
Vector packed(const PocketCurvature& curvature);
PocketCurvature unpacked_curvature(const Vector& numbers, Index coordinates, Index rig_columns);

/// Adds p (sum_c z_c V_c) and p times `of_rig`, the sum of the rig in the order of its rows, to the upper triangle of
/// H.
void add_curvature(const PocketCurvature& curvature, double p, const Vector& of_rig, const Vector& z, Matrix& H);

} // namespace limber
