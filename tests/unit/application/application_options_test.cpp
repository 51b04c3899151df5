// SPDX-License-Identifier: MIT
#include "app/application/application_options.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::ElementsAre;

std::optional<ApplicationOptions> options_of(std::vector<const char*> words) {
    words.insert(words.begin(), "limber");
    return window_options(static_cast<int>(words.size()), words.data());
}

TEST(WindowOptions, TakeClipsBesideTheFile) {
    const auto options = options_of({"person.glb", "--clip", "walk.bvh", "--paused", "--clip", "dance.glb#2"});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->file, "person.glb");
    EXPECT_THAT(options->clips, ElementsAre("walk.bvh", "dance.glb#2"));
    EXPECT_TRUE(options->paused);
}

TEST(WindowOptions, TakeTheJointsAndTheStrideOfClips) {
    const auto options = options_of({"person.glb", "--clip-map", "joints.json", "--clip-stride", "0.93"});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->clip_map, "joints.json");
    EXPECT_EQ(options->clip_stride, 0.93);
    EXPECT_FALSE(options_of({"person.glb"})->clip_stride);
    EXPECT_EQ(options_of({"person.glb", "--clip-feet", "turned"})->clip_feet, "turned");
    EXPECT_FALSE(options_of({"person.glb", "--clip-feet", "flat"}));
    EXPECT_FALSE(options_of({"person.glb", "--clip-stride", "6"}));
    EXPECT_FALSE(options_of({"person.glb", "--clip-stride", "much"}));
    EXPECT_FALSE(options_of({"person.glb", "--clip-map", ""}));
}

TEST(WindowOptions, AreNotThoseOfACommandOrWithoutAValue) {
    EXPECT_FALSE(options_of({"simulate", "person.glb", "--clip", "walk.bvh"}));
    EXPECT_FALSE(options_of({"person.glb", "--clip"}));
    EXPECT_FALSE(options_of({"person.glb", "--clip", ""}));
}

} // namespace
} // namespace limber::app
