// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace limber {
namespace {

using ::testing::HasSubstr;

TetMesh bar_of_targets() {
    return testing::bar_mesh(12, 4, 4, Vec3(1.0, 0.3, 0.3));
}

// One bone, and two targets: a bulge and a bend.
Rig rig_with_targets(const TetMesh& mesh) {
    Rig rig = affine_handle(mesh);
    Target bulge{"bulge", 0, Points::Zero(mesh.vertex_count(), 3)};
    Target bend{"bend", 0, Points::Zero(mesh.vertex_count(), 3)};
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Vec3 X = mesh.X.row(i);
        const double near = std::exp(-30.0 * (X.x() - 0.7) * (X.x() - 0.7));
        bulge.d.row(i) << 0.0, 0.5 * near * (X.y() - 0.15), 0.5 * near * (X.z() - 0.15);
        bend.d(i, 1) = 0.3 * X.x() * X.x();
    }
    rig.targets = {bulge, bend};
    return rig;
}

Pose turned_pose(const Rig& rig, double angle) {
    Pose pose = rest_pose(rig.skeleton);
    Affine turn = identity_affine();
    turn.leftCols<3>() = Eigen::AngleAxisd(angle, Vec3(1.0, 2.0, 0.5).normalized()).toRotationMatrix();
    pose.front() = compose(turn, pose.front());
    return pose;
}

TEST(Targets, MoveTheRigByTheirTurnedDisplacements) {
    const TetMesh mesh = bar_of_targets();
    const Rig rig = rig_with_targets(mesh);
    const std::array weights{0.75, -0.5};
    const Pose pose = turned_pose(rig, 0.8);
    const AffineStack P = rig_maps(rig, pose, weights);
    const Affine map = compose(pose.front(), inverse(rig.skeleton.bones.front().rest));
    const Points shape = mesh.X + 0.75 * rig.targets[0].d - 0.5 * rig.targets[1].d;
    const Points expected = testing::transformed(shape, map);
    EXPECT_LT((rig_jacobian(mesh.X, rig) * P - expected).cwiseAbs().maxCoeff(), 1e-14);
    Points x = Points::Zero(mesh.vertex_count(), 3);
    add_rig_motion(mesh.X, rig, P, x);
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-14);
    const std::array some{5, 17};
    Points y = Points::Zero(2, 3);
    add_rig_motion(mesh.X, rig, P, some, y);
    EXPECT_LT((y.row(1) - expected.row(17)).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((rig_row(mesh.X, rig, 17).transpose() * P - expected.row(17)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Targets, HaveNoEffectWithoutAWeight) {
    const TetMesh mesh = bar_of_targets();
    Rig rig = rig_with_targets(mesh);
    const AffineStack P = rig_maps(rig, turned_pose(rig, 0.3));
    EXPECT_EQ(P.bottomRows(8).cwiseAbs().maxCoeff(), 0.0);
    const Points x = rig_jacobian(mesh.X, rig) * P;
    EXPECT_LT((x - rig_jacobian(mesh.X, rig.W) * P.topRows(4)).cwiseAbs().maxCoeff(), 1e-14);
}

// J' D M u = 0 along a motion, for the bones' columns and each target's, turned as the target is; and u is there.
void expect_constraint_along_a_motion(SubspaceKind kind, const Rig& rig) {
    const TetMesh mesh = bar_of_targets();
    const auto built = build_body(mesh, rig, {.subspace = kind, .modes = kind == SubspaceKind::skinning ? 6 : 16});
    ASSERT_TRUE(built) << built.error().message;
    const Body& body = built.value();
    const Matrix J = rig_jacobian(mesh.X, rig);
    const Vector weight = body.leak.cwiseProduct(body.mass);
    BodyWorkspace workspace(body);
    Controls controls = rest_controls(body);
    State state = rest_state(body, controls.P);
    double moved = 0.0;
    for (int i = 0; i < 60; ++i) {
        const std::array weights{std::sin(0.2 * i), 0.4 * std::sin(0.13 * i), 0.2 * std::sin(0.3 * i), 0.7};
        controls.P = rig_maps(rig, turned_pose(rig, 0.02 * i), weights);
        ASSERT_NE(step(body, controls, state, workspace).status, StepStatus::not_finite);
        const Points u = positions(body, state) - J * state.P;
        const Matrix parts = J.transpose() * (weight.asDiagonal() * u);
        EXPECT_LT(parts.cwiseAbs().maxCoeff(), 1e-10 * J.norm() * (weight.asDiagonal() * u).norm() + 1e-15) << i;
        moved = std::max(moved, u.cwiseAbs().maxCoeff());
    }
    EXPECT_GT(moved, 1e-4);
}

TEST(Targets, KeepTheSecondaryMotionComplementaryInASkinningSubspace) {
    expect_constraint_along_a_motion(SubspaceKind::skinning, rig_with_targets(bar_of_targets()));
}

TEST(Targets, KeepTheSecondaryMotionComplementaryWithUnconstrainedModes) {
    expect_constraint_along_a_motion(SubspaceKind::skinning_unconstrained, rig_with_targets(bar_of_targets()));
}

TEST(Targets, KeepTheSecondaryMotionComplementaryWithPartlyConstrainedModes) {
    expect_constraint_along_a_motion(SubspaceKind::skinning_partly_constrained, rig_with_targets(bar_of_targets()));
}

TEST(Targets, KeepTheSecondaryMotionComplementaryInALinearSubspace) {
    expect_constraint_along_a_motion(SubspaceKind::displacement, rig_with_targets(bar_of_targets()));
}

// The same, and a target that those two make, and one that moves no vertex.
Rig rig_with_dependent_targets(const TetMesh& mesh) {
    Rig rig = rig_with_targets(mesh);
    rig.targets.push_back({"both", 0, 2.0 * rig.targets[0].d - rig.targets[1].d});
    rig.targets.push_back({"nothing", 0, Points::Zero(mesh.vertex_count(), 3)});
    return rig;
}

TEST(Targets, ThatDependOnTheOthersKeepTheSecondaryMotionComplementary) {
    for (const SubspaceKind kind :
         {SubspaceKind::skinning, SubspaceKind::skinning_unconstrained, SubspaceKind::displacement}) {
        expect_constraint_along_a_motion(kind, rig_with_dependent_targets(bar_of_targets()));
    }
}

TEST(Targets, ThatDependOnTheOthersTakeNoModes) {
    const TetMesh mesh = bar_of_targets();
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::displacement}) {
        const auto without = build_body(mesh, rig_with_targets(mesh), {.subspace = kind, .modes = 6});
        const auto with = build_body(mesh, rig_with_dependent_targets(mesh), {.subspace = kind, .modes = 6});
        ASSERT_TRUE(without && with);
        EXPECT_EQ(mode_count(with.value()), mode_count(without.value()));
    }
}

