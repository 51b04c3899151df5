// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion.h"

#include <optional>

namespace limber::app {

/// The largest distance between the positions of a vertex in two states, as a share of the body's size at rest.
double distance_between(const Character& character, const State& a, const State& b);

/// How far the rig is at the end of what plays from where that starts, by the vertices of a body that does not deform,
/// as a share of its size; 0: the end continues at the start.
double clip_seam(const Motion& motion, const LiveControls& controls);

/// Measures the seam of a loop: how far the body is, where the clip starts again, from where it was when the clip
/// started the last time, or the seam of the clip, where that is larger. It is known after one pass that warms up and
/// another one.
class LoopSeam {
public:
    /// Call it after each step.
    void note(const Motion& motion, const LiveControls& controls);
    /// A share of the body's size (distance_between).
    std::optional<double> value() const {
        return seam_;
    }

private:
    double last_time_ = 0.0;     // [s] of the clip
    std::optional<State> start_; // of the last pass
    std::optional<double> seam_;
};

} // namespace limber::app
