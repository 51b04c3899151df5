// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/loads/load_distribution.h"
#include "engine/operators/material.h"
#include "engine/subspace/supports.h"

/// Subspaces from the forces that a body will meet [Force-Dual Modes, sections 4, 7 and 8.5]: the principal components
/// of its linear responses U = H^-1 F to random forces F ~ N(0, Sigma), which are those motions that need the fewest
/// columns for the same expected error in the mass.
///
///     Sigma_U M B = B diag(variances),   Sigma_U = H^-1 Sigma H^-1,   B'MB = I                        (equation 7)
///
///     H   the elastic Hessian at rest, with the springs of pins and the stiffness of the handles and springs that the
///         loads come from, inverted on the displacements that a constraint C'u = 0 allows
///
/// Steep loads have few variances that round-off of the largest leaves: components that it moves by more than 1e-5 of
/// their deviation are left out. Those that are kept have deviations down to about 1e-9 of the largest, or variances of
/// 1e-18, with fewer digits the smaller they are.
///
/// Variances of zero are allowed, because Sigma itself is applied, never its inverse (equation 34 needs that, and lacks
/// the factor B). Where no rig holds the body, the constraint is that it does not move as a whole, as far as pins let
/// it: the inverse is the pseudo-inverse, and these motions are columns of their own, which the variances do not count
/// (supports.h).
///
/// Handles hold a body only until they are released: where nothing else holds it, its affine motions are columns with
/// them too.
///
/// A mean force mu moves the origin of the responses by H^-1 mu (equation 13). A body is also simulated without that
/// force, so that its rest must remain in the subspace: the displacement of the origin is a column, one of those that
/// were asked for. It comes after the columns of the variances, as far as it is not in their span; weights have the
/// span of its three components.
namespace limber {

struct ForceDualModes {
    Matrix B;                        // displacements 3n x m, vertex by vertex, or weights n x m
    Vector variances;                // falling, of the elastic columns
    double residual_max = 0;         // of a component, relative to its standard deviation; at most 1e-5 by round-off
    double constraint_violation = 0; // the largest part of an elastic column, in the mass, in the span of M^-1 C
    Index unresolved = 0;            // columns that were asked for, and are left out because they are round-off
};

/// Displacements. Columns of the rig: D M J, for each axis (FCD equation 6); a body that nothing holds gets the twelve
/// affine motions besides. With Sigma = M these are the vibration modes, and the variances 1 / lambda^2. Fails with
/// bad_input (loads that are not valid, or that the pins bear, more columns than the mesh or the loads allow), with
/// not_converged, and with cancelled.
Result<ForceDualModes> force_dual_displacements(const TetMesh& mesh, const Material& material, const Supports& supports,
                                                const LoadDistribution& loads, Index count,
                                                Progress* progress = nullptr);

/// Weights of a skinning subspace: the same for one number phi a vertex, with the weight-space Hessian (FCD equation
/// 18) and a covariance of forces that is a third of Sigma_xx + Sigma_yy + Sigma_zz, as below equation 38, so that
/// weights do not depend on the directions of the axes. With Sigma = M they are the skinning eigenmodes. Equation 39
/// adds the components of the vector responses instead, which cancel where a force is along (1, -1, 0). Columns of the
/// rig: those of its complementarity; a body that nothing holds gets the constant weight besides.
Result<ForceDualModes> force_dual_weights(const TetMesh& mesh, const Material& material, const Supports& supports,
                                          const LoadDistribution& loads, Index count, Progress* progress = nullptr);

} // namespace limber
