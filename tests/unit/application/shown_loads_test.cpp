// SPDX-License-Identifier: MIT
#include "app/application/shown_loads.h"

#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::app {
namespace {

CharacterPtr bar_of(int length) {
    auto character = std::make_shared<Character>();
    character->mesh = testing::bar_mesh(2, length, 2, Vec3(0.4, 1.0, 0.4));
    character->mass = lumped_mass(character->mesh, Vector::Constant(character->mesh.tet_count(), 1000.0));
    character->boundary = boundary_triangles(character->mesh.T);
    character->boundary_vertices = boundary_vertices(character->mesh.T);
    return character;
}

class ShownLoadsTest : public ::testing::Test {
protected:
    // As later frames find it.
    const std::vector<ShownLoad>& completed(const std::vector<BodyLoad>& loads) {
        EXPECT_TRUE(shown.update(loads, bar)); // a task may still be running
        shown.wait();
        EXPECT_TRUE(shown.update(loads, bar));
        shown.wait();
        EXPECT_TRUE(shown.update(loads, bar));
        return shown.on(bar);
    }

    CharacterPtr bar = bar_of(4);
    std::size_t count = bar->boundary_vertices.size();
    Vec3 place = bar->mesh.X.row(bar->boundary_vertices.front());
    BodyLoad everywhere{{.kind = LoadKind::everywhere}};
    BodyLoad handle{{.kind = LoadKind::handles, .points = {place}}};
    ShownLoads shown;
};

TEST_F(ShownLoadsTest, AreShownWhereTheyAct) {
    const PaintedRegion paint(PaintLevels(count, 7));
    const auto& loads = completed({everywhere,
                                   {{.kind = LoadKind::region, .region = LoadRegion{place, 1e-3, 1e3}}},
                                   {{.kind = LoadKind::field}, paint},
                                   handle,
                                   {{.kind = LoadKind::field, .field = "nowhere"}}});
    ASSERT_EQ(loads.size(), 5u);
    EXPECT_EQ(loads[0].field.levels(), PaintLevels(count, 255));
    for (const std::size_t local : {1u, 3u}) {
        EXPECT_EQ(loads[local].field.levels().front(), 255);
        EXPECT_EQ(std::ranges::min(loads[local].field.levels()), 0);
    }
    EXPECT_EQ(loads[2].field, paint);
    EXPECT_EQ(loads[4].field.levels(), PaintLevels(count, 0)) << "the body has no such field";
}

TEST_F(ShownLoadsTest, ShowTheShareThatTheSubspaceIsMadeFor) {
    PaintLevels levels(count, 0);
    levels.front() = 255;
    const auto& loads = completed({{{.kind = LoadKind::everywhere}, PaintedRegion(levels)},
                                   {{.kind = LoadKind::field, .decay = 1e-3}, PaintedRegion(levels)}});
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].field.levels(), PaintLevels(count, 255)) << "its paint is kept for other kinds";
    EXPECT_GT(std::ranges::min(loads[1].field.levels()), 200) << "it falls off slowly beyond the paint";
}

TEST_F(ShownLoadsTest, StayUntilTheNewOnesAreComputed) {
    ASSERT_EQ(completed({everywhere}).size(), 1u);
    EXPECT_TRUE(shown.update({everywhere, handle}, bar));
    ASSERT_EQ(shown.on(bar).size(), 2u);
    EXPECT_TRUE(shown.on(bar)[0].field.is_there());
    EXPECT_FALSE(shown.on(bar)[1].field.is_there());
    ASSERT_TRUE(completed({everywhere, handle})[1].field.is_there());
    BodyLoad larger = handle;
    larger.load.amount = 2.0;
    EXPECT_TRUE(shown.update({everywhere, larger}, bar));
    EXPECT_TRUE(shown.on(bar)[1].field.is_there()) << "as it was";
    ASSERT_EQ(completed({everywhere, handle}).size(), 2u);
    const CharacterPtr rebuilt = bar_of(4);
    EXPECT_TRUE(shown.update({handle}, rebuilt));
    ASSERT_EQ(shown.on(rebuilt).size(), 1u);
    EXPECT_EQ(shown.on(rebuilt)[0].load, handle) << "no other load is in its place";
    EXPECT_TRUE(shown.on(rebuilt)[0].field.is_there()) << "the mesh is the same";
}

TEST_F(ShownLoadsTest, AreNotShownOnAnotherBody) {
    ASSERT_EQ(completed({everywhere}).size(), 1u);
    const CharacterPtr other = bar_of(5);
    EXPECT_TRUE(shown.update({everywhere}, other));
    ASSERT_EQ(shown.on(other).size(), 1u);
    EXPECT_FALSE(shown.on(other)[0].field.is_there());
    EXPECT_TRUE(shown.on(bar).empty());
    bar = other;
    EXPECT_EQ(completed({everywhere}).front().field.levels().size(), other->boundary_vertices.size());
}

} // namespace
} // namespace limber::app
