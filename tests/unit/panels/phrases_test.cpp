// SPDX-License-Identifier: MIT
#include "app/panels/phrases.h"

#include "app/panels/playback_strip.h"
#include "app/panels/subspace_words.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

using Names = std::vector<std::string>;

TEST(Phrases, NamesOfClipsLoseWhatStandsBeforeTheLastBar) {
    EXPECT_EQ(short_names({"Rest pose", "Armature|Armature|run", "Armature|walk"}),
              (Names{"Rest pose", "run", "walk"}));
}

TEST(Phrases, NamesOfClipsStayWhereTheirEndsAreTheSameOrEmpty) {
    const Names layers{"Armature|run|Layer0", "Armature|walk|Layer0"};
    EXPECT_EQ(short_names(layers), layers);
    const Names open{"run|", "walk"};
    EXPECT_EQ(short_names(open), open);
    EXPECT_EQ(short_names({}), Names{});
}

TEST(Phrases, SayTheSpeedThatIsReached) {
    EXPECT_EQ(speed_words(0.0665, true), "6.65 %");
    EXPECT_EQ(speed_words(1.0, true), "100 %");
    EXPECT_EQ(speed_words(0.0, true), "being measured");
    EXPECT_EQ(speed_words(0.0665, false), "paused");
}

TEST(Phrases, SayHowMuchOfAnExportComesAfterTheClip) {
    EXPECT_EQ(words_after_clip(seconds_after_end(6.5, {0.5, 2.5}, 1.0)), ", about 4.5 s of it after the clip's end");
    EXPECT_EQ(words_after_clip(seconds_after_end(6.5, {0.5, 2.5}, 0.5)), ", about 2.5 s of it after the clip's end");
    EXPECT_EQ(words_after_clip(seconds_after_end(2.05, {0.0, 2.0}, 1.0)), "") << "a few frames";
    EXPECT_EQ(words_after_clip(seconds_after_end(1.0, {0.0, 2.0}, 1.0)), "") << "it was set there";
    EXPECT_EQ(words_after_clip(seconds_after_end(1.0, {0.0, 2.0}, 0.0)), "") << "it stands still";
}

TEST(Phrases, SayThatThereIsNoLoopYet) {
    EXPECT_EQ(words_for_loop(0.0, 10.0, 0.0), "no loop: switch on Loop of the clip");
    EXPECT_EQ(words_for_loop(2.0, 3.9, 0.0), "no loop yet: let the clip play two passes");
    EXPECT_EQ(words_for_loop(2.0, 4.0, 0.0), "the last loop");
    EXPECT_EQ(words_for_loop(2.0, 3.9, 30.0), "the last loop") << "it may be there";
    EXPECT_EQ(words_for_loop(5.0, 3.9, 30.0), "no whole loop is stored: `limber export --loop` writes it")
        << "waiting does not help";
    EXPECT_EQ(words_for_loop(std::nullopt, 0.1, 0.0), "the last loop") << "that of another character";
}

TEST(Phrases, SayHowAStrideChangesTheWayOfTheHips) {
    EXPECT_EQ(words_about_stride(1.0, 0.749, 0.0298),
              "Makes the way of the hips 25.1\u00a0% shorter: standing feet then slide by 0.0298\u00a0m on average");
    EXPECT_EQ(words_about_stride(0.8, 1.0, 0.01),
              "Makes the way of the hips 25\u00a0% longer: standing feet then slide by 0.01\u00a0m on average");
}

TEST(Phrases, NameTheLoadsOfASubspace) {
    ModelDescription description;
    EXPECT_EQ(words_about_loads(description), "everywhere");
    description.loads.resize(2);
    EXPECT_EQ(words_about_loads(description), "2 loads");
    description.subspace_file = "push.json";
    EXPECT_EQ(words_about_loads(description), "2 loads, push.json");
    description.loads.clear();
    EXPECT_EQ(words_about_loads(description), "push.json");
}

} // namespace
} // namespace limber::app
