#include "app/character/material_scales.h"
#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/cli/run_scores.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "engine/core/hash.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace limber::app {
namespace {

struct Run {
    std::uint64_t frames = 0;
    std::vector<double> microseconds;
    double iterations = 0;
    double depth = 0.0; // [m] of the worst contact point of the run
    int left_out = 0;   // surfaces that were not felt, in the step that left out most
    StepReport last;
    std::optional<RunScores> scores;
};

Result<std::optional<MotionWriter>> open_writer(const Arguments& arguments, const Character& character,
                                                std::uint64_t frames) {
    if (arguments.out.empty()) {
        return std::optional<MotionWriter>();
    }
    auto writer = MotionWriter::open(arguments.out, character.vertex_count(), static_cast<Index>(frames), 1.0);
    if (!writer) {
        return writer.error();
    }
    return std::optional<MotionWriter>(std::move(writer).value());
}

Result<Run> run_frames(const Arguments& arguments, std::uint64_t frames, Motion& motion, const Recording& recording,
                       std::optional<MotionWriter>& writer) {
    const LiveControls start = starting_controls(motion.character());
    start_of_recording(recording, start, motion);
    Run run;
    run.frames = frames;
    run.scores = RunScores::of(motion, arguments, frames);
    State before;
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        if (run.scores) {
            before = motion.state();
        }
        run.last = motion.step(controls_at(recording, frame, start));
        if (const auto fault = fault_in_step(run.last, motion.character(), frame + 1)) {
            return *fault;
        }
        if (run.scores) {
            run.scores->note(before, motion);
        }
        run.microseconds.push_back(1e6 * motion.step_seconds());
        run.iterations += run.last.iterations;
        run.depth = std::max(run.depth, run.last.depth);
        run.left_out = std::max(run.left_out, run.last.contacts_left_out);
        if (writer) {
            if (auto written = writer->append(body_positions(motion.character(), motion.state())); !written) {
                return written.error();
            }
        }
    }
    if (writer) {
        if (auto closed = writer->close(); !closed) {
            return closed.error();
        }
    }
    return run;
}

void add_run(Report& report, const Run& run, const Motion& motion) {
    report.add("frames", run.frames);
    report.add("time", motion.state().time, "s");
    report.add("step_microseconds", spread_json(run.microseconds));
    report.add("iterations_mean", run.iterations / static_cast<double>(run.frames));
    report.add("energy", run.last.elastic_energy + run.last.kinetic_energy, "J");
    report.add("elastic_energy", run.last.elastic_energy, "J");
    report.add("kinetic_energy", run.last.kinetic_energy, "J");
    report.add("contacts", run.last.contacts);
    report.add("depth", run.depth, "m");
    report.add("contacts_left_out", run.left_out);
    if (run.left_out > 0) {
        report.warn({left_out_sentence(run.left_out) + "."});
    }
    report.add("hash", hex(hash_of(motion.state())));
    if (run.scores) {
        run.scores->add_to(report);
    }
}

// A recording knows where it ended; the same build must end there too.
void compare_with_recording(Report& report, const Recording& recording, std::uint64_t frames, const Motion& motion) {
    if (recording.final_hash == 0 || recording.step_count != frames) {
        return;
    }
    if (!recording.instruction_set.empty() && recording.instruction_set != name_of(motion.instruction_set())) {
        report.warn({"the run is not compared with the recording, which was made with the instruction set " +
                     recording.instruction_set});
        return;
    }
    const bool same = recording.final_hash == hash_of(motion.state());
    report.add("matches_recording", same);
    if (!same) {
        report.warn({"the run does not end in the state that was recorded: another build, scene or option"});
    }
}

// Good runs do not pay for a recording: the same steps are taken again.
Error recorded_fault(const Error& fault, std::uint64_t frames, const Recording& controls, Motion& motion) {
    if (fault.kind != ErrorKind::not_converged) {
        return fault;
    }
    const Recorded made = recorded(frames, controls, motion);
    return with_recording_of(fault, motion.character_ptr(), made.recorder.recording());
}

