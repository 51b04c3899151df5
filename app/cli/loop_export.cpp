// SPDX-License-Identifier: MIT
#include "app/cli/loop_export.h"

#include "app/motion/loop_blend.h"
#include "app/motion/loop_lengths.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double loop_frames_max = 1e6;

Error bad_loop(std::string what, std::string where) {
    return {ErrorKind::bad_input, std::move(what), std::move(where)};
}

} // namespace

Result<LoopPlan> plan_loop(SceneRun& run, const FrameSteps& frames, std::uint64_t blended) {
    std::vector<CharacterPtr> characters;
    std::vector<double> seconds; // of each character's loop
    for (const MovingCharacter& one : run.motion.characters()) {
        characters.push_back(one.character);
        seconds.push_back(seconds_of_loop(*one.character, one.controls));
    }
    const auto first = first_that_loops(seconds);
    if (!first) {
        return bad_loop("needs a clip that loops, and none plays", "--loop");
    }
    if (auto fault = fault_in_loops(characters, seconds)) {
        return std::move(*fault);
    }
    const double loop = seconds[*first];
    const double count = std::max(1.0, std::round(loop * frames.frames_per_second));
    if (!(count <= loop_frames_max)) {
        return bad_loop("would have more than a million frames", "--loop");
    }
    LoopPlan plan;
    plan.frames = static_cast<std::uint64_t>(count);
    plan.blended = blended > 0 ? std::min(blended, plan.frames) : usual_loop_blend(plan.frames);
    plan.speed_factor = loop * frames.frames_per_second / count;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        if (seconds[i] > 0.0 && plan.speed_factor != 1.0) {
            LiveControls controls = run.motion.characters()[i].controls;
            controls.clip_speed *= plan.speed_factor;
            run.motion.set_controls(i, std::move(controls));
        }
    }
    return plan;
}

void LoopFrames::add_warm(States frame) {
    before_.push_back(std::move(frame));
    if (before_.size() > plan_.blended + 1) {
        before_.pop_front();
    }
}

LoopFrames::States LoopFrames::blended(std::uint64_t number, States frame) {
    EXPECTS(number <= plan_.frames && !before_.empty());
    if (number == plan_.frames) {
        end_ = std::move(frame);
        return before_.back();
    }
    const std::uint64_t left = plan_.frames - number; // j
    if (left > plan_.blended || left >= before_.size()) {
        return frame;
    }
    const States& to = before_[before_.size() - 1 - static_cast<std::size_t>(left)];
    for (std::size_t i = 0; i < frame.size(); ++i) {
        frame[i] = blended_at_seam(frame[i], to[i], left, plan_.blended);
    }
    return frame;
}

} // namespace limber::app
