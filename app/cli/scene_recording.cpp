#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/motion/scene_motion.h"
#include "app/recording/failures.h"
#include "app/recording/session_file.h"
#include "engine/core/hash.h"

#include <optional>
#include <utility>

// Many characters, written down.
namespace limber::app {
namespace {

Session session_of(const SceneMotion& cast, const std::vector<Recorder>& recorders) {
    std::vector<CharacterRecording> actors;
    for (std::size_t i = 0; i < recorders.size(); ++i) {
        actors.push_back(blank_recording(static_cast<int>(i), *cast.actors()[i].character));
        actors.back().recording = recorders[i].recording();
    }
    return app::session_of(std::move(actors));
}

// From rest, where that is where the clip starts; else from the moment.
std::vector<Recorder> recorders_of(const SceneMotion& cast) {
    std::vector<Recorder> recorders;
    for (const MovingCharacter& actor : cast.actors()) {
        const bool is_at_rest = actor.motion.clip_time() == 0.0 && !actor.hand.start;
        recorders.push_back(is_at_rest ? Recorder::from_rest(actor.motion) : Recorder::from(actor.motion));
    }
    return recorders;
}

struct RecordedRun {
    Session session;
    std::optional<Error> fault;
};

RecordedRun recorded_run(SceneMotion& cast, std::uint64_t frames, ThreadPool& threads) {
    std::vector<Recorder> recorders = recorders_of(cast);
    std::optional<Error> fault;
    for (std::uint64_t frame = 0; frame < frames && !fault; ++frame) {
        const std::vector<StepReport> reports = cast.step(threads);
        for (std::size_t i = 0; i < reports.size(); ++i) {
            recorders[i].note(cast.actors()[i].controls, cast.actors()[i].motion.state());
        }
        fault = fault_in_frame(reports, cast, frame + 1);
    }
    RecordedRun run{session_of(cast, recorders), fault};
    run.session.failed = fault.has_value();
    return run;
}

Error kept_failure(Error fault, const Session& session) {
    if (const auto kept = keep_failure(session)) {
        fault.message += "; what led there is recorded in " + kept->string() + ", which limber replay repeats";
    }
    return fault;
}

} // namespace

std::optional<Error> fault_in_frame(const std::vector<StepReport>& reports, const SceneMotion& cast,
                                    std::uint64_t frame) {
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const Character& character = *cast.actors()[i].character;
        if (auto fault = fault_in_step(reports[i], character, frame)) {
            fault->where = character.description.name;
            return fault;
        }
    }
    return std::nullopt;
}

Error with_recording_of(const Error& fault, SceneMotion& cast, std::uint64_t frames, ThreadPool& threads) {
    cast.begin_again();
    const RecordedRun run = recorded_run(cast, frames, threads);
    return kept_failure(fault, run.session);
}

int record_scene(const Arguments& arguments, SceneMotion cast) {
    const std::uint64_t frames = frames_of(arguments, cast);
    ThreadPool threads(Threads{.count = arguments.threads});
    const auto [session, fault] = recorded_run(cast, frames, threads);
    if (fault) {
        return fail(kept_failure(*fault, session), arguments.json);
    }
    if (const auto written = write_session(session, arguments.out); !written) {
        return fail(written.error(), arguments.json);
    }
    Report report;
    report.add("recording", arguments.out);
    report.add("characters", static_cast<std::int64_t>(cast.actors().size()));
    report.add("frames", frames);
    report.add("time", cast.actors().front().motion.state().time, "s");
    report.add("instruction_set", session.segments.front().actors.front().recording.instruction_set);
    report.add("hash", hex(hash_of(cast)));
    report.warn(cast.warnings());
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
