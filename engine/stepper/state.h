// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_points.h"
#include "engine/contact/contact_solver.h"
#include "engine/contact/obstacle.h"
#include "engine/linalg/types.h"
#include "engine/model/body_point.h"
#include "engine/rig/rig.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace limber {

/// The state one step earlier, for the two-step integrator.
struct PreviousState {
    AffineStack Z;
    AffineStack Zdot;
    AffineStack P;
    AffineStack Pdot;
    double time_step = 0.0; // [s] from there to the state; 0: unknown
};

/// The complete dynamic state. A copy is a snapshot; equal states step to equal states, bit for bit.
struct State {
    AffineStack Z;    // k x 3   secondary motion, modal coordinates [m kg^1/2], because B'MB is the identity
    AffineStack Zdot; // k x 3   [m kg^1/2 / s]
    AffineStack P;    // 4b x 3  the rig's skinning maps
    AffineStack Pdot; // 4b x 3  [1/s]
    double time = 0;  // [s]
    PreviousState previous;
    Points contact_force; // s x 3 force on each contact point in the last step [N]; empty without contact

    /// Call after a change from outside: the previous state no longer leads to this one.
    void clear_history() {
        previous = {Z, Zdot, P, Pdot, 0.0};
    }
};

/// A spring that pulls a point of the body to a target. Its point is in the modal coordinates of one model and is
/// invalid for another.
struct Handle {
    BodyPoint point;
    double stiffness = 0.0;     // [N/m]
    Vec3 target = Vec3::Zero(); // [m]
};

/// A spring between two points of the body (springs.h), whose rest length may change from step to step.
struct Spring {
    BodyPoint span;           // the second point less the first: the vector between them is phi' Z + rig_row' P
    double stiffness = 0.0;   // k [N/m]
    double rest_length = 0.0; // l [m]
};

/// A force on a point of the body, which does not depend on the motion: f_Z = phi f', k x 3 on the coordinates. A free
/// body's momentum changes by h f in each step.
struct PointForce {
    BodyPoint point;
    Vec3 force = Vec3::Zero(); // f [N]
};

/// A steady wind: air of one velocity everywhere, which drags each part of the body along in proportion to its mass,
///
///     f_i = c m_i (u - v_i)          [N] on vertex i of mass m_i, with v = B Zdot + J Pdot, the rig's motion included
///     f_Z = c B'M (1 u' - v)         k x 3, on the coordinates
///
/// This is Stokes' linear drag with a rate in place of viscosity and shape, as in particle systems [Witkin and Baraff,
/// Physically Based Modeling, SIGGRAPH 2001 course notes, Particle System Dynamics, viscous drag]. A free body reaches
/// the velocity u, or u + g / c under gravity; a body at rest is displaced as by gravity c u. The step is implicit in
/// v, so it is stable for every c. Still air has u = 0. Without drag there is no force, whatever u is.
struct Wind {
    Vec3 velocity = Vec3::Zero(); // u [m/s]
    double drag = 0.0;            // c [1/s]
    bool operator==(const Wind&) const = default;
};

/// Backward Euler dissipates motion that is fast relative to the time step. The second backward difference formula
/// (BDF2) dissipates an order less and is as stable for stiff springs; a step in contact uses backward Euler.
enum class Integrator { backward_euler, bdf2 };

/// Passes over the clusters in single precision and everything else in double; or all in double, the slower reference.
enum class Arithmetic { single_precision, double_precision };

/// The contact points of the body and the obstacles. Null: no contact.
struct ContactControls {
    std::shared_ptr<const ContactPoints> points;
    std::shared_ptr<const Obstacles> obstacles;
    Friction law = Friction::coulomb;
    /// Share of its tangential velocity that a touching point keeps in a step under damped friction; at half the time
    /// step its square root gives the same decay per second.
    double tangential_restitution = 0.0;
};

/// Everything that may change between steps.
struct Controls {
    AffineStack P; // 4b x 3  the rig at the end of the step
    std::vector<Handle> handles;
    std::vector<PointForce> forces;
    std::vector<Spring> springs;
    ContactControls contact;
    Wind wind;
    Vec3 gravity = Vec3::Zero();         // [m/s^2]
    double time_step = 1.0 / 60.0;       // h [s]
    double young_scale = 1.0;            // times the material's Young's modulus
    double lambda_scale = 1.0;           // times the material's lambda / mu, its Lame parameters
    double density_scale = 1.0;          // times the material's density
    double damping = 0.0;                // Rayleigh's alpha: decay rate of the secondary motion's velocity [1/s]
    double strain_damping = 0.0;         // Rayleigh's beta: damps deformation, fast deformation more [s]
    Vector activation;                   // one a muscle; empty: all at rest
    double muscle_stiffness_scale = 1.0; // stiffness of the muscles relative to the material's; 0: no muscle force
    Integrator integrator = Integrator::backward_euler;
    Arithmetic arithmetic = Arithmetic::single_precision;
    int iterations = 10;            // of each descent, rejected moves included; a step in contact has several descents
    int memory = 5;                 // L-BFGS pairs, at most 8; 0: plain local-global iterations
    double tolerance = 0.0;         // stop when an iteration changes Z by less, relatively; 0: run all iterations
    bool rig_discontinuity = false; // the rig jumps: its change in this step is not a velocity
};

/// The state at rest in the rig's pose P.
State rest_state(const ReducedModel& model, const AffineStack& P, Index contact_points = 0);

/// A hash of all bits.
std::uint64_t hash_of(const State& state);

/// 4m x 3 affine maps on rest positions X, one a mode: what a vertex shader blends with the weights W.
AffineStack secondary_maps(const ReducedModel& model, const AffineStack& Z);

/// n x 3: J P and sum_j w_ij T_j X_i, on the CPU.
Points reconstructed(const ReducedModel& model, const State& state, const Points& X, const Rig& rig, const Matrix& W);

} // namespace limber
