// SPDX-License-Identifier: MIT
#include "engine/body/inverted_clusters.h"

#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <limits>

namespace limber {
namespace {

Body bar_body(SubspaceKind kind) {
    const TetMesh mesh = testing::bar_mesh(8, 3, 3, Vec3(1.0, 0.3, 0.3));
    return build_body(mesh, affine_handle(mesh), {.subspace = kind, .modes = 6, .clusters = 8}).value();
}

// The half of the bar with x < 0.5 is mirrored through the plane z = 0.
Points half_mirrored(const Points& X) {
    Points x = X;
    for (Index i = 0; i < x.rows(); ++i) {
        x(i, 2) *= x(i, 0) < 0.5 ? -1.0 : 1.0;
    }
    return x;
}

TEST(InvertedClusters, AreNoneWhereABodyTurnsOrStretches) {
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::displacement}) {
        const Body body = bar_body(kind);
        EXPECT_EQ(inverted_cluster_count(body, body.mesh.X), 0);
        const Mat3 turned = Eigen::AngleAxisd(2.0, Vec3(1, 2, 3).normalized()).toRotationMatrix();
        const Mat3 stretched = Vec3(0.01, 3.0, 1.0).asDiagonal();
        EXPECT_EQ(inverted_cluster_count(body, body.mesh.X * (turned * stretched).transpose()), 0);
    }
}

TEST(InvertedClusters, AreAllOfAMirroredFlatOrBrokenBody) {
    const Body body = bar_body(SubspaceKind::skinning);
    const Index all = body.clusters.count;
    EXPECT_GT(all, 3);
    const Mat3 mirror = Vec3(1, -1, 1).asDiagonal();
    const Mat3 flat = Vec3(1, 1, 0).asDiagonal();
    EXPECT_EQ(inverted_cluster_count(body, body.mesh.X * mirror), all);
    EXPECT_EQ(inverted_cluster_count(body, body.mesh.X * flat), all);
    Points broken = body.mesh.X;
    broken.setConstant(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(inverted_cluster_count(body, broken), all);
}

TEST(InvertedClusters, AreThoseOfTheMirroredPart) {
    const Body body = bar_body(SubspaceKind::skinning);
    const Index count = inverted_cluster_count(body, half_mirrored(body.mesh.X));
    EXPECT_GT(count, 0);
    EXPECT_LT(count, body.clusters.count);
}

} // namespace
} // namespace limber
