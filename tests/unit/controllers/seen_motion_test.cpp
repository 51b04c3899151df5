// SPDX-License-Identifier: MIT
#include "app/controllers/seen_motion.h"

#include <gtest/gtest.h>

#include <memory>

namespace limber::app {
namespace {

class SeenMotionTest : public ::testing::Test {
protected:
    static Snapshot shown(int id, const CharacterPtr& character, double time) {
        Snapshot snapshot;
        snapshot.id = id;
        snapshot.character = character;
        snapshot.state.time = time;
        snapshot.state.Z = AffineStack::Constant(2, 3, time);
        snapshot.state.P = AffineStack::Zero(4, 3);
        return snapshot;
    }

    const CharacterPtr character = std::make_shared<const Character>();
    SeenMotion seen;
};

TEST_F(SeenMotionTest, HasEachPoseOnce) {
    for (const double time : {0.1, 0.2, 0.2, 0.3}) {
        seen.note(shown(1, character, time));
    }
    ASSERT_EQ(seen.poses().size(), 3u);
    EXPECT_EQ(seen.poses().back().Z(0, 0), 0.3);
    seen.note(shown(1, nullptr, 0.4));
    EXPECT_EQ(seen.poses().size(), 3u) << "nothing is shown";
    EXPECT_EQ(seen.count(), 3u);
}

TEST_F(SeenMotionTest, KeepsTheNewestPoses) {
    for (int i = 0; i < 1000; ++i) {
        seen.note(shown(1, character, 0.01 * i));
    }
    EXPECT_GE(seen.poses().size(), 100u);
    EXPECT_LT(seen.poses().size(), 1000u);
    EXPECT_EQ(seen.count(), 1000u);
    EXPECT_EQ(seen.poses().back().Z(0, 0), 9.99);
}

TEST_F(SeenMotionTest, HasMovedWhenAPoseDiffers) {
    EXPECT_FALSE(seen.has_moved());
    Snapshot still = shown(1, character, 1.0);
    for (int i = 0; i < 60; ++i) {
        still.state.time += 0.1;
        still.state.Z *= 1.0 + 1e-12;
        seen.note(still);
    }
    EXPECT_FALSE(seen.has_moved());
    seen.note(shown(1, character, 1.001));
    EXPECT_TRUE(seen.has_moved());
}

TEST_F(SeenMotionTest, StaysWhenTheModelChangesAndNotWhenTheSelectionDoes) {
    seen.note(shown(1, character, 0.1));
    const CharacterPtr other = std::make_shared<const Character>();
    seen.note(shown(1, other, 0.2));
    ASSERT_EQ(seen.poses().size(), 2u);
    EXPECT_EQ(seen.poses().front().character, character);
    EXPECT_EQ(seen.poses().back().character, other);
    seen.note(shown(2, other, 0.3));
    EXPECT_EQ(seen.poses().size(), 1u);
    EXPECT_EQ(seen.count(), 1u);
}

} // namespace
} // namespace limber::app