// The controls live in the world; what the command line turns, they follow.
void turn(LiveControls& controls, const Mat3& R) {
    const Affine there = (Affine() << R, Vec3::Zero()).finished();
    controls.rig_offset = compose(there, compose(controls.rig_offset, inverse(there)));
    for (PointHandle& handle : controls.handles) {
        handle.target = R * handle.target;
    }
    controls.gravity = R * controls.gravity;
}

} // namespace

std::uint64_t frames_of(const Arguments& arguments, const Recording& recording, const Character& character) {
    const std::uint64_t of_scene =
        character.start ? static_cast<std::uint64_t>(character.description.start->steps) : default_frame_count;
    return arguments.frames.value_or(recording.step_count > 0 ? recording.step_count : of_scene);
}

InstructionSet instruction_set_for(const Arguments& arguments, const Recording& recording) {
    const auto recorded = instruction_set_of(recording);
    return arguments.instruction_set.value_or(recorded ? recorded.value() : widest_instruction_set());
}

std::optional<Error> fault_in_step(const StepReport& report, const Character& character, std::uint64_t frame) {
    const std::string where = " at frame " + std::to_string(frame);
    const double energy = report.elastic_energy + report.kinetic_energy;
    if (report.status == StepStatus::not_finite || !std::isfinite(energy)) {
        return Error{ErrorKind::not_converged,
                     "the simulation left the finite numbers" + where +
                         "; take a smaller time step, softer handles or a material of this world",
                     {}};
    }
    // At rest the terms of the energy cancel; what is left may be below zero by their last digits, but not by more.
    const MaterialDescription& material = character.description.material;
    const double cancelled = material_scales(material, material).young * character.model.w_sum;
    if (energy < -1e-5 * cancelled) {
        return Error{ErrorKind::not_converged,
                     "the energy fell below zero" + where +
                         ", which only lost digits can do; take options of a size that a body has",
                     {}};
    }
    return std::nullopt;
}

Result<Repaired<Recording>> controls_for(const Arguments& arguments, const Character& character) {
    if (arguments.controls.empty()) {
        return Repaired<Recording>{};
    }
    const auto turned =
        arguments.overrides.rotate.empty() ? Result<Turn>(Turn{}) : parse_turn(arguments.overrides.rotate);
    if (!turned) {
        return turned.error();
    }
    const Mat3 R = rotation_of(turned.value());
    LiveControls start = starting_controls(character);
    start.gravity = R.transpose() * start.gravity;
    auto read = read_controls(arguments.controls, character, start);
    if (!read || turned.value().degrees == 0.0) {
        return read;
    }
    Repaired<Recording> recording = std::move(read).value();
    if (recording.value.start) {
        return Error{ErrorKind::bad_input, "a recording that starts in motion cannot be turned", "--rotate"};
    }
    for (ControlsChange& change : recording.value.changes) {
        turn(change.controls, R);
    }
    return recording;
}

int run_simulate(const Arguments& arguments, const Repaired<CharacterDescription>& scene) {
    const auto character = prepared(arguments, scene.value);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    const auto recording = controls_for(arguments, *character.value());
    if (!recording) {
        return fail(recording.error(), arguments.json);
    }
    const std::uint64_t frames = frames_of(arguments, recording.value().value, *character.value());
    auto writer = open_writer(arguments, *character.value(), frames);
    if (!writer) {
        return fail(writer.error(), arguments.json);
    }
    std::optional<MotionWriter> out = std::move(writer).value();
    Motion motion(character.value(), instruction_set_for(arguments, recording.value().value));
    const auto run = run_frames(arguments, frames, motion, recording.value().value, out);
    if (!run) {
        return fail(recorded_fault(run.error(), frames, recording.value().value, motion), arguments.json);
    }
    Report report;
    report.add("instruction_set", name_of(motion.instruction_set()));
    add_run(report, run.value(), motion);
    compare_with_recording(report, recording.value().value, frames, motion);
    report.add("cached", list_of(character.value()->recalled));
    report.add("seconds", seconds_json(character.value()->seconds), "s");
    report.warn(all_warnings(scene, *character.value()));
    report.warn(recording.value().warnings);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
