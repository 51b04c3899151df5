// SPDX-License-Identifier: MIT
#include "app/document/file_stem.h"
#include "app/document/gait_origin.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::HasSubstr;

Gait two_beats(double amplitude, double period, double phase = 0.25) {
    return {"beat", "Bar", {{{amplitude, period, phase}}, {{0.5 * amplitude, period, 0.0}}}, 0.0, 1.0};
}

TEST(GaitOrigin, RecognisesAChangedGait) {
    GaitLibrary library;
    library.keep({"walk", GaitRole::forward, two_beats(0.5, 1.0)});
    library.keep({"spin", GaitRole::left, two_beats(0.4, 1.0), "spin.json"});
    Gait playing = two_beats(0.4, 1.0);
    EXPECT_EQ(origin_of(playing, library)->name, "spin") << "for any name";
    playing.name = "spin";
    playing.waveforms[0][0].amplitude = 0.9;
    EXPECT_EQ(origin_of(playing, library)->name, "spin") << "by its name";
    EXPECT_FALSE(same_motion(origin_of(playing, library)->gait, playing));
    const GaitLibrary before = library;
    library.keep({"spin", GaitRole::left, playing});
    EXPECT_TRUE(same_motion(library.called("spin")->gait, playing));
    EXPECT_NE(library, before) << "its file holds another gait";
    EXPECT_EQ(library.called("spin")->role, GaitRole::left);
    EXPECT_EQ(origin_of(two_beats(0.1, 3.0), library), nullptr);
}

TEST(GaitOrigin, ComparesTwoGaits) {
    GaitLibrary library;
    EXPECT_EQ(another_than(two_beats(0.5, 1.0), "walk", library), nullptr);
    library.keep({"walk", GaitRole::forward, two_beats(0.5, 1.0)});
    EXPECT_EQ(another_than(two_beats(0.5, 1.0), "walk", library), nullptr);
    library.keep({"same", GaitRole::none, two_beats(0.5, 1.0)});
    library.keep({"spin", GaitRole::left, two_beats(0.4, 1.0)});
    EXPECT_EQ(another_than(two_beats(0.5, 1.0), "walk", library)->name, "spin")
        << "the next one that moves differently";
    EXPECT_EQ(another_than(two_beats(0.4, 1.0), "walk", library)->name, "walk")
        << "the selected gait itself if it does not play";
    EXPECT_EQ(another_than(two_beats(0.4, 1.0), "spin", library)->name, "walk");
}

TEST(GaitOrigin, NamesAGaitThatDoesNotFitACharacter) {
    EXPECT_EQ(misfit(two_beats(0.5, 1.0), "Bar", 2), std::nullopt);
    EXPECT_THAT(misfit(two_beats(0.5, 1.0), "Gecko", 2).value(), HasSubstr("made for Bar"));
    EXPECT_THAT(misfit(two_beats(0.5, 1.0), "Bar", 6).value(), HasSubstr("2 waveforms for the 6 muscles of Bar"));
    EXPECT_THAT(misfit(two_beats(0.5, 1.0), "Gecko", 1).value(), HasSubstr("move nothing"));
}

TEST(FileNames, KeepLettersOfAnyLanguage) {
    EXPECT_EQ(file_stem("Gr\u00fc\u00dfe Fu\u00df / \u00f6"), "gr\u00fc\u00dfe-fu\u00df-\u00f6");
    EXPECT_EQ(file_stem("Gus the gecko gait"), "gus-the-gecko-gait");
    EXPECT_EQ(file_stem("../.."), "limber");
    const std::string stem = file_stem("a" + std::string("\u00f6") + std::string(300, 'x'));
    EXPECT_LE(stem.size(), 100u);
    std::string many;
    for (int i = 0; i < 80; ++i) {
        many += "\u20ac";
    }
    EXPECT_EQ(file_stem(many).size() % 3, 0u) << "no letter is cut in two";
    EXPECT_EQ(kept_file_stem(many).size() % 3, 0u);
}

TEST(FileNames, ThatAreProposedAreThoseOfTheCharacter) {
    EXPECT_EQ(kept_file_stem("cesium_man"), "cesium_man");
    EXPECT_EQ(kept_file_stem("Gus the Gecko (2), v1.5 -"), "Gus the Gecko (2), v1.5 -");
    EXPECT_EQ(kept_file_stem("Gr\u00fc\u00dfe / Fu\u00df: \u00f6?\n"), "Gr\u00fc\u00dfe - Fu\u00df- \u00f6--");
    EXPECT_EQ(kept_file_stem("C:\\a<b>\"c\"|*"), "C--a-b--c---");
    EXPECT_EQ(kept_file_stem(" .hidden. "), "hidden") << "dots and spaces at the ends";
    EXPECT_EQ(kept_file_stem(".."), "limber");
    EXPECT_EQ(kept_file_stem(""), "limber");
    EXPECT_LE(kept_file_stem(std::string(300, 'x')).size(), 100u);
}

} // namespace
} // namespace limber::app
