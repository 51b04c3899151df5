// SPDX-License-Identifier: MIT
#include "engine/control/feet.h"
#include "engine/control/sole_patches.h"

#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace limber::testing {
namespace {

/// A bar of 5 x 6 x 8 cells of 0.1 m without the cells under its plate, except for legs of one cell each.
TetMesh table() {
    const TetMesh bar = bar_mesh(5, 6, 8, Vec3(0.5, 0.6, 0.8));
    std::map<int, int> numbers;
    std::vector<std::array<int, 4>> tets;
    for (Index t = 0; t < bar.tet_count(); ++t) {
        Vec3 middle = Vec3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            middle += 0.25 * bar.X.row(bar.T(t, corner)).transpose();
        }
        const bool is_leg = std::abs(middle.x() - 0.25) > 0.15 && std::abs(middle.z() - 0.4) > 0.3;
        if (middle.y() > 0.4 || is_leg) {
            auto& tet = tets.emplace_back();
            for (std::size_t corner = 0; corner < 4; ++corner) {
                const int vertex = bar.T(t, static_cast<Index>(corner));
                tet[corner] = numbers.emplace(vertex, static_cast<int>(numbers.size())).first->second;
            }
        }
    }
    TetMesh mesh{Points(static_cast<Index>(numbers.size()), 3), Tets(static_cast<Index>(tets.size()), 4)};
    for (const auto& [from, to] : numbers) {
        mesh.X.row(to) = bar.X.row(from);
    }
    for (std::size_t t = 0; t < tets.size(); ++t) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            mesh.T(static_cast<Index>(t), static_cast<Index>(corner)) = tets[t][corner];
        }
    }
    return mesh;
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
