// SPDX-License-Identifier: MIT
#include "engine/body/inverted_clusters.h"

#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <limits>

namespace limber {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::Not;
using ::testing::SizeIs;

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
        EXPECT_THAT(inverted_clusters(body, body.mesh.X), IsEmpty());
        const Mat3 turned = Eigen::AngleAxisd(2.0, Vec3(1, 2, 3).normalized()).toRotationMatrix();
        const Mat3 stretched = Vec3(0.01, 3.0, 1.0).asDiagonal();
        EXPECT_THAT(inverted_clusters(body, body.mesh.X * (turned * stretched).transpose()), IsEmpty());
    }
}

TEST(InvertedClusters, AreAllOfAMirroredFlatOrBrokenBody) {
    const Body body = bar_body(SubspaceKind::skinning);
    const auto all = static_cast<std::size_t>(body.clusters.count);
    EXPECT_GT(all, 3u);
    const Mat3 mirror = Vec3(1, -1, 1).asDiagonal();
    const Mat3 flat = Vec3(1, 1, 0).asDiagonal();
    EXPECT_THAT(inverted_clusters(body, body.mesh.X * mirror), SizeIs(all));
    EXPECT_THAT(inverted_clusters(body, body.mesh.X * flat), SizeIs(all));
    Points broken = body.mesh.X;
    broken.setConstant(std::numeric_limits<double>::quiet_NaN());
    EXPECT_THAT(inverted_clusters(body, broken), SizeIs(all));
}

TEST(InvertedClusters, AreThoseOfTheMirroredPart) {
    const Body body = bar_body(SubspaceKind::skinning);
    const std::vector<int> inverted = inverted_clusters(body, half_mirrored(body.mesh.X));
    EXPECT_THAT(inverted, SizeIs(AllOf(Gt(0u), Lt(static_cast<std::size_t>(body.clusters.count)))));
    for (Index t = 0; t < body.mesh.tet_count(); ++t) {
        const int cluster = body.clusters.of_tet[static_cast<std::size_t>(t)];
        const double x = body.mesh.X(body.mesh.T(t, 0), 0);
        if (x < 0.1) {
            EXPECT_THAT(inverted, Contains(cluster));
        } else if (x > 0.9) {
            EXPECT_THAT(inverted, Not(Contains(cluster)));
        }
    }
}

} // namespace
} // namespace limber
