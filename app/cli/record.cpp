// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/recorded_run.h"
#include "app/cli/report.h"
#include "app/motion/controls_recording.h"
#include "app/recording/session_file.h"
#include "engine/core/hash.h"

namespace limber::app {
namespace {

Report report_of(const Arguments& arguments, const SceneRun& run, const Recording& first) {
    Report report;
    report.add("recording", arguments.out);
    report.add("characters", static_cast<std::int64_t>(run.motion.characters().size()));
    report.add("frames", first.step_count);
    report.add("time", run.first().motion.state().time, "s");
    report.add("instruction_set", first.instruction_set);
    report.add("hash", hex(hash_of(run.motion)));
    report.warn(run.motion.warnings());
    return report;
}

} // namespace

int run_record(const Arguments& arguments, SceneRun& run) {
    ThreadPool threads(step_threads(arguments, run));
    const auto [session, fault] = recorded_run(run, frame_count(arguments, run), threads);
    if (fault) {
        return fail(with_failure_file(*fault, session), arguments.json);
    }
    if (const auto written = write_session(session, arguments.out); !written) {
        return fail(written.error(), arguments.json);
    }
    report_of(arguments, run, session.segments.front().characters.front().recording).print(arguments.json);
    return 0;
}

} // namespace limber::app
