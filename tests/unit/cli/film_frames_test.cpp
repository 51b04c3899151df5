// SPDX-License-Identifier: MIT
#include "app/cli/film_frames.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace limber::testing {
namespace {

using app::film_shares;
using app::FilmFrames;
using app::FilmShares;

FilmFrames film_of(std::uint64_t steps_before, std::uint64_t count) {
    FilmFrames film;
    film.steps_before = steps_before;
    film.frames.count = count;
    return film;
}

TEST(PhaseOfDrawing, IsOfAPictureOrOfAFilm) {
    EXPECT_EQ(app::phase_of_drawing(film_of(5, 1)), "drawing the picture");
    EXPECT_EQ(app::phase_of_drawing(film_of(5, 2)), "drawing the film");
}

TEST(FilmShares, LeaveTheProgressToTheStepsBeforeASingleFrame) {
    const FilmShares shares = film_shares(film_of(5000, 1), false);
    EXPECT_EQ(shares.prepared, 0.0);
    EXPECT_GT(shares.stepped, 0.9);
    EXPECT_LT(shares.stepped, 1.0);
}

TEST(FilmShares, GiveTheFirstPassOfALoopItsPart) {
    FilmFrames film = film_of(0, 100);
    EXPECT_EQ(film_shares(film, false).warmed, 0.0);
    film.loop.emplace();
    const FilmShares shares = film_shares(film, false);
    EXPECT_GT(shares.warmed, 0.01);
    EXPECT_LT(shares.warmed, 0.5);
}

TEST(FilmShares, FollowEachOther) {
    for (const bool has_loop : {false, true}) {
        for (const bool has_bodies_beside : {false, true}) {
            for (const std::uint64_t before : {std::uint64_t{0}, std::uint64_t{10}, std::uint64_t{100000}}) {
                FilmFrames film = film_of(before, 240);
                if (has_loop) {
                    film.loop.emplace();
                }
                const FilmShares shares = film_shares(film, has_bodies_beside);
                EXPECT_LE(0.0, shares.prepared);
                EXPECT_LE(shares.prepared, shares.stepped);
                EXPECT_LE(shares.stepped, shares.moved);
                EXPECT_LE(shares.moved, shares.warmed);
                EXPECT_LT(shares.warmed, 1.0);
            }
        }
    }
}

} // namespace
} // namespace limber::testing
