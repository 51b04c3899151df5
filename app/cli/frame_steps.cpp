// SPDX-License-Identifier: MIT
#include "app/cli/frame_steps.h"

#include "app/character/playing_clip.h"
#include "app/recording/step_range.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace limber::app {
namespace {

constexpr double same_rate = 1e-4; // relative difference

FrameStepper::States all_states(const SceneMotion& motion) {
    FrameStepper::States states;
    std::ranges::transform(motion.characters(), std::back_inserter(states),
                           [](const MovingCharacter& one) { return one.motion.state(); });
    return states;
}

// A time step is often written with a few digits: 0.016667 s is meant as 60 a second.
double rate_of_steps(double time_step) {
    const double rate = 1.0 / time_step;
    const double whole = std::round(rate);
    return whole >= 1.0 && std::abs(rate - whole) <= same_rate * whole ? whole : rate;
}

// Steps until the longest of the clips that play once has ended; the usual count where all of them loop, or have ended
// before.
std::uint64_t steps_of_clips(const SceneRun& run, std::uint64_t before) {
    double seconds = 0.0;
    for (const MovingCharacter& one : run.motion.characters()) {
        if (!does_loop(*one.character, one.controls)) {
            seconds = std::max(seconds, playing_time(*one.character, one.controls));
        }
    }
    const double steps = std::ceil(seconds / run.first().controls.time_step - same_rate) - static_cast<double>(before);
    return steps >= 1.0 && steps <= frames_max ? static_cast<std::uint64_t>(steps) : default_frame_count;
}

} // namespace

FrameSteps frame_steps(const Arguments& arguments, const SceneRun& run, std::uint64_t before) {
    const double time_step = run.first().controls.time_step;
    FrameSteps frames{.frames_per_second = arguments.frames_per_second.value_or(rate_of_steps(time_step))};
    const double steps = 1.0 / (time_step * frames.frames_per_second);
    const double whole = std::max(1.0, std::round(steps));
    frames.steps_each = std::abs(steps - whole) <= same_rate * whole ? whole : steps; // "--fps 33.3333" and the like
    const auto count = frame_count(arguments, run, steps_of_clips(run, before));
    frames.count = count;
    if (!arguments.frames) {
        frames.count = step_place(static_cast<double>(count) / frames.steps_each).step + 1;
    }
    return frames;
}

std::optional<Error> take_steps(SceneRun& run, std::uint64_t before, std::uint64_t count, ThreadPool& threads,
                                Progress* progress) {
    for (std::uint64_t step = 0; step < count; ++step) {
        if (progress && progress->is_cancelled()) {
            return Error{ErrorKind::cancelled, "the simulation was cancelled", {}};
        }
        if (auto fault = fault_in_frame(run.motion.step(threads), run, before + step + 1)) {
            return fault;
        }
        if (auto fault = run.beside.step(run.first(), progress)) {
            return fault;
        }
    }
    return std::nullopt;
}

std::optional<Error> FrameStepper::advance(Progress* progress) {
    ++frame_;
    place_ = step_place(static_cast<double>(frame_) * steps_each_);
    const std::uint64_t end = place_.step + (place_.share > 0.0 ? 1 : 0);
    for (; taken_ < end; ++taken_) {
        if (place_.share > 0.0 && taken_ + 1 == end) {
            last_ = all_states(run_.motion);
        }
        if (auto fault = take_steps(run_, before_ + taken_, 1, threads_, progress)) {
            return fault;
        }
    }
    return std::nullopt;
}

FrameStepper::States FrameStepper::states() const {
    States states = all_states(run_.motion);
    for (std::size_t i = 0; i < states.size() && place_.share > 0.0; ++i) {
        const bool rig_discontinuity = run_.motion.characters()[i].motion.rig_discontinuity();
        states[i] = state_in_step(last_[i], states[i], rig_discontinuity, place_.share);
    }
    return states;
}

} // namespace limber::app
