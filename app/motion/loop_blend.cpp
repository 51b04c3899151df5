// SPDX-License-Identifier: MIT
#include "app/motion/loop_blend.h"

#include "app/motion/loop_lengths.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

constexpr std::uint64_t seam_blend_max = 30; // frames

double smooth(double share) {
    return share * share * (3.0 - 2.0 * share);
}

// The states of blended_at_seam. Its rig has a discontinuity where that of either frame has one.
std::shared_ptr<const SceneFrame> blended_frame(const SceneFrame& frame, const SceneFrame& before, std::uint64_t left,
                                                std::uint64_t blended) {
    SceneFrame between;
    for (std::size_t c = 0; c < frame.states.size(); ++c) {
        between.states.push_back(blended_at_seam(frame.states[c], before.states[c], left, blended));
        between.rig_discontinuities.push_back(frame.rig_discontinuities[c] || before.rig_discontinuities[c]);
    }
    return std::make_shared<const SceneFrame>(std::move(between));
}

Error nothing_loops() {
    return {ErrorKind::bad_input, "no clip that loops plays: switch on Loop, and let it play two passes", ""};
}

// Two passes have two starts. A pass of unknown length is taken as too long.
bool can_store_two_passes(const SceneFrames& motion) {
    const auto first = first_that_loops(motion.loop_seconds);
    return first && 2.0 * motion.loop_seconds[*first] <= motion.times.back() - motion.times.front();
}

// More passes do not help where two are longer than what is stored.
Error no_loop_in(const SceneFrames& motion) {
    if (!motion.loop_seconds.empty() && !first_that_loops(motion.loop_seconds)) {
        return nothing_loops();
    }
    if (!(motion.removed_seconds > 0.0) || can_store_two_passes(motion)) {
        return {ErrorKind::bad_input, "there is no loop yet: let the clip play two passes, then export the loop", ""};
    }
    std::array<char, 32> stored{};
    std::snprintf(stored.data(), stored.size(), "%.1f s", motion.times.back() - motion.times.front());
    return {ErrorKind::bad_input,
            "only the last " + std::string(stored.data()) +
                " of the motion are stored, without a whole pass of the clip: pause just after the clip starts again, "
                "play a shorter part of it, or use limber export --loop",
            ""};
}

} // namespace

std::uint64_t usual_loop_blend(std::uint64_t frames) {
    return std::clamp<std::uint64_t>(frames / 4, 1, seam_blend_max);
}

State blended_at_seam(const State& state, const State& before, std::uint64_t left, std::uint64_t blended) {
    const double share = smooth(1.0 - static_cast<double>(left) / static_cast<double>(blended + 1));
    State between = interpolated(state, before, share);
    between.time = state.time;
    return between;
}

Result<SceneLoop> last_loop(const SceneFrames& motion) {
    if (auto fault = fault_in_loops(motion.characters, motion.loop_seconds)) {
        return std::move(*fault);
    }
    if (motion.loop_starts.size() < 2) {
        return no_loop_in(motion);
    }
    const std::size_t end = motion.loop_starts.back();
    const std::size_t begin = motion.loop_starts[motion.loop_starts.size() - 2];
    const std::size_t count = end - begin;
    const std::uint64_t blended = std::min<std::uint64_t>(usual_loop_blend(count), begin);
    SceneFrames loop;
    loop.ids = motion.ids;
    loop.characters = motion.characters;
    loop.dynamics = motion.dynamics;
    for (std::size_t i = begin; i <= end; ++i) {
        const std::size_t left = end - i;
        const auto& frame = motion.frames[left == 0 ? begin : i];
        const bool is_blended = left > 0 && left <= blended;
        loop.frames.push_back(is_blended ? blended_frame(*frame, *motion.frames[begin - left], left, blended) : frame);
        loop.times.push_back(motion.times[i]);
    }
    return SceneLoop{std::move(loop), blended};
}

} // namespace limber::app
