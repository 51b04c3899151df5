// SPDX-License-Identifier: MIT
#include "app/interaction/asked_place.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TimelineSpan standing_at(std::uint64_t place, std::uint64_t rewinds_applied) {
    TimelineSpan span;
    span.first = 100;
    span.last = 168;
    span.place = place;
    span.rewinds_applied = rewinds_applied;
    return span;
}

TEST(AskedPlace, IsTheSnapshotsPositionWithoutARequest) {
    const AskedPlace asked;
    EXPECT_EQ(asked.place(standing_at(120, 0)), 120u);
}

TEST(AskedPlace, IsKeptWhileTheSnapshotIsBehind) {
    AskedPlace asked;
    asked.ask(148);
    const TimelineSpan stale = standing_at(168, 0);
    EXPECT_EQ(asked.place(stale), 148u) << "a drawn slider reacts to the drag back to 168";
    asked.ask(168);
    EXPECT_EQ(asked.place(standing_at(148, 1)), 168u) << "one of two commands was applied";
    EXPECT_EQ(asked.place(standing_at(168, 2)), 168u);
    EXPECT_EQ(asked.place(standing_at(130, 2)), 130u) << "from then on the simulation says";
}

TEST(AskedPlace, StepsBackFromTheRequestAndStopsAtTheStart) {
    AskedPlace asked;
    const TimelineSpan stale = standing_at(168, 0);
    asked.ask(asked.one_back(stale));
    asked.ask(asked.one_back(stale));
    EXPECT_EQ(asked.place(stale), 166u);
    EXPECT_EQ(asked.one_back(standing_at(100, 2)), 100u);
}

TEST(AskedPlace, StepsBackToTheStoredStateItselfIfAnotherIsShown) {
    AskedPlace asked;
    TimelineSpan span = standing_at(168, 0);
    span.is_beside = true;
    EXPECT_EQ(asked.one_back(span), 168u);
    asked.ask(168);
    EXPECT_EQ(asked.one_back(span), 167u) << "once it was requested";
}

} // namespace
} // namespace limber::app
