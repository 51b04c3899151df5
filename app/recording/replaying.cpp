// SPDX-License-Identifier: MIT
#include "app/recording/replaying.h"

#include "app/motion/controls_recording.h"

#include <algorithm>

namespace limber::app {
namespace {

// The recorded hash of the state after a step, if there is one.
std::optional<std::uint64_t> recorded_hash(const Recording& recording, std::uint64_t step) {
    if (step < recording.hashes.size()) {
        return recording.hashes[step];
    }
    const bool is_last = step + 1 == recording.step_count;
    return is_last && recording.final_hash != 0 ? std::optional(recording.final_hash) : std::nullopt;
}

} // namespace

Recorder Recorder::from(const Motion& motion) {
    Recorder recorder = from_rest(motion);
    recorder.recording_.start = motion.stored_state();
    return recorder;
}

Recorder Recorder::from_rest(const Motion& motion) {
    Recorder recorder;
    recorder.recording_.instruction_set = name_of(motion.instruction_set());
    return recorder;
}

void Recorder::note(const LiveControls& controls, const State& state) {
    recording_.hashes.push_back(hash_of(state));
    if (recording_.changes.empty() || recording_.changes.back().controls != controls) {
        recording_.changes.push_back({recording_.step_count, controls});
    }
    recording_.final_hash = recording_.hashes.back();
    ++recording_.step_count; // last, so that an exception leaves the step uncounted
}

void Recorder::cut(std::uint64_t step_count) {
    if (step_count >= recording_.step_count && recording_.hashes.size() == recording_.step_count) {
        return;
    }
    step_count = std::min(step_count, recording_.step_count); // only completely recorded steps
    recording_.step_count = step_count;
    recording_.hashes.resize(step_count);
    recording_.final_hash = step_count > 0 ? recording_.hashes.back() : 0;
    std::erase_if(recording_.changes, [=](const ControlsChange& change) { return change.step >= step_count; });
}

std::optional<InstructionSet> instruction_set_called(std::string_view name) {
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (name == name_of(set)) {
            return set;
        }
    }
    return std::nullopt;
}

Result<InstructionSet> instruction_set_of(const Recording& recording) {
    if (recording.instruction_set.empty()) {
        return widest_instruction_set();
    }
    const auto set = instruction_set_called(recording.instruction_set);
    if (!set || !runs_here(*set)) {
        return Error{ErrorKind::bad_input,
                     "was recorded with the instruction set " + recording.instruction_set +
                         ", which this machine does not support; replay it on a machine that does",
                     {}};
    }
    return *set;
}

void start_of_recording(const Recording& recording, const LiveControls& start, Motion& motion) {
    const LiveControls& first = controls_at(recording, 0, start);
    recording.start ? motion.go_to(*recording.start, first) : motion.restart(first);
}

Replay replayed(const Recording& recording, const LiveControls& start, Motion& motion, const AfterStep& after) {
    start_of_recording(recording, start, motion);
    Replay replay;
    while (replay.steps < recording.step_count && !replay.first_difference) {
        const LiveControls& controls = controls_at(recording, replay.steps, start);
        const StepReport report = motion.step(controls);
        if (after) {
            after(controls);
        }
        const auto hash = recorded_hash(recording, replay.steps++);
        if (report.status == StepStatus::not_finite && !replay.first_failure) {
            replay.first_failure = replay.steps;
        }
        if (hash && *hash != hash_of(motion.state())) {
            replay.first_difference = replay.steps;
        }
    }
    return replay;
}

} // namespace limber::app
