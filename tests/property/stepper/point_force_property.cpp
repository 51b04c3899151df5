// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace limber::testing {
namespace {

BodyPoint surface_point(const FreeBody& body, Index i) {
    return {body.points->phi.col(i), body.points->rig_rows.col(i)};
}

TEST(PointForce, ChangesTheMomentumOfAFreeBodyByItsImpulse) {
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    const Vec3 forces[] = {Vec3(3.0, -1.0, 2.0), Vec3(0.0, 4.0, -1.0)};
    for (const double density : {1.0, 2.5}) {
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            Controls controls = body.controls();
            controls.integrator = integrator;
            controls.density_scale = density;
            State state = body.start(Vec3(1.0, 0.0, 0.0));
            Workspace workspace = workspace_of(body);
            Vec3 momentum = density * body.momentum(state);
            for (int n = 0; n < 200; ++n) {
                controls.forces = {{surface_point(body, 0), forces[0]}, {surface_point(body, 7), forces[1]}};
                momentum += controls.time_step * (forces[0] + forces[1]);
                step(body.model, controls, state, workspace);
                // BDF2's velocity lags by a fraction of a step's impulse, because it begins with one backward step.
                const double lag = integrator == Integrator::bdf2 ? 0.6 * controls.time_step * 7.0 : 0.0;
                ASSERT_LT((density * body.momentum(state) - momentum).norm(), 1e-8 * density + lag) << n;
            }
        }
    }
}

std::uint64_t hash_with_forces(const std::vector<PointForce>& forces) {
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0, -1, 0)}}});
    controls.forces = forces;
    State state = body.start();
    Workspace workspace = workspace_of(body);
    for (int n = 0; n < 60; ++n) {
        step(body.model, controls, state, workspace);
    }
    return hash_of(state);
}

TEST(PointForce, OfZeroChangesNoBit) {
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    EXPECT_EQ(hash_with_forces({{surface_point(body, 3), Vec3::Zero()}}), hash_with_forces({}));
    EXPECT_NE(hash_with_forces({{surface_point(body, 3), Vec3(1, 0, 0)}}), hash_with_forces({}));
}

// A spring whose target is far away pulls with a nearly constant force.
TEST(PointForce, IsTheLimitOfASoftSpringFromFarAway) {
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    const auto pulled = [&](bool by_spring) {
        Controls controls = body.controls();
        controls.arithmetic = Arithmetic::double_precision;
        const BodyPoint point = surface_point(body, 5);
        const Vec3 force(0.0, 20.0, 10.0);
        if (by_spring) {
            controls.handles = {{point, 1e-6, 1e6 * force}};
        } else {
            controls.forces = {{point, force}};
        }
        State state = body.start();
        Workspace workspace = workspace_of(body);
        for (int n = 0; n < 40; ++n) {
            step(body.model, controls, state, workspace);
        }
        return positions(body.bar, body.model, state);
    };
    EXPECT_LT((pulled(true) - pulled(false)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(PointForce, IsEquivariantUnderRotation) {
    Rng rng(29);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    FreeBody other = body;
    other.bar = turned(body.bar, turn);
    other.model = other.bar.model();
    const ContactPoints points =
        contact_points(other.model, other.bar.mesh.X, other.bar.rig, other.bar.W, body.points->vertices);
    Controls controls = body.controls();
    Controls turned_controls = other.controls();
    controls.arithmetic = turned_controls.arithmetic = Arithmetic::double_precision;
    const Vec3 force(5.0, 2.0, -3.0);
    controls.forces = {{surface_point(body, 2), force}};
    turned_controls.forces = {{{points.phi.col(2), points.rig_rows.col(2)}, turn.leftCols<3>() * force}};
    State state = body.start();
    State turned_state = other.start();
    Workspace workspace = workspace_of(body);
    Workspace turned_workspace = workspace_of(other);
    for (int frame = 0; frame < 60; ++frame) {
        step(body.model, controls, state, workspace);
        step(other.model, turned_controls, turned_state, turned_workspace);
        const Points expected = transformed(positions(body.bar, body.model, state), turn);
        ASSERT_LT((positions(other.bar, other.model, turned_state) - expected).cwiseAbs().maxCoeff(), 1e-8) << frame;
    }
}

} // namespace
} // namespace limber::testing
