#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// One implicit step of reduced complementary dynamics with co-rotational elasticity (FCD algorithm 2 and
/// appendix C, corrected: the elastic energy is sum mu V |F - R|^2 without another half, the external force is a force,
/// and the volume term is in the Hessian).
///
///     minimise over Z   E(x^) / (1 + beta/h) + 1/(2 h^2) |x - x~|^2_M + alpha/(2 h) |B (Z - Z_base)|^2_M
///                       - g' M x + sum_i s_i/2 |x_i - target_i|^2,        x = B Z + J P,   x^ = x + beta v
///
///     x~      x_base + h v_base, with the rig's own history. Backward Euler: the last x and v, h the time step.
///             BDF2: (4 last - one before) / 3 of both, h two thirds of it; backward Euler where there is no step
///             before of the same length (at the start, after a teleport, a swap, a change of the time step), in a
///             step that meets an obstacle, and in the next: BDF2 reads a velocity from three places, and where a
///             surface has stopped or turned a point, that is one that it never had, and adds energy
///     alpha   damping of the secondary motion [1/s]       beta    damping of strain [s]
///     s_i     stiffness of a handle [N/m]
///
/// subject to the laws of contact at the end of the step (contact_solver.h), whose forces obey virtual work.
///
/// Muscles of strength 0 leave the passive body bit for bit as it is. Muscles at rest, of another strength, are one
/// more set of clusters with their stiffness: the passive body that has these, bit for bit.
///
/// E has one rotation a cluster, always the nearest to its F: a smooth function of Z, whose minimum is sought by L-BFGS
/// from the local-global move (see descent.h).
namespace limber {

/// How far inside an obstacle a contact point may end, of the body's size (its frame's scale). StepReport.depth says
/// how far it is: a hundredth of that where there are no more contacts than coordinates, but for long steps of flesh
/// that keeps its volume. Deeper is only what began deeper, on its way out at a size a second, and what is pressed from
/// several sides and has nowhere to go.
inline constexpr double depth_tolerance_of_size = 1e-4;

enum class StepStatus { converged, iterations_used_up, not_finite };

struct StepReport {
    StepStatus status = StepStatus::iterations_used_up;
    int iterations = 0;          // of all descents, where surfaces were met that were not foreseen
    double change = 0.0;         // |dZ| / |Z| of the last iteration, in the mass
    double elastic_energy = 0.0; // [J], at x^
    double kinetic_energy = 0.0; // [J]
    int contacts = 0;            // surfaces that a point touches
    double depth = 0.0;          // [m] how far the worst contact point is inside an obstacle at the end
    int contacts_left_out = 0;   // surfaces near a point beyond the three nearest, which it does not feel
};

/// At most handle_capacity handles. On not_finite the state is left as it was.
StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace);

} // namespace limber
