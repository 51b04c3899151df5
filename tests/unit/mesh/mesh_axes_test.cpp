// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_axes.h"

#include "tests/support/meshes.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(MeshAxes, AreARotationAndTurnWithTheMesh) {
    const TetMesh mesh = testing::bar_mesh(2, 1, 1, Vec3(1.0, 0.3, 0.2));
    const Mat3 axes = mesh_axes(mesh);
    EXPECT_TRUE((axes.transpose() * axes).isIdentity(1e-14));
    EXPECT_NEAR(axes.determinant(), 1.0, 1e-14);
    Rng rng(5);
    const Mat3 R = testing::random_rotation(rng);
    TetMesh moved = mesh;
    moved.X = (3.0 * mesh.X * R.transpose()).rowwise() + Eigen::RowVector3d(1.0, -2.0, 0.5);
    EXPECT_LT((mesh_axes(moved) - R * axes).norm(), 1e-13);
}

} // namespace
} // namespace limber
