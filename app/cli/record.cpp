#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/motion/controls_recording.h"
#include "app/recording/failures.h"
#include "app/recording/replaying.h"
#include "engine/core/hash.h"

namespace limber::app {

Recorded recorded(std::uint64_t frames, const Recording& controls, Motion& motion) {
    const LiveControls start = starting_controls(motion.character());
    start_of_recording(controls, start, motion);
    Recorded made{controls.start ? Recorder::from(motion) : Recorder::from_rest(motion), {}};
    for (std::uint64_t frame = 0; frame < frames && !made.fault; ++frame) {
        const LiveControls& now = controls_at(controls, frame, start);
        const StepReport step = motion.step(now);
        made.recorder.note(now, motion.state());
        made.fault = fault_in_step(step, motion.character(), frame + 1);
    }
    return made;
}

Error with_recording_of(Error fault, const CharacterPtr& character, const Recording& recording) {
    CharacterRecording actor = blank_recording(0, *character);
    actor.recording = recording;
    Session session = session_of({std::move(actor)});
    session.failed = true;
    const auto path = keep_failure(session);
    if (path) {
        fault.message += "; what led there is recorded in " + path->string() + ", which limber replay repeats";
    }
    return fault;
}

int run_record(const Arguments& arguments, const Repaired<CharacterDescription>& scene) {
    const auto character = prepared(arguments, scene.value);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    const auto controls = controls_for(arguments, *character.value());
    if (!controls) {
        return fail(controls.error(), arguments.json);
    }
    Motion motion(character.value(), instruction_set_for(arguments, controls.value().value));
    const std::uint64_t frames = frames_of(arguments, controls.value().value, *character.value());
    const Recorded made = recorded(frames, controls.value().value, motion);
    const Recording& recording = made.recorder.recording();
    if (made.fault) {
        return fail(with_recording_of(*made.fault, character.value(), recording), arguments.json);
    }
    const auto written = write_recording(recording, starting_controls(*character.value()), scene.value, arguments.out);
    if (!written) {
        return fail(written.error(), arguments.json);
    }
    Report report;
    report.add("recording", arguments.out);
    report.add("frames", recording.step_count);
    report.add("time", motion.state().time, "s");
    report.add("instruction_set", recording.instruction_set);
    report.add("hash", hex(recording.final_hash));
    report.warn(all_warnings(scene, *character.value()));
    report.warn(controls.value().warnings);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
