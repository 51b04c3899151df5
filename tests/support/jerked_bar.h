// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"

#include <algorithm>
#include <vector>

/// A soft bar on its small end whose rig, one bone, moves sideways: it accelerates over the first half of the move and
/// decelerates over the second. The momentum leak shows at the free end, which drags behind first (anticipation) and
/// moves on after the rig has stopped (follow-through).
namespace limber::testing {

struct JerkedBar {
    static constexpr double time_step = 1.0 / 240.0; // [s]
    static constexpr double duration = 0.3;          // of the rig's move [s]
    static constexpr double distance = 0.3;          // [m]

    // The rig's position [m]: the quintic that starts and ends without velocity and acceleration.
    static double rig_at(double time) {
        const double s = std::clamp(time / duration, 0.0, 1.0);
        return distance * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    }

    /// The distance of the free end ahead of its rigged position [m] after each step, for `seconds`.
    static std::vector<double> lead_of_the_end(double leak, double seconds) {
        const TetMesh mesh = bar_mesh(4, 4, 16, Vec3(0.2, 0.2, 1.0));
        const Material material = uniform_material({3e4, 0.3, 1000.0}, mesh.tet_count());
        const Rig rig = affine_handle(mesh);
        const Vector D = momentum_leak(mesh, {.amount = leak}).value;
        const Matrix C = complementarity_columns(mesh.X, lumped_mass(mesh, material.density), D, rig.W);
        const SkinningModes modes = skinning_modes(mesh, material, C, {.count = 8}).value();
        const Clusters clusters = clusters_of(mesh, modes.W, modes.lambda, {.count = 40}).value();
        const ReducedModel model = reduced_model(mesh, material, rig, modes.W, clusters).value();

        Controls controls;
        controls.time_step = time_step;
        controls.integrator = Integrator::bdf2;
        controls.P = AffineStack::Zero(4, 3);
        controls.P.topRows<3>().setIdentity();
        State state = rest_state(model, controls.P);
        Workspace workspace(model);
        std::vector<double> lead;
        for (int i = 1; i * time_step <= seconds; ++i) {
            controls.P(3, 0) = rig_at(i * time_step);
            step(model, controls, state, workspace);
            const Points moved = reconstructed(model, state, mesh.X, rig, modes.W) - mesh.X;
            lead.push_back(moved.col(0).tail<25>().mean() - controls.P(3, 0));
        }
        return lead;
    }
};

} // namespace limber::testing
