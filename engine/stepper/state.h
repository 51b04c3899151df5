#pragma once

#include "engine/contact/contact_points.h"
#include "engine/contact/contact_solver.h"
#include "engine/contact/obstacle.h"
#include "engine/linalg/types.h"
#include "engine/model/body_point.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace limber {

/// Where a body was one step earlier, for the integrator that looks back that far.
struct PreviousState {
    AffineStack Z;
    AffineStack Zdot;
    AffineStack P;
    AffineStack Pdot;
    double time_step = 0.0; // [s] from there to the state; 0: nothing is known
};

/// All that moves. A copy is a snapshot; two equal states step to equal states, bit for bit.
struct State {
    AffineStack Z;    // k x 3   secondary motion, modal coordinates
    AffineStack Zdot; // k x 3   [1/s]
    AffineStack P;    // 4b x 3  the rig's skinning maps
    AffineStack Pdot; // 4b x 3  [1/s]
    double time = 0;  // [s]
    PreviousState previous;
    Points contact_force; // s x 3   what each contact point felt in the last step [N]; none without contact

    /// After a change from outside: no motion leads from the past to what is now.
    void forget_past() {
        previous = {Z, Zdot, P, Pdot, 0.0};
    }
};

/// A spring that pulls a point of the body to a target. Its point is in the modal coordinates of one model, and
/// means nothing to another.
struct Handle {
    BodyPoint point;
    double stiffness = 0.0;     // [N/m]
    Vec3 target = Vec3::Zero(); // [m]
};

/// Backward Euler takes energy out of whatever moves fast for the time step; the second backward difference formula
/// (BDF2) takes an order less, and is as stable for stiff springs; a step that meets an obstacle is backward Euler's.
enum class Integrator { backward_euler, bdf2 };

/// The passes over the clusters in single precision, everything else in double; or all in double, the slower oracle.
enum class Arithmetic { single_precision, double_precision };

/// Where the body can be touched, and by what. Null: by nothing.
struct ContactControls {
    std::shared_ptr<const ContactPoints> points;
    std::shared_ptr<const Obstacles> obstacles;
    Friction law = Friction::coulomb;
    double kept = 0.0; // share of its tangential velocity that a touching point keeps in a step, under damped
                       // friction: at half the time step, its root does the same in a second
};

/// Everything that may change from one step to the next.
struct Controls {
    AffineStack P; // 4b x 3  the rig at the end of the step
    std::vector<Handle> handles;
    ContactControls contact;
    Vec3 gravity = Vec3::Zero();   // [m/s^2]
    double time_step = 1.0 / 60.0; // h [s]
    double young_scale = 1.0;      // times the material's Young's modulus
    double volume_scale = 1.0;     // times the material's lambda / mu
    double density_scale = 1.0;    // times the material's density
    double damping = 0.0;          // Rayleigh's alpha, of the secondary motion: its velocity's decay rate [1/s]
    double strain_damping = 0.0;   // Rayleigh's beta: damps what deforms, the faster the more [s]
    Vector activation;             // one a muscle; empty: all rest
    double strength = 1.0;         // of the muscles, times the flesh's own stiffness; 0: none, nothing holds on to them
    Integrator integrator = Integrator::backward_euler;
    Arithmetic arithmetic = Arithmetic::single_precision;
    int iterations = 10;
    int memory = 5;         // pairs that L-BFGS keeps, at most 8; 0: plain local-global iterations
    double tolerance = 0.0; // stop when an iteration changes Z by less, relatively; 0: never
    bool teleport = false;  // the rig jumps: its change in this step is no velocity
};

/// At rest in the rig's pose P.
State rest_state(const ReducedModel& model, const AffineStack& P, Index contact_points = 0);

/// A hash of all bits.
std::uint64_t hash_of(const State& state);

/// 4m x 3 affine maps on rest positions X, one a mode: what a vertex shader blends with the weights W.
AffineStack secondary_maps(const ReducedModel& model, const State& state);

/// n x 3: sum_b w^r_ib P_b X_i + sum_j w_ij T_j X_i, on the CPU.
Points reconstructed(const ReducedModel& model, const State& state, const Points& X, const Matrix& rig_weights,
                     const Matrix& W);

} // namespace limber
