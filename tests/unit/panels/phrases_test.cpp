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

} // namespace
} // namespace limber::app
