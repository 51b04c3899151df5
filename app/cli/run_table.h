// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_motion.h"

#include <string>
#include <vector>

/// The measured quantities of a run as a table for other programs.
namespace limber::app {

/// Comma-separated values: a row of names with their units, then a row for each frame and character.
class RunTable {
public:
    RunTable();

    /// `frame` counts from 1; `reports` are those of its step, in the order of the characters.
    void add(std::uint64_t frame, const std::vector<StepReport>& reports, const SceneMotion& motion);

    const std::string& text() const {
        return text_;
    }

private:
    std::string text_;
};

} // namespace limber::app
