// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_model.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

#include <vector>

/// Handles of a general subspace as a low-rank change of the diagonal quadratic form: stepper/handle_system.h with
/// three columns a handle, one an axis, in place of one.
namespace limber {

/// A spring that pulls a point of the body to a target.
struct GeneralHandle {
    Matrix rows;    // 3 x k: the point is rows z + P' rig_row
    Vector rig_row; // 4b
    double stiffness = 0.0;
    Vec3 target = Vec3::Zero();
};

/// Handles whose points are those of general_point (general_step.h), for `handles`, whose memory is kept.
void set_general_handles(const std::vector<Handle>& from, Index coordinates, std::vector<GeneralHandle>& handles);

/// The springs of a step: those of the handles, then those between points.
struct GeneralHandleSystem {
    Matrix phi;       // k x 3 capacity
    Vector stiffness; // 3 capacity [N/m] of the spring, times the weight of the unknown in its point
    Index columns = 0;
};

/// (D + Phi S Phi')^-1. Each solver has one of its own, with its own diagonal.
struct GeneralMetric {
    Vector D_inverse; // k
    Matrix D_phi;     // k x 3 capacity   D^-1 Phi
    Matrix L;         // (3 capacity)^2   Cholesky factor of S^-1 + Phi' D^-1 Phi
    Vector pull;      // 3 capacity, scratch
};

/// Sized, with undefined contents.
GeneralHandleSystem general_handle_system(Index coordinates, Index capacity);
GeneralMetric general_metric(Index coordinates, Index capacity);

/// Copies the handles, and the springs, whose `phi` has k numbers for each axis, one axis after the other. `share` is
/// how much of the unknown they depend on.
void set_handles(const std::vector<GeneralHandle>& handles, const std::vector<Spring>& springs, double share,
                 GeneralHandleSystem& system);

/// The first of the three columns of a spring, the one at `place` of so many.
inline Index column_of_spring(const GeneralHandleSystem& system, std::size_t springs, Index place) {
    return system.columns - 3 * (static_cast<Index>(springs) - place);
}

/// Factors the handles on top of metric.D_inverse, which is set before.
void factor_handles(const GeneralHandleSystem& system, GeneralMetric& metric);

/// Adds the handles' quadratic form to at.gradient and returns its value [J].
double add_handle_springs(const GeneralHandleSystem& system, Iterate& at);

/// z <- (D + Phi S Phi')^-1 z, in place.
void solve_with_handles(const GeneralHandleSystem& system, GeneralMetric& metric, Eigen::Ref<Vector> z);

} // namespace limber