std::string refusal(const Rig& rig, const TetMesh& mesh) {
    auto fault = fault_in(rig, mesh);
    fault = fault ? fault : fault_of_dependence(rig, mesh);
    return fault ? fault->where + ": " + fault->message : "accepted";
}

TEST(Targets, ThatDependOnTheOthersAreFound) {
    const TetMesh mesh = bar_of_targets();
    const Rig good = rig_with_targets(mesh);
    EXPECT_EQ(refusal(good, mesh), "accepted");
    Rig rig = good;
    rig.targets.push_back({"both", 0, 2.0 * good.targets[0].d - good.targets[1].d});
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target \"both\": its column of the rig depends on the others"));
    rig.targets.back() = {"stretch", 0, Points(mesh.X * Mat3(Vec3(0.0, 1.0, 0.0).asDiagonal()))};
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target \"stretch\": its column of the rig depends on the others"));
    rig.targets.back() = {"nothing", 0, Points::Zero(mesh.vertex_count(), 3)};
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target \"nothing\": it moves no vertex of the mesh"));
    rig.targets.back().name.clear();
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target 3: it moves no vertex of the mesh"));
}

TEST(Targets, ThatDoNotFitAreRefused) {
    const TetMesh mesh = bar_of_targets();
    Rig rig = rig_with_targets(mesh);
    rig.targets[0].bone = 1;
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target \"bulge\": it turns with bone 1, but there are 1"));
    rig = rig_with_targets(mesh);
    rig.targets[1].d(3, 2) = std::nan("");
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("target \"bend\": a displacement is not a finite number"));
    rig.targets[1].d = Points::Zero(4, 3);
    EXPECT_THAT(refusal(rig, mesh), HasSubstr("displacements for 4 vertices"));
    EXPECT_FALSE(build_body(mesh, rig));
}

} // namespace
} // namespace limber
