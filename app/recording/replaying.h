// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/controls_recording.h"
#include "app/motion/motion.h"
#include "app/recording/controls_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

/// Records a motion step by step, and replays it.
namespace limber::app {

class Recorder {
public:
    /// Starts at the current state of the motion.
    static Recorder from(const Motion& motion);
    /// Starts at rest, in the pose of the controls of the first step.
    static Recorder from_rest(const Motion& motion);

    /// Records a step: its controls and the resulting state.
    void note(const LiveControls& controls, const State& state);
    /// Removes all steps after the first `step_count`.
    void cut(std::uint64_t step_count);

    const Recording& recording() const {
        return recording_;
    }

private:
    Recording recording_;
};

/// The instruction set of the recording. Fails if this CPU does not support it. A recording without one counts as made
/// with this machine's widest instruction set.
Result<InstructionSet> instruction_set_of(const Recording& recording);
/// Finds an instruction set by its name.
std::optional<InstructionSet> instruction_set_called(std::string_view name);

struct Replay {
    std::uint64_t steps = 0;                       // taken
    std::optional<std::uint64_t> first_difference; // the first step, counted from 1, after which the state differs
    std::optional<std::uint64_t> first_failure;    // the first step whose numbers were not finite
};

/// Moves the motion to the start of the recording.
void start_of_recording(const Recording& recording, const LiveControls& start, Motion& motion);
/// Replays a recording from its start to its end or to the first difference. Without hashes, only the last state is
/// compared. `after` is called after each step with its controls.
using AfterStep = std::function<void(const LiveControls& controls)>;
Replay replayed(const Recording& recording, const LiveControls& start, Motion& motion, const AfterStep& after = {});

} // namespace limber::app
