#pragma once

#include "engine/linalg/types.h"
#include "engine/model/body_point.h"

#include <cstdint>
#include <vector>

namespace limber {

/// All that moves. A copy is a snapshot; two equal states step to equal states, bit for bit.
struct State {
    AffineStack Z;    // k x 3   secondary motion, modal coordinates
    AffineStack Zdot; // k x 3   [1/s]
    AffineStack P;    // 4b x 3  the rig's skinning maps
    AffineStack Pdot; // 4b x 3  [1/s]
    double time = 0;  // [s]
};

/// A spring that pulls a point of the body to a target. Its point is in the modal coordinates of one model, and
/// means nothing to another.
struct Handle {
    BodyPoint point;
    double stiffness = 0.0;     // [N/m]
    Vec3 target = Vec3::Zero(); // [m]
};

/// Everything that may change from one step to the next.
struct Controls {
    AffineStack P; // 4b x 3  the rig at the end of the step
    std::vector<Handle> handles;
    Vec3 gravity = Vec3::Zero();   // [m/s^2]
    double time_step = 1.0 / 60.0; // h [s]
    double young_scale = 1.0;      // times the material's Young's modulus
    double density_scale = 1.0;    // times the material's density
    double damping = 0.0;          // decay rate of the secondary velocity [1/s]
    int iterations = 10;
    double tolerance = 0.0; // stop when an iteration changes Z by less, relatively; 0: never
    bool teleport = false;  // the rig jumps: its change in this step is no velocity
};

/// At rest in the rig's pose P.
State rest_state(const ReducedModel& model, const AffineStack& P);

/// A hash of all bits.
std::uint64_t hash_of(const State& state);

/// 4m x 3 affine maps on rest positions X, one a mode: what a vertex shader blends with the weights W.
AffineStack secondary_maps(const ReducedModel& model, const State& state);

/// n x 3: sum_b w^r_ib P_b X_i + sum_j w_ij T_j X_i, on the CPU.
Points reconstructed(const ReducedModel& model, const State& state, const Points& X, const Matrix& rig_weights,
                     const Matrix& W);

} // namespace limber
