// SPDX-License-Identifier: MIT
#include "engine/control/feet.h"
#include "engine/control/sole_patches.h"

#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::testing {
namespace {

/// A plate on four legs of one cell each.
TetMesh table() {
    return bar_on_legs(5, 6, 8, 0.4,
                       [](const Vec3& at) { return std::abs(at.x() - 0.25) > 0.15 && std::abs(at.z() - 0.4) > 0.3; });
}

/// On its lowest points, at rest.
struct Standing {
    explicit Standing(const TetMesh& mesh, Index contact_points)
        : body(free_body(mesh, {.contact_points = contact_points})) {
        walker.model = std::make_shared<const ReducedModel>(body.model);
        walker.controls = body.controls();
        walker.controls.contact.points = body.points;
        walker.start = body.start();
        centre = body.centre_of_mass(walker.start);
        feet = feet_of(walker, centre, sole_patches(mesh, walker.up, body.points->vertices));
    }
    FreeBody body;
    Walker walker;
    Vec3 centre;
    Feet feet;
};

void expect_diagonal_groups(const Feet& feet) {
    ASSERT_EQ(feet.feet.size(), 4U);
    for (const Foot& foot : feet.feet) {
        EXPECT_EQ(foot.group == feet.feet.front().group,
                  foot.offset.x() * foot.offset.z() * feet.feet.front().offset.x() * feet.feet.front().offset.z() >
                      0.0);
    }
}

TEST(Feet, OfAFlatSoleAreItsCorners) {
    const Standing box(bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6)), 200);
    expect_diagonal_groups(box.feet);
    for (const Foot& foot : box.feet.feet) {
        EXPECT_EQ(foot.contacts.size(), 1U) << "the next points are half a reach away";
        EXPECT_NEAR(std::abs(foot.offset.x()), 0.3, 1e-9);
        EXPECT_NEAR(std::abs(foot.offset.z()), 0.3, 1e-9);
    }
    EXPECT_EQ(box.feet.between.size(), 21U);
    EXPECT_FALSE(box.feet.has_legs);
    const std::vector<ContactSubset> standing = standing_contacts(box.walker, box.feet);
    ASSERT_EQ(standing.size(), 2U);
    const Index all = box.walker.controls.contact.points->count();
    for (const ContactSubset& contacts : standing) {
        EXPECT_EQ(contacts.points->count(), all - 21 - 2) << "two feet swing";
    }
}

TEST(Feet, OfATableAreItsLegs) {
    const Standing standing(table(), 300);
    expect_diagonal_groups(standing.feet);
    EXPECT_TRUE(standing.feet.has_legs);
    EXPECT_TRUE(standing.feet.between.empty());
    for (const Foot& foot : standing.feet.feet) {
        EXPECT_EQ(foot.contacts.size(), 4U);
        EXPECT_NEAR(std::abs(foot.offset.x()), 0.2, 1e-9);
        EXPECT_NEAR(std::abs(foot.offset.z()), 0.35, 1e-9);
    }
}

// On legs that are close to the middle the body can stand on either, and farther apart only on two corners of them.
TEST(Feet, OfTwoLegsCloseToTheMiddleAreWhole) {
    for (const double inner : {0.05, 0.15}) {
        const auto is_leg = [&](const Vec3& at) {
            return std::abs(at.x() - 0.25) > inner;
        };
        const Standing standing(bar_on_legs(5, 6, 4, 0.2, is_leg), 300);
        EXPECT_TRUE(standing.feet.has_legs);
        ASSERT_EQ(standing.feet.feet.size(), inner < 0.1 ? 2U : 4U);
        if (inner < 0.1) {
            EXPECT_NE(standing.feet.feet.front().group, standing.feet.feet.back().group);
            EXPECT_NEAR(std::abs(standing.feet.feet.front().offset.z()), 0.0, 1e-9) << "all of the leg";
        }
    }
}

TEST(Feet, OfABallAreOne) {
    const Standing ball(ball_mesh(4), 60);
    ASSERT_EQ(ball.feet.feet.size(), 1U);
    const Foot& foot = ball.feet.feet.front();
    EXPECT_GT(foot.contacts.size(), foot.points.size()) << "it leans on the rim around its sole";
}

// Two poles on the ground are joined above it alone.
TEST(SolePatches, OfRodsAndShellsAreTheirLegs) {
    Points V(6, 3);
    V << -0.2, 0.0, 0.0, -0.2, 0.02, 0.1, -0.2, 1.0, 0.0, 0.2, 0.0, 0.0, 0.2, 0.02, 0.1, 0.2, 1.0, 0.0;
    Edges E(5, 2);
    E << 0, 1, 1, 2, 3, 4, 4, 5, 2, 5;
    const std::vector<int> all{0, 1, 2, 3, 4, 5};
    const std::vector<int> of_rods = sole_patches(CurveMesh{V, E}, Vec3::UnitY(), all);
    EXPECT_EQ(of_rods, (std::vector<int>{0, 0, 1, 2, 2, 3}));
    Triangles F(3, 3);
    F << 0, 1, 2, 3, 4, 5, 2, 1, 5;
    EXPECT_EQ(sole_patches(SurfaceMesh{V, F}, Vec3::UnitY(), all), of_rods);
}

} // namespace
} // namespace limber::testing
