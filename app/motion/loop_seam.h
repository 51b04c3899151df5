// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion.h"

#include <cstdint>
#include <optional>
#include <string>

namespace limber::app {

/// The largest distance between the positions of a vertex in two states, as a share of the body's size at rest.
double distance_between(const Character& character, const State& a, const State& b);

/// How far the rig is at the end of what plays from where that starts, by the vertices of a body that does not deform,
/// as a share of its size; 0: the end continues at the start.
double clip_seam(const Motion& motion, const LiveControls& controls);

/// The steps between the frames of a loop, the last of which are blended into its first.
class LoopSteps {
public:
    /// `frames` of the loop, of which the last `blended` ones are blended.
    LoopSteps(std::uint64_t frames, std::uint64_t blended) : frames_(frames), blended_(blended) {}

    /// Call it for the frames in order, the first of which is the last one, too.
    void add(const Character& character, const State& frame);
    /// The largest step of the blend or of the first frame, as a share of the body's size; 0 if that is less than a
    /// hundredth, or than three times the largest step of the other frames, or if there are no others.
    double jump() const;

private:
    std::uint64_t frames_, blended_;
    std::uint64_t count_ = 0;
    std::optional<State> last_;
    double usual_ = 0.0;
    double at_seam_ = 0.0;
};

/// "the loop jumps by 53 % of the size ..."
std::string loop_jump_sentence(double jump);

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
