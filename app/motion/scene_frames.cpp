// SPDX-License-Identifier: MIT
#include "app/motion/scene_frames.h"

#include <cmath>

namespace limber::app {

namespace {

constexpr double same_place = 1e-6; // of a step

} // namespace

State interpolated(const State& from, const State& to, double share) {
    State between = share < 0.5 ? from : to;
    between.Z = (1.0 - share) * from.Z + share * to.Z;
    between.P = (1.0 - share) * from.P + share * to.P;
    between.time = std::lerp(from.time, to.time, share);
    return between;
}

StepPlace step_place(double steps) {
    const double nearest = std::round(steps);
    if (std::abs(steps - nearest) < same_place) {
        return {static_cast<std::size_t>(nearest), 0.0};
    }
    return {static_cast<std::size_t>(std::floor(steps)), steps - std::floor(steps)};
}

} // namespace limber::app
