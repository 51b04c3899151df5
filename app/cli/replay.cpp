#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/recording/session_file.h"
#include "engine/core/hash.h"

namespace limber::app {
namespace {

Error in_file(const std::string& file, Error error) {
    return {error.kind, error.message, file};
}

std::string first_difference(const Replay& replay, const Recording& recording) {
    const std::string where = recording.hashes.empty() ? "it ends in" : "its step " + std::to_string(replay.steps);
    return where + (recording.hashes.empty() ? " " : " of " + std::to_string(recording.step_count) + " leads to ") +
           "another state than the one recorded: another build, or files of the scene that have changed since";
}

int say_difference(const Arguments& arguments, const Replay& replay, const Recording& recording) {
    const Error error{ErrorKind::not_converged, first_difference(replay, recording), arguments.file};
    return fail(error, arguments.json, {{"first_difference", replay.steps}});
}

} // namespace

std::string failure_in_replay(std::uint64_t step) {
    return "the simulation leaves the finite numbers at step " + std::to_string(step) +
           ", as it did when it was recorded";
}

int run_replay(const Arguments& arguments) {
    if (records_a_session(arguments.file)) {
        return replay_session(arguments);
    }
    const auto scene = read_recorded_scene(arguments.file);
    if (!scene) {
        return fail(scene.error(), arguments.json);
    }
    const auto character = prepared(arguments, scene.value().value);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    const LiveControls start = starting_controls(*character.value());
    const auto read = read_controls(arguments.file, *character.value(), start);
    if (!read) {
        return fail(read.error(), arguments.json);
    }
    const Recording& recording = read.value().value;
    const auto set = instruction_set_of(recording);
    if (!set) {
        return fail(in_file(arguments.file, set.error()), arguments.json);
    }
    Motion motion(character.value(), set.value());
    const Replay replay = replayed(recording, start, motion);
    if (replay.first_difference) {
        return say_difference(arguments, replay, recording);
    }
    Report report;
    report.add("scene", scene.value().value.name);
    report.add("steps", replay.steps);
    report.add("segments", std::uint64_t{1});
    report.add("compared", recording.hashes.empty() ? std::uint64_t{recording.final_hash != 0} : replay.steps);
    report.add("matches_recording", true);
    report.add("instruction_set", name_of(set.value()));
    report.add("time", motion.state().time, "s");
    report.add("hash", hex(hash_of(motion.state())));
    if (replay.first_failure) {
        report.warn({failure_in_replay(*replay.first_failure)});
    }
    report.warn(all_warnings(scene.value(), *character.value()));
    report.warn(read.value().warnings);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
