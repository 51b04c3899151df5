// SPDX-License-Identifier: MIT
#include "engine/actuation/muscles.h"

#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <thread>

namespace limber {
namespace {

Matrix stacked(const Points& d) {
    return Eigen::Map<const Vector>(d.data(), d.size());
}

TEST(Muscle, StrainIsTheLargestSingularValueOfItsGradient) {
    Rng rng(2);
    const TetMesh mesh = testing::bar_mesh(2, 2, 2);
    const Mat3 A = testing::random_rotation(rng) * Vec3(0.3, -0.7, 0.1).asDiagonal() * testing::random_rotation(rng);
    const Points d = mesh.X * A.transpose();
    const Vector changes = largest_changes_of_length(mesh, d);
    EXPECT_NEAR(changes.minCoeff(), 0.7, 1e-12);
    EXPECT_NEAR(changes.maxCoeff(), 0.7, 1e-12);
    const Points shift = Points::Ones(mesh.vertex_count(), 3);
    EXPECT_LT(largest_changes_of_length(mesh, shift).maxCoeff(), 1e-12);
}

TEST(Muscle, PureTranslationIsNotAmplifiedByRoundOff) {
    Rng rng(4);
    TetMesh mesh = testing::bar_mesh(4, 4, 12, Vec3(0.3, 0.3, 1.0));
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    for (const double length : {1e-3, 1.0, 1e6}) {
        const Points shift = Vec3(0.3, -0.7, 0.1).transpose().replicate(mesh.vertex_count(), 1) * length;
        EXPECT_EQ(scaled_muscles(mesh, stacked(shift)), stacked(shift)) << length;
    }
}

TEST(Muscle, PeakStrainScalingIgnoresSlivers) {
    const TetMesh mesh = testing::bar_mesh(4, 4, 12, Vec3(0.3, 0.3, 1.0));
    Points d = Points::Zero(mesh.vertex_count(), 3);
    d.col(0) = 0.1 * mesh.X.col(2).array().square();
    for (const double peak : {0.2, 0.5}) {
        const Matrix scaled = scaled_muscles(mesh, stacked(d), {.peak_strain = peak, .left_out_volume = 0.0});
        const Points found = Eigen::Map<const Points>(scaled.data(), mesh.vertex_count(), 3);
        EXPECT_NEAR(largest_changes_of_length(mesh, found).maxCoeff(), peak, 1e-12);
    }
    // One displaced vertex strains the tets around it a hundred times more.
    Points jumps = d;
    jumps.row(0) += Vec3(1.0, 0.0, 0.0).transpose();
    const Matrix robust = scaled_muscles(mesh, stacked(jumps), {.peak_strain = 0.5, .left_out_volume = 0.01});
    const Matrix smooth = scaled_muscles(mesh, stacked(d), {.peak_strain = 0.5, .left_out_volume = 0.01});
    EXPECT_NEAR(robust(mesh.vertex_count() * 3 - 3, 0), smooth(mesh.vertex_count() * 3 - 3, 0), 0.1);
}

TEST(Muscle, ZeroStrainIsNotScaled) {
    const TetMesh mesh = testing::two_tets();
    const Matrix still = Matrix::Zero(15, 1);
    EXPECT_EQ(scaled_muscles(mesh, still), still);
}

// Cancelled from another thread as soon as the first muscles are built. The attempt is repeated if all were built
// before the cancellation was noticed.
TEST(Muscle, BuildingManyCanBeCancelledMidway) {
    constexpr Index muscles = 256;
    testing::MuscledBar body = testing::muscled(testing::living_bar(5, 6), 2, {});
    body.clusters = body.bar.clusters;
    const Matrix D = body.D.col(0).replicate(1, muscles);
    const ReducedModel model = body.bar.model();
    const auto build = [&](Progress* progress) {
        return actuation_set(body.bar.mesh, body.bar.material, body.bar.rig, body.bar.W, model, body.clusters, D,
                             progress);
    };
    ASSERT_EQ(build(nullptr).value().muscles.size(), std::size_t(muscles));
    bool is_cancelled = false;
    for (int attempt = 0; attempt < 1000 && !is_cancelled; ++attempt) {
        Progress progress;
        std::atomic<bool> has_returned = false;
        std::jthread cancels([&] {
            while (!has_returned && !(progress.latest().fraction > 0.0)) {
                std::this_thread::yield();
            }
            progress.cancel();
        });
        const auto set = build(&progress);
        has_returned = true;
        is_cancelled = !set;
        if (!set) {
            EXPECT_EQ(set.error().kind, ErrorKind::cancelled);
            EXPECT_GT(progress.latest().fraction, 0.0);
            EXPECT_LT(progress.latest().fraction, 1.0);
        }
    }
    EXPECT_TRUE(is_cancelled);
}

} // namespace
} // namespace limber
