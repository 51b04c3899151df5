// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/full_space/full_space_step.h"
#include "engine/mesh/topology.h"
#include "engine/rig/complementarity.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TetMesh joined(const TetMesh& one, const TetMesh& other) {
    TetMesh both{Points(one.vertex_count() + other.vertex_count(), 3), Tets(one.tet_count() + other.tet_count(), 4)};
    both.X << one.X, other.X;
    both.T << one.T, other.T.array() + static_cast<int>(one.vertex_count());
    return both;
}

// A bar and a smaller one beyond its end, which touches nothing.
TetMesh bar_in_pieces() {
    TetMesh loose = testing::bar_mesh(4, 3, 3, Vec3(0.3, 0.2, 0.2));
    loose.X.rowwise() += Eigen::RowVector3d(1.1, 0.05, 0.05);
    return joined(testing::bar_mesh(12, 4, 4, Vec3(1.0, 0.3, 0.3)), loose);
}

// Two bones that share both pieces.
Rig rig_of_two(const TetMesh& mesh) {
    Rig rig = affine_handle(mesh);
    Bone tip = rig.skeleton.bones.front();
    tip.name = "tip";
    tip.parent = 0;
    rig.skeleton.bones.push_back(tip);
    rig.W.resize(mesh.vertex_count(), 2);
    rig.W.col(1) = mesh.X.col(0) / mesh.X.col(0).maxCoeff();
    rig.W.col(0) = Vector::Ones(mesh.vertex_count()) - rig.W.col(1);
    return rig;
}

class BodyInPieces : public ::testing::TestWithParam<SubspaceKind> {};

TEST_P(BodyInPieces, KeepsEachPieceWithTheRigInItsMean) {
    const TetMesh mesh = bar_in_pieces();
    const auto built = build_body(mesh, rig_of_two(mesh), {.subspace = GetParam(), .modes = 12, .clusters = 20});
    ASSERT_TRUE(built) << built.error().message;
    const Body& body = built.value();
    Controls controls = rest_controls(body);
    controls.gravity = Vec3(0.0, -200.0, 30.0);
    State state = rest_state(body, controls.P);
    BodyWorkspace workspace(body);
    for (int i = 0; i < 40; ++i) {
        ASSERT_NE(step(body, controls, state, workspace).status, StepStatus::not_finite);
    }
    const Points u = positions(body, state) - mesh.X;
    EXPECT_GT(u.cwiseAbs().maxCoeff(), 1e-3);
    const Vector piece = pieces_but_one(mesh).col(0).cwiseProduct(body.mass);
    const Eigen::RowVector3d mean = piece.transpose() * u / piece.sum();
    EXPECT_LT(mean.norm(), 1e-6 * u.rowwise().norm().maxCoeff());
}

INSTANTIATE_TEST_SUITE_P(OfAnyKind, BodyInPieces,
                         ::testing::Values(SubspaceKind::skinning, SubspaceKind::localised, SubspaceKind::weights,
                                           SubspaceKind::displacement, SubspaceKind::force_dual_skinning));

TEST(BodyInPieces, IsHeldInFullSpaceToo) {
    const TetMesh mesh = bar_in_pieces();
    const Rig rig = rig_of_two(mesh);
    const auto model =
        full_space_model(mesh, uniform_material({}, mesh.tet_count()), rig, Vector::Constant(mesh.vertex_count(), 0.5));
    ASSERT_TRUE(model);
    const Vector root = model.value().M.cwiseSqrt();
    const Matrix falls = root.asDiagonal() * pieces_but_one(mesh);
    const Matrix& Q = model.value().Q;
    EXPECT_LT((falls - Q * (Q.transpose() * falls)).norm(), 1e-9 * falls.norm());
}

TEST(BodyInPieces, HasNoMoreColumnsInOnePiece) {
    const TetMesh mesh = testing::bar_mesh(3, 2, 2);
    EXPECT_EQ(pieces_but_one(mesh).cols(), 0);
    EXPECT_EQ(pieces_but_one(bar_in_pieces()).cols(), 1);
    EXPECT_EQ(pieces_but_one(bar_in_pieces()).sum(), 5 * 4 * 4);
}

} // namespace
} // namespace limber
