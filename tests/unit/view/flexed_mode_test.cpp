// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

class FlexedModeTest : public ::testing::Test {
protected:
    FlexedModeTest() {
        snapshot.id = 3;
        snapshot.character =
            build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
                .value();
        snapshot.state = Motion(snapshot.character).state();
    }

    // s x 3: what a motion adds to the drawn surface.
    Points added(const FlexedMode& flexed) const {
        return boundary_positions(snapshot, {true, 1.0, flexed}) - boundary_positions(snapshot, {true, 1.0, {}});
    }
    Vector weights(Index mode) const {
        const Vector column = snapshot.character->modes->W.col(mode);
        Vector drawn(static_cast<Index>(snapshot.character->boundary_vertices.size()));
        for (Index i = 0; i < drawn.size(); ++i) {
            drawn(i) = column(snapshot.character->boundary_vertices[static_cast<std::size_t>(i)]);
        }
        return drawn / column.cwiseAbs().maxCoeff();
    }

    limber::testing::ScratchFolder folder;
    Snapshot snapshot;
};

TEST_F(FlexedModeTest, MovesTheBodyByItsWeightTimesTheMap) {
    const BoundingBox box = bounding_box(snapshot.character->mesh.X);
    const Vec3 centre = 0.5 * (box.low + box.high);
    const FlexedMode flexed{3, 1, {0.5, 0, 0, 0, 0, 0, 0.2, 0.1, 0, 0, 0, 0}};
    const Points X = surface_at_rest(*snapshot.character);
    Points expected(X.rows(), 3);
    expected.col(0) = 0.5 * (X.col(0).array() - centre.x());
    expected.col(1) = 0.2 * (X.col(2).array() - centre.z()) + 0.1 * box.diagonal();
    expected.col(2).setZero();
    EXPECT_LT((added(flexed) - Points(weights(1).asDiagonal() * expected)).norm(), 1e-12 * expected.norm());
    EXPECT_GT(added(flexed).norm(), 1e-3);
}

TEST_F(FlexedModeTest, IsOfOneCharacterAndOfModesThatItHas) {
    const std::array<double, 12> moved{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(added({4, 1, moved}).norm(), 0.0);
    EXPECT_EQ(added({3, -1, moved}).norm(), 0.0);
    EXPECT_EQ(added({3, 1000, moved}).norm(), 0.0);
}

} // namespace
} // namespace limber::app
