// SPDX-License-Identifier: MIT
#include "app/cli/film_frames.h"

#include <algorithm>
#include <string>

namespace limber::app {
namespace {

constexpr double steps_of_drawing = 20.0; // as many steps of a small body take as long as drawing a frame
constexpr double prepared_share = 0.3;    // with bodies beside the character
constexpr double moved_share_of_film = 0.65;

} // namespace

bool is_one_image(const FilmFrames& film) {
    return film.frames.count == 1;
}

std::string phase_of_drawing(const FilmFrames& film) {
    return is_one_image(film) ? "drawing the picture" : "drawing the film";
}

FilmShares film_shares(const FilmFrames& film, bool has_bodies_beside) {
    const auto before = static_cast<double>(film.steps_before);
    const double steps = static_cast<double>(film.frames.count) * film.frames.steps_each;
    const double drawing = steps + steps_of_drawing * static_cast<double>(film.frames.count);
    FilmShares shares;
    if (has_bodies_beside) {
        shares.prepared = prepared_share;
        shares.moved = moved_share_of_film;
        shares.stepped = shares.prepared + (shares.moved - shares.prepared) * before / std::max(1.0, before + steps);
    } else {
        shares.stepped = before / std::max(1.0, before + drawing);
        shares.moved = shares.stepped;
    }
    const double pass = film.loop ? steps / std::max(1.0, steps + drawing) : 0.0;
    shares.warmed = shares.moved + (1.0 - shares.moved) * pass;
    return shares;
}

} // namespace limber::app
