// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace limber::testing {
namespace {

const Wind breeze{Vec3(4.0, -1.0, 2.0), 3.0};

Controls windless_controls(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

std::uint64_t hash_after(const Wind& wind) {
    const LivingBar bar = living_bar(20, 4);
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    for (int frame = 1; frame <= 20; ++frame) {
        Controls controls = windless_controls(bar, frame);
        controls.wind = wind;
        step(model, controls, state, workspace);
    }
    return hash_of(state);
}

TEST(Wind, WithoutDragChangesNoBit) {
    EXPECT_EQ(hash_after({breeze.velocity, 0.0}), hash_after({}));
    EXPECT_NE(hash_after(breeze), hash_after({}));
    EXPECT_NE(hash_after({Vec3::Zero(), breeze.drag}), hash_after({})) << "still air brakes";
}

// Backward Euler of v' = g + c (u - v): v_n = (v + h (g + c u)) / (1 + h c), whatever the body's deformation.
TEST(Wind, ChangesTheMomentumOfAFreeBodyByTheDrag) {
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    for (const double strain_damping : {0.0, 0.02}) {
        for (const double density : {1.0, 3.0}) {
            Controls controls = body.controls();
            controls.gravity = Vec3(0.0, -9.81, 0.0);
            controls.wind = breeze;
            controls.strain_damping = strain_damping;
            controls.density_scale = density;
            State state = body.start(Vec3(-2.0, 1.0, 0.5));
            Workspace workspace = workspace_of(body);
            const double h = controls.time_step;
            const double c = breeze.drag;
            Vec3 velocity = body.momentum(state) / body.model.mass;
            for (int n = 0; n < 600; ++n) {
                velocity = (velocity + h * (controls.gravity + c * breeze.velocity)) / (1.0 + h * c);
                step(body.model, controls, state, workspace);
                ASSERT_LT((body.momentum(state) / body.model.mass - velocity).norm(), 1e-8) << n;
            }
            EXPECT_LT((velocity - (breeze.velocity + controls.gravity / c)).norm(), 1e-8) << "terminal velocity";
        }
    }
}

// The rig is still, so its drag is c u: a gravity of that size displaces the body in the same way.
TEST(Wind, BendsABodyAtRestAsGravityDoes) {
    const LivingBar bar = living_bar(21, 4);
    const ReducedModel model = bar.model();
    Workspace workspace(model);
    const auto settled = [&](const Vec3& gravity, const Wind& wind) {
        Controls controls = windless_controls(bar, 0);
        controls.gravity = gravity;
        controls.wind = wind;
        controls.damping = 20.0;
        controls.iterations = 60;
        State state = rest_state(model, controls.P);
        for (int frame = 0; frame < 1200; ++frame) {
            step(model, controls, state, workspace);
        }
        return positions(bar, model, state);
    };
    const Points in_wind = settled(Vec3::Zero(), breeze);
    EXPECT_LT((in_wind - settled(breeze.drag * breeze.velocity, {})).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_GT((in_wind - settled(Vec3::Zero(), {})).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Wind, DoesNotPushABodyThatItsRigCarriesAlong) {
    const LivingBar bar = living_bar(22, 4);
    const ReducedModel model = bar.model();
    const AffineStack start = dancing_maps(bar, 0);
    const auto carried = [&](double time) {
        AffineStack P = start;
        for (Index b = 0; b < P.rows() / 4; ++b) {
            P.row(4 * b + 3) += time * breeze.velocity.transpose();
        }
        return P;
    };
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        Controls controls = windless_controls(bar, 0);
        controls.integrator = integrator;
        const double h = controls.time_step;
        const auto move = [&](const Wind& wind) {
            State state = rest_state(model, start);
            state.Zdot.setOnes(); // it sways
            state.Pdot = (carried(h) - start) / h;
            Workspace workspace(model);
            for (int frame = 1; frame <= 4; ++frame) {
                controls.P = carried(frame * h);
                controls.wind = wind;
                step(model, controls, state, workspace);
            }
            return state.Z;
        };
        const AffineStack calm = move({});
        const AffineStack carried_along = move(breeze);
        controls.damping += breeze.drag;
        const AffineStack damped = move({});
        EXPECT_LT((carried_along - damped).norm(), 1e-8 * damped.norm()) << "only the relative velocity is damped";
        EXPECT_GT((calm - damped).norm(), 1e-6 * damped.norm());
    }
}

TEST(Wind, IsEquivariantUnderRotation) {
    Rng rng(23);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    const Mat3 R = turn.leftCols<3>();
    const FreeBody body = free_body(bar_mesh(4, 2, 2));
    FreeBody other = body;
    other.bar = turned(body.bar, turn);
    other.model = other.bar.model();
    Controls controls = body.controls();
    Controls turned_controls = other.controls();
    State state = body.start();
    State turned_state = other.start();
    controls.arithmetic = turned_controls.arithmetic = Arithmetic::double_precision;
    controls.wind = breeze;
    turned_controls.wind = {R * breeze.velocity, breeze.drag};
    // A handle that holds one end, so that the wind bends the body.
    const Vec3 corner = body.bar.mesh.X.row(0).transpose();
    controls.handles = {{{body.points->phi.col(0), body.points->rig_rows.col(0)}, 3e3, corner}};
    const ContactPoints points =
        contact_points(other.model, other.bar.mesh.X, other.bar.rig, other.bar.W, body.points->vertices);
    turned_controls.handles = {{{points.phi.col(0), points.rig_rows.col(0)}, 3e3, apply(turn, corner)}};
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
