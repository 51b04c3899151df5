// SPDX-License-Identifier: MIT
#include "engine/actuation/skinning_shapes.h"

#include "tests/support/behaving_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

/// Bodies whose own skinning modes change their rest shape.
namespace limber::testing {
namespace {

// With as many handles as are wanted, of those that move the body.
Walker with_handles(Index handles) {
    const TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 0.9, 0.4));
    FreeBody body = free_body(mesh, {.modes = 6, .clusters = 30, .contact_points = 30, .young = 1e5});
    const Matrix D = skinning_shapes(mesh.X, body.bar.W.leftCols(handles));
    const Matrix shapes = whitened_rest_shapes(mesh, body.bar.material, D);
    return settled(std::move(body), mesh, shapes);
}

const Walker& skinned_block() {
    static const Walker walker = with_handles(3);
    return walker;
}

State flying(const Walker& walker) {
    State state = walker.start;
    state.contact_force.resize(0, 3);
    state.Zdot += walker.model->BM1 * Eigen::RowVector3d(0.4, 1.0, -0.3);
    state.clear_history();
    return state;
}

Vector random_parameters(Rng& rng, Index count, double length) {
    Vector p = Vector::NullaryExpr(count, [&] { return rng.normal(); });
    return length * p.normalized();
}

// Inner forces do not move the centre of mass, whatever the rest shape is.
TEST(SkinningShapes, DoNotMoveTheCentreOfMassOfAFreeBody) {
    const Walker& walker = skinned_block();
    Controls controls = walker.controls;
    controls.contact = {};
    controls.arithmetic = Arithmetic::double_precision;
    controls.iterations = 300;
    controls.tolerance = 1e-10;
    Workspace workspace = workspace_for(walker);
    State moved = flying(walker);
    State passive = moved;
    Rng rng(4);
    const StanceReader stance(*walker.model);
    for (int i = 0; i < 30; ++i) {
        controls.activation = random_parameters(rng, walker.model->muscle_count(), 0.5);
        ASSERT_NE(step(*walker.model, controls, moved, workspace).status, StepStatus::not_finite);
        controls.activation.setZero();
        ASSERT_NE(step(*walker.model, controls, passive, workspace).status, StepStatus::not_finite);
        EXPECT_LT((stance.read(moved).centre - stance.read(passive).centre).norm(), 1e-9) << "step " << i;
    }
    EXPECT_GT((moved.Z - passive.Z).norm(), 1e-3 * passive.Z.norm()) << "its shape does change";
}

TEST(SkinningShapes, MoveABodyInATurnedSceneTheSameWay) {
    const Mat3 R = Eigen::AngleAxisd(1.1, Vec3(0.3, 1.0, -0.4).normalized()).toRotationMatrix();
    const Walker& walker = skinned_block();
    Controls controls = walker.controls;
    controls.contact = {};
    controls.arithmetic = Arithmetic::double_precision;
    Controls turned_controls = controls;
    turned_controls.P *= R.transpose();
    turned_controls.gravity = R * controls.gravity;
    State state = flying(walker);
    State turned = state;
    turned.Z *= R.transpose();
    turned.Zdot *= R.transpose();
    turned.P *= R.transpose();
    turned.Pdot *= R.transpose();
    turned.clear_history();
    Workspace workspace = workspace_for(walker);
    Workspace turned_workspace = workspace_for(walker);
    Rng rng(8);
    for (int i = 0; i < 20; ++i) {
        controls.activation = random_parameters(rng, walker.model->muscle_count(), 0.5);
        turned_controls.activation = controls.activation;
        ASSERT_NE(step(*walker.model, controls, state, workspace).status, StepStatus::not_finite);
        ASSERT_NE(step(*walker.model, turned_controls, turned, turned_workspace).status, StepStatus::not_finite);
    }
    EXPECT_LT((state.Z * R.transpose() - turned.Z).norm(), 1e-6 * state.Z.norm());
}

// The whole body's strain alone is enough for a hop on the spot; other modes bend it.
TEST(SkinningShapes, LetABodyHopAndWalk) {
    const Walker whole = with_handles(1);
    EXPECT_EQ(whole.model->muscle_count(), 6);
    Driven hopping(whole, {.kind = BehaviourKind::hop, .height = 0.2, .distance = 0.0});
    EXPECT_TRUE(hopping.run(400));
    EXPECT_NEAR(hopping.apex, 0.2, 0.02);

    Driven walking(skinned_block(), {.kind = BehaviourKind::walk, .distance = 0.6, .speed = 0.4});
    EXPECT_TRUE(walking.run(600));
    EXPECT_NEAR(walking.behaviour.centre(walking.state).z() - walking.rest.z(), 0.6, 0.05);
    EXPECT_EQ(walking.underived, 0);
}

} // namespace
} // namespace limber::testing
