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
    /// Forgets all but the first so many steps.
    void cut(std::uint64_t step_count);

    const Recording& recording() const {
        return recording_;
    }

private:
    Recording recording_;
};

/// Whether the instruction set that decided the bits runs here; the error says so when it does not. A recording that
/// names none is taken for one of this machine's widest.
Result<InstructionSet> instruction_set_of(const Recording& recording);
/// By the name that the kernel gives it.
std::optional<InstructionSet> instruction_set_called(std::string_view name);

struct Replay {
    std::uint64_t steps = 0;                       // taken
    std::optional<std::uint64_t> first_difference; // the first step, counted from 1, after which the state is another
    std::optional<std::uint64_t> first_failure;    // the first step whose numbers were not finite
};

/// Takes the motion to where the recording starts.
void start_of_recording(const Recording& recording, const LiveControls& start, Motion& motion);
/// From its start to its end, or to the first difference. Without hashes only the last state is compared. `after`
/// is called after each step with its controls.
using AfterStep = std::function<void(const LiveControls& controls)>;
Replay replayed(const Recording& recording, const LiveControls& start, Motion& motion, const AfterStep& after = {});

} // namespace limber::app
