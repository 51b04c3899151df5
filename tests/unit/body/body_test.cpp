// SPDX-License-Identifier: MIT
#include "engine/body/build_body.h"

#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(Body, HasComplementaryMotionWithWeightsOfHandles) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::weights, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    EXPECT_EQ(body.modes->W, build_free_body(mesh, options).value().modes->W);
    EXPECT_LT((body.modes->W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-12);
    EXPECT_GE(body.modes->W.minCoeff(), 0.0);
    EXPECT_TRUE(std::is_sorted(body.modes->lambda.begin(), body.modes->lambda.end()));
    EXPECT_GT(body.modes->lambda(0), 0.0);
    EXPECT_EQ(body.model.coordinate_count(), 4 * 6 - 4);
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.subspace = options.subspace, .modes = 1}));
    const State state = after_steps(body, rest_controls(body), 30);
    EXPECT_TRUE(state.Z.allFinite());
}

TEST(Body, HasComplementaryMotionWithLocalisedModes) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::localised, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    EXPECT_LT(body.modes->constraint_violation, 1e-10);
    EXPECT_TRUE(std::is_sorted(body.modes->lambda.begin(), body.modes->lambda.end()));
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_TRUE(build_free_body(mesh, options));
    EXPECT_TRUE(after_steps(body, rest_controls(body), 30).Z.allFinite());
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

TetMesh together(const TetMesh& a, const TetMesh& b, const Vec3& offset) {
    TetMesh both = a;
    both.X.conservativeResize(a.vertex_count() + b.vertex_count(), 3);
    both.X.bottomRows(b.vertex_count()) = b.X.rowwise() + offset.transpose();
    both.T.conservativeResize(a.tet_count() + b.tet_count(), 4);
    both.T.bottomRows(b.tet_count()) = b.T.array() + static_cast<int>(a.vertex_count());
    return both;
}

// A small piece beside a large one lies on the floor too, and does not hang from its only contact point below it.
TEST(Body, LiesOnTheFloorWithEachOfItsPieces) {
    const TetMesh large = testing::bar_mesh(8, 3, 8, Vec3(2.0, 0.3, 2.0));
    const TetMesh small = testing::bar_mesh(3, 3, 3, Vec3(0.2, 0.2, 0.2));
    const Body body =
        build_free_body(together(large, small, Vec3(0.9, 0.6, 2.4)), {.material = {.young = 1e6}, .modes = 10}).value();
    Controls controls = rest_controls(body);
    controls.contact.points = contact_points_of(body, 30);
    controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{}, 0.3, 0.0}});
    Workspace workspace(body.model, 0, widest_instruction_set(), controls.contact.points->count());
    State state = rest_state(body.model, controls.P, controls.contact.points->count());
    for (int i = 0; i < 300; ++i) {
        step(body.model, controls, state, workspace);
    }
    const Points x = reconstructed(body.model, state, body.mesh.X, body.rig.W, body.modes->W);
    EXPECT_GT(x.topRows(large.vertex_count()).col(1).minCoeff(), -0.05);
    EXPECT_GT(x.bottomRows(small.vertex_count()).col(1).minCoeff(), -0.05);
    EXPECT_LT(x.bottomRows(small.vertex_count()).col(1).minCoeff(), 0.05); // it has fallen
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
