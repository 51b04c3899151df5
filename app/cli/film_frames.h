// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/frame_steps.h"
#include "app/cli/loop_export.h"

#include <cstdint>
#include <optional>

namespace limber::app {

/// The frames of a film.
struct FilmFrames {
    FrameSteps frames;
    std::uint64_t steps_before = 0;
    std::optional<LoopPlan> loop = {}; // its frames, after a first pass
};

} // namespace limber::app
