// SPDX-License-Identifier: MIT
#include "app/cli/recorded_run.h"

#include "app/motion/scene_motion.h"
#include "app/recording/failures.h"
#include "app/recording/replaying.h"

#include <utility>

namespace limber::app {
namespace {

// A recording that starts at rest, at the beginning of the clip, needs no initial state. In the first step a rigid body
// moves its character away from the pose at the start.
std::vector<Recorder> recorders_of(const SceneMotion& motion) {
    std::vector<Recorder> recorders;
    for (const MovingCharacter& character : motion.characters()) {
        const bool is_at_rest = character.motion.clip_time() == 0.0 && !character.recording.start &&
                                motion.rigid().count() == 0 && motion.warm_up() == 0.0;
        recorders.push_back(is_at_rest ? Recorder::from_rest(character.motion) : Recorder::from(character.motion));
    }
    return recorders;
}

Session session_of(const SceneMotion& motion, const std::vector<Recorder>& recorders) {
    std::vector<CharacterRecording> recordings;
    for (std::size_t i = 0; i < recorders.size(); ++i) {
        recordings.push_back(blank_recording(static_cast<int>(i), *motion.characters()[i].character));
        recordings.back().recording = recorders[i].recording();
    }
    return app::session_of(std::move(recordings));
}

} // namespace

RecordedRun recorded_run(SceneRun& run, std::uint64_t frames, ThreadPool& threads) {
    std::vector<Recorder> recorders = recorders_of(run.motion);
    std::optional<Error> fault;
    for (std::uint64_t frame = 0; frame < frames && !fault; ++frame) {
        const std::vector<StepReport> reports = run.motion.step(threads);
        for (std::size_t i = 0; i < reports.size(); ++i) {
            recorders[i].note(run.motion.characters()[i].controls, run.motion.characters()[i].motion.state());
        }
        fault = fault_in_frame(reports, run, frame + 1);
    }
    RecordedRun recorded{session_of(run.motion, recorders), fault};
    recorded.session.failed = fault.has_value();
    return recorded;
}

Error with_failure_file(Error fault, const Session& session) {
    if (const auto path = keep_failure(session)) {
        fault.message += "; the run is recorded in " + path->string() + ", for limber replay";
    }
    return fault;
}

Error with_failure_recording(const Error& fault, SceneRun& run, std::uint64_t frames, ThreadPool& threads) {
    if (fault.kind != ErrorKind::not_converged) {
        return fault;
    }
    run.motion.begin_again();
    const RecordedRun recorded = recorded_run(run, frames, threads);
    return with_failure_file(fault, recorded.session);
}

} // namespace limber::app
