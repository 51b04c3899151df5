// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// One implicit step of reduced complementary dynamics with co-rotational elasticity [Benchekroun et al. 2023, Fast
/// Complementary Dynamics (FCD), algorithm 2 and appendix C]. The rig's constraint J'DM B Z = 0 is no part of a step:
/// either the modes satisfy it or the coordinates do (model/reduced_model.h), so that every Z does.
///
///     minimise over Z   E(x^) / (1 + beta/h) + 1/(2 h^2) |x - x~|^2_M + alpha/(2 h) |B (Z - Z_base)|^2_M
///                       + c/(2 h) |x - x_base - h u|^2_M
///                       - g' M x + sum_i s_i/2 |x_i - target_i|^2 + sum_j k_j/2 (|d_j| - l_j)^2,
///                       x = B Z + J P,   x^ = x + beta v
///
///     x~      x_base + h v_base, with the rig's own history. Backward Euler: the last x and v, h the time step.
///             BDF2: (4 last - one before) / 3 of both, h two thirds of it; backward Euler where no previous step
///             of the same length exists (at the start, after a rig discontinuity, a model swap, a change of the time
///             step), in a step with contact, and in the next: BDF2 reads a velocity from three positions, and across
///             a contact that velocity is one that the point never had, which would add energy
///     alpha   damping of the secondary motion [1/s]       beta    damping of strain [s]
///     c, u    drag [1/s] and velocity [m/s] of the wind (state.h)
///     s_i     stiffness of a handle [N/m]
///     k, d, l stiffness [N/m], vector between the ends and rest length [m] of a spring (springs.h)
///     g       gravity, the same for every vertex
///
/// subject to the laws of contact at the end of the step (contact_solver.h), whose forces do virtual work consistently.
///
/// Muscles of stiffness scale 0 leave the passive body unchanged, bit for bit. Muscles at rest with another scale equal
/// a passive body with one more set of clusters of their stiffness, bit for bit.
///
/// E has one rotation a cluster, the nearest to its F. It maximises <R, F>, so the gradient needs no derivative of R,
/// and E is smooth except where the nearest rotation is not unique, for flat and reflected F.
///
/// FCD's algorithm 2 in this code:
///
///     localStep             the pass over the clusters (elastic_pass.h, kernel.h)
///     G_9KB z, G_9KJ p      ClusterSet.GKB and GKJ, three rows a cluster where the paper has nine
///     z_hist, p - p_hist    Prediction.Z_base + h Zdot_base; Prediction.P_deviation
///     f_inertia             sum_constant_forces (objective.cpp)
///     f_elastic             sum_constant_forces, and what the pass subtracts from the gradient
///     A                     StepObjective's diagonal, because B'MB is the identity and B'LB diagonal; the handles
///     globalStep            a move of a descent: with `memory` 0 and no volume term Z <- Z - A^-1 gradient, which is
///                           the paper's
///
/// The *metric* of a descent is the matrix whose inverse takes the gradient to the first guess of a move: A, with the
/// volume term from a Poisson's ratio of 0.35 on. Other differences: the energy has no factor 1/2, so that L and w have
/// 2 mu where the paper has mu; f_ext is a force; means over a cluster are weighted by mu V instead of V; a descent
/// starts from the predicted motion instead of zero (engine/docs/numerics.md).
///
/// `step` has four stages:
///
///     predict    x~, the motion by inertia alone, and all of the objective that does not depend on Z
///                (prediction.h, objective.h)
///     detect     the surfaces near the contact points (step_contacts.h, contact/contact_detection.h)
///     minimise   without contact by L-BFGS from the local-global move (lbfgs_descent.h), in contact by local-global
///                moves projected onto the contact laws (projected_descent.h)
///     advance    x = B Z + J P and v = (x - x_base) / h become the state
namespace limber {

/// The largest penetration of a contact point at the end of a step, relative to the body's size (its frame's scale).
/// StepReport.depth has the actual value: usually a hundredth of this where there are no more contacts than
/// coordinates, except for long steps of volume-preserving material. Deeper points either began deeper, and recover by
/// one body size a second, or are pressed from several sides.
inline constexpr double depth_tolerance_of_size = 1e-4;

enum class StepStatus { converged, iterations_used_up, not_finite };

struct StepReport {
    StepStatus status = StepStatus::iterations_used_up;
    int iterations = 0;          // of all descents of the step
    double change = 0.0;         // |dZ| / |Z| of the last iteration, in the mass norm
    double elastic_energy = 0.0; // [J] of the body without its springs, at x^
    double kinetic_energy = 0.0; // [J]
    int contacts = 0;            // touched surfaces
    double depth = 0.0;          // [m] penetration of the deepest contact point at the end
    int contacts_left_out = 0;   // surfaces near a point beyond its three nearest, which are ignored
};

/// Precondition: at most handle_capacity handles and springs together. On not_finite the state is unchanged.
StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace);

} // namespace limber
