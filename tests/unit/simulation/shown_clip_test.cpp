// SPDX-License-Identifier: MIT
#include "app/simulation/shown_clip.h"

#include <gtest/gtest.h>

#include <memory>

namespace limber::app {
namespace {

using Files = std::vector<std::filesystem::path>;

// A moment at which a model with these clips plays one of them.
Snapshot moment_of(const Files& clips, int playing) {
    auto character = std::make_shared<Character>();
    character->description.clips = clips;
    for (const auto& file : clips) {
        Clip clip;
        clip.name = file.stem().string();
        character->clips.push_back(clip);
    }
    Snapshot shown;
    shown.character = std::move(character);
    shown.clip = playing;
    return shown;
}

TEST(ShownClip, IsTheChosenOne) {
    const Files clips{"walk.json", "run.json"};
    EXPECT_TRUE(shows_chosen_clip(moment_of(clips, 1), clips, 1));
    EXPECT_FALSE(shows_chosen_clip(moment_of(clips, 0), clips, 1));
    EXPECT_FALSE(shows_chosen_clip(moment_of(clips, -1), clips, 1));
    EXPECT_TRUE(shows_chosen_clip(moment_of(clips, -1), clips, -1));
    EXPECT_FALSE(shows_chosen_clip(moment_of(clips, 1), clips, -1));
}

TEST(ShownClip, IsNotTheOneThatWasAddedLater) {
    const Snapshot before = moment_of({"walk.json"}, 0);
    const Files clips{"walk.json", "run.json"};
    EXPECT_FALSE(shows_chosen_clip(before, clips, 1));
    EXPECT_EQ(index_in_shown_model(before, clips, 1), std::nullopt);
    EXPECT_EQ(index_in_shown_model(before, clips, 0), 0);
    EXPECT_EQ(shown_clip_name(before), "walk");
}

TEST(ShownClip, IsFoundWhereAnEarlierOneWasRemovedLater) {
    const Snapshot before = moment_of({"walk.json", "run.json"}, 1);
    EXPECT_TRUE(shows_chosen_clip(before, {"run.json"}, 0));
    EXPECT_EQ(index_in_shown_model(before, {"run.json"}, 0), 1);
    EXPECT_FALSE(shows_chosen_clip(moment_of({"walk.json", "run.json"}, 0), {"run.json"}, 0));
}

TEST(ShownClip, MayBeTwiceInTheList) {
    const Files twice{"walk.json", "walk.json"};
    EXPECT_TRUE(shows_chosen_clip(moment_of(twice, 1), twice, 1));
    EXPECT_FALSE(shows_chosen_clip(moment_of(twice, 0), twice, 1));
}

TEST(ShownClip, WithoutANameHasItsNumber) {
    Snapshot shown = moment_of({".json"}, 0);
    auto unnamed = std::make_shared<Character>(*shown.character);
    unnamed->clips[0].name.clear();
    shown.character = unnamed;
    EXPECT_EQ(shown_clip_name(shown), "clip 1");
    shown.clip = -1;
    EXPECT_EQ(shown_clip_name(shown), "the rest pose");
}

TEST(ShownClip, IsNamedBesideTheChosenOne) {
    const Files clips{"walk.json", "run.json"};
    const Snapshot walking = moment_of(clips, 0);
    EXPECT_EQ(shown_and_chosen(walking, clips, 1), "At this moment walk plays, and another clip is chosen");
    EXPECT_EQ(shown_and_chosen(walking, {"hop.json"}, 0), "At this moment walk plays, and another clip is chosen");
    EXPECT_EQ(shown_and_chosen(walking, clips, -1), "At this moment walk plays, and the rest pose is chosen");
    EXPECT_EQ(shown_and_chosen(walking, {}, 0), "At this moment walk plays, and the rest pose is chosen");
}

TEST(ShownClip, HasATimeOfItsOwn) {
    const Files clips{"walk.json", "run.json"};
    Snapshot walking = moment_of(clips, 0);
    auto with_poses = std::make_shared<Character>(*walking.character);
    with_poses->clips[0].frame_rate = 30.0;
    with_poses->clips[0].looping = false;
    with_poses->clips[0].keys.resize(37); // 1.2 s
    walking.character = with_poses;
    walking.clip_time = 0.5;
    EXPECT_EQ(time_in_shown_clip(walking, clips, 1), "0.50 s of 1.20 s of walk; another clip is chosen");
    EXPECT_EQ(time_in_shown_clip(walking, clips, -1), "0.50 s of 1.20 s of walk; the rest pose is chosen");
    walking.clip = -1;
    EXPECT_EQ(time_in_shown_clip(walking, clips, 1), "");
}

} // namespace
} // namespace limber::app
