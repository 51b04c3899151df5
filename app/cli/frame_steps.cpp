// SPDX-License-Identifier: MIT
#include "app/cli/frame_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace limber::app {
namespace {

std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

Error not_a_whole_number(double time_step, double frames_per_second) {
    const double steps = std::max(1.0, std::round(1.0 / (time_step * frames_per_second)));
    return {ErrorKind::bad_input,
            "a frame must be a whole number of steps of " + short_number(time_step) + " s, for example " +
                short_number(1.0 / (steps * time_step)) + " or " + short_number(1.0 / ((steps + 1.0) * time_step)),
            "--fps"};
}

} // namespace

Result<FrameSteps> frame_steps(const Arguments& arguments, const SceneRun& run) {
    const double time_step = run.first().controls.time_step;
    FrameSteps frames{.count = frame_count(arguments, run), .frames_per_second = 1.0 / time_step};
    if (!arguments.frames_per_second) {
        return frames;
    }
    frames.frames_per_second = *arguments.frames_per_second;
    const double steps = std::round(1.0 / (time_step * frames.frames_per_second));
    if (steps < 1.0 || std::abs(steps * time_step * frames.frames_per_second - 1.0) > 1e-4) {
        return not_a_whole_number(time_step, frames.frames_per_second);
    }
    frames.steps_each = static_cast<std::uint64_t>(steps);
    if (!arguments.frames) {
        frames.count = std::max(std::uint64_t{1}, frames.count / frames.steps_each);
    }
    return frames;
}

std::optional<Error> take_steps(SceneRun& run, std::uint64_t before, std::uint64_t count, ThreadPool& threads) {
    for (std::uint64_t step = 0; step < count; ++step) {
        if (auto fault = fault_in_frame(run.motion.step(threads), run, before + step + 1)) {
            return fault;
        }
    }
    return std::nullopt;
}

} // namespace limber::app
