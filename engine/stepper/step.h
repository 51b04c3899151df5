#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// One backward Euler step of reduced complementary dynamics with ARAP elasticity, by block coordinate
/// descent: rotations for positions, positions for rotations (FCD algorithm 2 and appendix C, corrected: the
/// elastic energy is sum mu V |F - R|^2 without another half, and the external force is a force).
///
///     minimise over Z, R   E(x, R) + 1/(2 h^2) |x - x~|^2_M + c/(2 h) |B (Z - Z_old)|^2_M
///                          - g' M x + sum_i s_i/2 |x_i - target_i|^2,        x = B Z + J P
///
///     x~    x_old + h v_old, with the rig's own history    c   damping [1/s]    s_i   handle stiffness [N/m]
///
/// Local step: R_c = the rotation nearest to F_c.  Global step, in modal coordinates a division and, with
/// handles, a correction whose rank is their number.
namespace limber {

enum class StepStatus { converged, iterations_used_up, not_finite };

struct StepReport {
    StepStatus status = StepStatus::iterations_used_up;
    int iterations = 0;
    double change = 0.0;         // |dZ| / |Z| of the last iteration, in the mass
    double elastic_energy = 0.0; // [J], with the rotations of the last local step
    double kinetic_energy = 0.0; // [J]
};

/// At most handle_capacity handles. On not_finite the state is left as it was.
StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace);

} // namespace limber
