// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/loop_blend.h"
#include "engine/core/progress.h"

#include <cstdint>
#include <string>
#include <vector>

/// Finds the jump that is left in a loop after its last frames were blended into its first (loop_blend.h).
namespace limber::app {

class LoopSteps {
public:
    /// `frames` of the loop, of which the last `blended` ones are blended.
    LoopSteps(const std::vector<CharacterPtr>& characters, std::uint64_t frames, std::uint64_t blended);

    /// Call it for the frames in order, the first of which is the last one, too. A state for each character.
    void add(const std::vector<State>& frame);
    /// The largest step of the blend or into the second frame, as a share of a body's size; 0 if that is less than a
    /// hundredth, or than three times a usual step. The usual step is the largest of the other frames, or, where the
    /// blend leaves no others, the third quartile of all.
    double jump() const;
    /// "the loop jumps by 53 % of the size ..."; empty: it does not.
    std::vector<std::string> warnings() const;

private:
    struct Body {
        CharacterPtr character;
        double size = 0.0;         // [m]
        Points last;               // n x 3 [m], of the last frame
        std::vector<double> steps; // a share of the size, between successive frames
    };
    double jump_of(const Body& body) const;

    std::vector<Body> bodies_;
    std::uint64_t frames_, blended_;
};

/// Of a loop as it is written: LoopSteps::warnings of all of its frames. None where it is cancelled.
std::vector<std::string> warnings_of_loop(const SceneLoop& loop, Progress* progress);

} // namespace limber::app
