// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"
#include "app/motion/stored_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The controls of a character over the steps of a motion. recording/controls_file.h has its file format.
namespace limber::app {

/// The controls from one step on.
struct ControlsChange {
    std::uint64_t step = 0;
    LiveControls controls;
};

struct Recording {
    std::vector<ControlsChange> changes; // ascending steps
    std::uint64_t step_count = 0;        // 0: open-ended
    std::uint64_t final_hash = 0;        // of the state after step_count steps; 0: unknown
    std::vector<std::uint64_t> hashes;   // of the state after each step; empty: unknown
    std::string instruction_set;         // that computed the states; empty: unknown
    std::optional<StoredState> start;    // none: at rest in the pose of the controls of the first step
};

/// The controls of the given step: those of the last change at or before it, `start` where there is none.
const LiveControls& controls_at(const Recording& recording, std::uint64_t step, const LiveControls& start);

} // namespace limber::app
