// SPDX-License-Identifier: MIT
#include "app/character/clip_stride.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr double slide_left_max = 0.8; // of the slide: what a stride has to reach to be worth it

} // namespace

bool has_standing_feet(const CarriedClip& clip) {
    return clip.slide.stances > 0;
}

std::optional<double> best_stride(const CarriedClip& clip) {
    if (!clip.has_hips || !has_standing_feet(clip)) {
        return std::nullopt;
    }
    return std::clamp(clip.stride * clip.slide.best_stride, stride_range.low, stride_range.high);
}

// `mean_then` is of the factor before it is clamped.
std::optional<double> better_stride(const CarriedClip& clip) {
    const auto best = best_stride(clip);
    const bool is_another = best && *best != clip.stride && *best == clip.stride * clip.slide.best_stride;
    return is_another && clip.slide.mean_then <= slide_left_max * clip.slide.mean ? best : std::nullopt;
}

} // namespace limber::app
