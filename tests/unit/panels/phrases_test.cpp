// SPDX-License-Identifier: MIT
#include "app/panels/phrases.h"

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

TEST(Phrases, ForPhasesSayWhatIsDone) {
    EXPECT_EQ(phase_words("factorisation"), "preparing the search for modes");
    EXPECT_EQ(phase_words("eigenmodes"), "finding how the body swings (modes)");
    EXPECT_EQ(phase_words("drawing the film"), "drawing the film");
    EXPECT_EQ(phase_words(""), "starting");
}

} // namespace
} // namespace limber::app
