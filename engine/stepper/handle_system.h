// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

/// Handles as a low-rank change of the diagonal quadratic form: springs that are added and removed while running. So
/// is the quadratic part of springs between points of the body.
namespace limber {

/// The springs of a step, S = diag(stiffness) on the points Phi' Z, Phi k x count: first the handles, then the springs
/// between points.
struct HandleSystem {
    Matrix phi;       // k x capacity
    Vector stiffness; // capacity [N/m] of the spring, times the weight of the unknown in its point
    Index count = 0;
};

/// (D + Phi S Phi')^-1 = D^-1 - D^-1 Phi (S^-1 + Phi' D^-1 Phi)^-1 Phi' D^-1 [Woodbury 1950], the same for every axis.
/// Each solver has one of its own, with its own diagonal.
struct ConstantMetric {
    Coordinates D_inverse; // k x 3
    Matrix D_phi;          // k x capacity   D^-1 phi
    Matrix L;              // capacity^2     Cholesky factor of S^-1 + Phi' D^-1 Phi
    Coordinates pull;      // capacity x 3   scratch of a solve
};

/// Sized, with undefined contents.
HandleSystem handle_system(Index coordinates, Index capacity);
ConstantMetric constant_metric(Index coordinates, Index capacity);

/// Copies the controls' handles and springs. `unknown_weight` is that of the objective.
void set_handles(const Controls& controls, double unknown_weight, HandleSystem& handles);

/// Factors the handles on top of metric.D_inverse, which is set before.
void factor_handles(const HandleSystem& handles, ConstantMetric& metric);

/// Adds the handles' quadratic form to at.gradient and returns its value [J].
double add_handle_springs(const HandleSystem& handles, Iterate& at);

/// rows <- (D + Phi S Phi')^-1 rows, in place; k x 3.
void solve_with_handles(const HandleSystem& handles, ConstantMetric& metric, Coordinates& rows);

} // namespace limber
