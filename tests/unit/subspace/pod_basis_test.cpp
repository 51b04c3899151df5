// SPDX-License-Identifier: MIT
#include "engine/subspace/pod_basis.h"

#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"

#include <gtest/gtest.h>

#include <vector>

namespace limber {
namespace {

constexpr Index pod_vertices = 12;

std::vector<AffineStack> random_motion(int frames) {
    Rng rng(31);
    std::vector<AffineStack> motion;
    for (int frame = 0; frame < frames; ++frame) {
        motion.push_back(AffineStack::NullaryExpr(pod_vertices, 3, [&] { return rng.normal(); }));
    }
    return motion;
}

// More frames than are multiplied at once.
TEST(PodBasis, IsTheNearestSubspaceOfAMotionOfManyFrames) {
    const std::vector<AffineStack> motion = random_motion(150);
    const Vector mass = Vector::LinSpaced(pod_vertices, 0.5, 2.0);
    const Vector weight = mass.cwiseSqrt().transpose().replicate(3, 1).reshaped();
    Matrix snapshots(3 * pod_vertices, 150);
    for (Index frame = 0; frame < snapshots.cols(); ++frame) {
        const Points rows = motion[static_cast<std::size_t>(frame)];
        snapshots.col(frame) = weight.cwiseProduct(Eigen::Map<const Vector>(rows.data(), rows.size()));
    }
    constexpr Index kept = 10;
    const auto basis = pod_basis(motion, mass, kept);
    ASSERT_TRUE(basis);
    const Matrix weighted = weight.asDiagonal() * basis.value();
    const Eigen::JacobiSVD<Matrix> of_basis(weighted, Eigen::ComputeThinU);
    const Matrix Q = of_basis.matrixU();
    ASSERT_EQ(Q.cols(), kept);
    const double left = (snapshots - Q * (Q.transpose() * snapshots)).norm();
    const Eigen::JacobiSVD<Matrix> svd(snapshots);
    EXPECT_NEAR(left, svd.singularValues().tail(svd.singularValues().size() - kept).norm(), 1e-9 * snapshots.norm());
}

TEST(PodBasis, IsCancelled) {
    Progress progress;
    progress.cancel();
    const auto cancelled = pod_basis(random_motion(3), Vector::Ones(pod_vertices), 2, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber
