// SPDX-License-Identifier: MIT
#include "engine/body/build_body.h"

#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

TetMesh bar() {
    return testing::bar_mesh(8, 3, 3, Vec3(1.0, 0.3, 0.3));
}

State after_steps(const Body& body, const Controls& controls, int steps) {
    Workspace workspace(body.model);
    State state = rest_state(body.model, controls.P);
    for (int i = 0; i < steps; ++i) {
        step(body.model, controls, state, workspace);
    }
    return state;
}

// J' M D B = 0: no secondary motion has a part that the rig could make.
TEST(Body, HasSecondaryMotionThatIsComplementaryToItsRig) {
    const TetMesh mesh = bar();
    const Body body = build_body(mesh, affine_handle(mesh), {.modes = 6}).value();
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix& W = body.modes->W;
    const Vector weight = body.mass.cwiseProduct(body.leak);
    for (Index mode = 0; mode < W.cols(); ++mode) {
        for (int q = 0; q < 4; ++q) {
            const Vector q_of_vertex = q == 3 ? Vector::Ones(mesh.vertex_count()) : Vector(mesh.X.col(q));
            const Vector moved = weight.cwiseProduct(W.col(mode)).cwiseProduct(q_of_vertex);
            EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
        }
    }
}

// Without constrained weights, the coordinates of the step satisfy J' M D u = 0.
TEST(Body, HasComplementaryMotionWithUnconstrainedModes) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::skinning_unconstrained, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    const Body free = build_free_body(mesh, {.modes = 6}).value();
    EXPECT_EQ(body.modes->W, free.modes->W);
    EXPECT_EQ(body.model.coordinate_count(), 4 * 6 - 4);
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.subspace = options.subspace, .modes = 1}));
}

TEST(Body, HasModesThatFollowItsMaterialUnlessTheyAreHomogeneous) {
    const TetMesh mesh = bar();
    Material stiff_end = uniform_material({}, mesh.tet_count());
    stiff_end.young.head(mesh.tet_count() / 2) *= 100.0;
    const auto modes_of = [&](SubspaceKind kind, const Material& material) {
        const BodyOptions options{.material_of_tets = material, .subspace = kind, .modes = 6};
        return build_body(mesh, affine_handle(mesh), options).value().modes;
    };
    const auto uniform = modes_of(SubspaceKind::skinning, uniform_material({}, mesh.tet_count()));
    const auto aware = modes_of(SubspaceKind::skinning, stiff_end);
    const auto homogeneous = modes_of(SubspaceKind::skinning_homogeneous, stiff_end);
    EXPECT_LT((homogeneous->W - uniform->W).norm(), 1e-6 * uniform->W.norm());
    EXPECT_GT((aware->W - uniform->W).norm(), 0.1 * uniform->W.norm());
}

TEST(Body, SagsUnderGravityAndKeepsItsRigStill) {
    const TetMesh mesh = bar();
    const Body body = build_body(mesh, affine_handle(mesh), {.material = {.young = 2e4}, .modes = 6}).value();
    const Controls controls = rest_controls(body);
    const State state = after_steps(body, controls, 60);
    EXPECT_TRUE(state.Z.allFinite());
    EXPECT_EQ(state.P, controls.P);
}

// A free body falls as a point does: g t^2 / 2, of the steps of backward Euler.
TEST(Body, FallsFreely) {
    const Body body = build_free_body(bar(), {.modes = 6}).value();
    const Controls controls = rest_controls(body);
    const int steps = 30;
    const State state = after_steps(body, controls, steps);
    const Points x = reconstructed(body.model, state, body.mesh.X, body.rig.W, body.modes->W);
    const Vec3 fall = (body.mass.transpose() * (x - body.mesh.X)).transpose() / body.mass.sum();
    const double h = controls.time_step;
    EXPECT_NEAR(fall.y(), -9.81 * h * h * steps * (steps + 1) / 2.0, 1e-4);
    EXPECT_NEAR(fall.x(), 0.0, 1e-6);
}

TEST(Body, HasTheMusclesThatWereAskedFor) {
    const Body body = build_free_body(bar(), {.modes = 8, .muscles = 3}).value();
    EXPECT_EQ(body.model.muscle_count(), 3);
    EXPECT_EQ(contact_points_of(body, 10)->count(), 10);
}

TEST(Body, RefusesWhatIsOutOfRange) {
    const TetMesh mesh = bar();
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.material = {.young = -1.0}}));
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.leak = {.depth = 0.0}}));
    EXPECT_FALSE(build_body(mesh, Rig{}));
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.modes = 100000}));
}

} // namespace
} // namespace limber
