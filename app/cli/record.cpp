#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/scene/replaying.h"
#include "engine/core/hash.h"

namespace limber::app {
namespace {

// The controls may themselves be a recording, of which another one is made.
Result<Recorder> recorded(std::uint64_t frames, Motion& motion, const Recording& controls) {
    const LiveControls start = starting_controls(motion.character());
    start_of_recording(controls, start, motion);
    Recorder recorder = controls.start ? Recorder::from(motion) : Recorder::from_rest(motion);
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        const LiveControls& now = controls_at(controls, frame, start);
        const StepReport step = motion.step(now);
        recorder.note(now, motion.state());
        if (const auto fault = fault_in_step(step, motion.character(), frame + 1)) {
            return *fault;
        }
    }
    return recorder;
}

} // namespace

int run_record(const Arguments& arguments, const Repaired<SceneDescription>& scene) {
    const auto character = prepared(arguments, scene.value);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    const auto controls = controls_for(arguments, *character.value());
    if (!controls) {
        return fail(controls.error(), arguments.json);
    }
    Motion motion(character.value(), instruction_set_for(arguments, controls.value().value));
    const auto made = recorded(frames_of(arguments, controls.value().value), motion, controls.value().value);
    if (!made) {
        return fail(made.error(), arguments.json);
    }
    const Recording& recording = made.value().recording();
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
