// SPDX-License-Identifier: MIT
#include "engine/mesh/lost_volume.h"

#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace limber {
namespace {

using namespace limber::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

enum class Bounds { its_volume, perhaps };

double lost_of(const SurfaceMesh& surface, const TetMesh& mesh, Bounds bounds) {
    const WindingNumber winding(surface);
    InsideTest inside(surface, winding);
    return lost_volume({surface, bounds == Bounds::its_volume}, inside, mesh, nullptr);
}

// A box with one corner at the origin, whose tets are that much thinner.
TetMesh thinner_box(double share) {
    return bar_mesh(2, 2, 2, Vec3(1.0, 1.0 - share, 1.0));
}

// All turned alike.
std::pair<SurfaceMesh, TetMesh> turned(SurfaceMesh surface, const TetMesh& mesh, const Mat3& turn) {
    Affine map = identity_affine();
    map.leftCols<3>() = turn;
    map.col(3) = Vec3(30, -20, 10);
    surface.V = transformed(surface.V, map);
    return {std::move(surface), transformed(mesh, map)};
}

TEST(LostVolume, IsWhatTheDivergenceTheoremSaysOfAClosedSurface) {
    Rng rng(1);
    for (const double share : {0.0, 0.01, 0.1, 0.5}) {
        for (int i = 0; i < 5; ++i) {
            const auto [surface, mesh] = turned(box_surface(Vec3(1, 1, 1)), thinner_box(share), random_rotation(rng));
            EXPECT_NEAR(lost_of(surface, mesh, Bounds::its_volume), share, 1e-12);
        }
    }
}

TEST(LostVolume, IsNeverNegative) {
    EXPECT_EQ(lost_of(box_surface(Vec3(1, 1, 1)), thinner_box(-0.2), Bounds::its_volume), 0.0);
    EXPECT_EQ(lost_of(box_surface(Vec3(1, 1, 1)), thinner_box(-0.2), Bounds::perhaps), 0.0);
}

// Less by three standard deviations of 64,000 points, of which a turned box has a fifth or more.
TEST(LostVolume, IsNotOverestimatedWhereItIsSampled) {
    Rng rng(2);
    for (const double share : {0.1, 0.2, 0.5}) {
        for (int i = 0; i < 5; ++i) {
            const auto [surface, mesh] = turned(box_surface(Vec3(1, 1, 1)), thinner_box(share), random_rotation(rng));
            const double found = lost_of(surface, mesh, Bounds::perhaps);
            EXPECT_LE(found, share);
            EXPECT_GE(found, share - 0.03);
        }
    }
}

// Where parts overlap, the divergence theorem counts the volume twice.
TEST(LostVolume, IsNoneOfPartsThatOverlap) {
    SurfaceMesh half = box_surface(Vec3(1, 1, 1));
    half.V.col(0).array() += 0.5;
    const SurfaceMesh both = merged(box_surface(Vec3(1, 1, 1)), half);
    EXPECT_EQ(lost_of(both, bar_mesh(3, 2, 2, Vec3(1.5, 1, 1)), Bounds::perhaps), 0.0);
    EXPECT_NEAR(lost_of(both, bar_mesh(3, 2, 2, Vec3(1.5, 1, 1)), Bounds::its_volume), 0.25, 1e-12);
}

TEST(LostVolume, IsTheSameEveryTime) {
    const SurfaceMesh ball = sphere_surface(3);
    const double first = lost_of(ball, ball_mesh(2), Bounds::perhaps);
    EXPECT_GT(first, lost_volume_max);
    EXPECT_EQ(first, lost_of(ball, ball_mesh(2), Bounds::perhaps));
}

TEST(LostVolume, IsSaidWhereItIsMoreThanAFewPerCent) {
    EXPECT_THAT(messages_of_lost_volume(0.0, "take more"), IsEmpty());
    EXPECT_THAT(messages_of_lost_volume(lost_volume_max, "take more"), IsEmpty());
    EXPECT_THAT(messages_of_lost_volume(0.123, "take more"),
                ElementsAre("the tets have 12 % less volume than the surface encloses, because their edges are long "
                            "beside its details; take more to keep more of it"));
}

} // namespace
} // namespace limber
