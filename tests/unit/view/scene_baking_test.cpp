// SPDX-License-Identifier: MIT
#include "app/view/scene_baking.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

class SceneBakingTest : public ::testing::Test {
protected:
    SceneBaking begun() const {
        auto baking = SceneBaking::of({character});
        EXPECT_TRUE(baking);
        return std::move(baking).value();
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
            .value();
};

TEST_F(SceneBakingTest, HasAShareOfTheSecondaryMotion) {
    State state = Motion(character).state();
    state.Z.setConstant(0.1);
    SceneBaking baking = begun();
    baking.keep_coordinates();
    baking.set_dynamics({0.25});
    baking.add_frame({&state});
    const BakedMotion motion = baking.take(60.0);
    const BakedSurface& surface = motion.surfaces.at(0);
    const Points expected =
        body_positions(*character, with_share(state, 0.25))(character->boundary_vertices, Eigen::all);
    EXPECT_EQ(surface.frames.at(0), FloatPoints(expected.cast<float>()));
    const Points all = body_positions(*character, state)(character->boundary_vertices, Eigen::all);
    EXPECT_GT((all - expected).norm(), 1e-6 * expected.norm());
    ASSERT_TRUE(surface.linear.is_known());
    EXPECT_LT((surface.linear.J * surface.linear.P.at(0) - expected).norm(), 1e-9 * expected.norm());
}

TEST_F(SceneBakingTest, CountsTheMemoryOfCoordinates) {
    SceneBaking baking = begun();
    const std::uint64_t bytes_a_frame = 3 * sizeof(float) * character->boundary_vertices.size();
    const std::uint64_t frames = (std::uint64_t{4} << 30U) / bytes_a_frame;
    EXPECT_FALSE(baking.fault_in_length(frames));
    EXPECT_TRUE(baking.fault_in_length(frames + 1));
    baking.keep_coordinates();
    const auto fault = baking.fault_in_length(frames);
    ASSERT_TRUE(fault);
    EXPECT_NE(fault->message.find("GB of memory; the most is 4 GB"), std::string::npos);
}

} // namespace
} // namespace limber::app
