// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/frame_steps.h"
#include "app/cli/loop_export.h"

#include <cstdint>
#include <optional>
#include <string>

namespace limber::app {

/// The frames of a film.
struct FilmFrames {
    FrameSteps frames;
    std::uint64_t steps_before = 0;
    std::optional<LoopPlan> loop = {}; // its frames, after a first pass
};

bool is_one_image(const FilmFrames& film);
/// What is said of the progress while the frames are drawn.
std::string phase_of_drawing(const FilmFrames& film);

/// Of a film's progress, at the end of each part; the drawing takes the rest.
struct FilmShares {
    double prepared = 0.0; // bodies beside the first character
    double stepped = 0.0;  // the steps before the first frame
    double moved = 0.0;    // the motion of the bodies beside, which is computed before the first frame
    double warmed = 0.0;   // the first pass of a loop
};

FilmShares film_shares(const FilmFrames& film, bool has_bodies_beside);

} // namespace limber::app
