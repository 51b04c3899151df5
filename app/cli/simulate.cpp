#include "app/cli/commands.h"
#include "app/cli/recorded_run.h"
#include "app/cli/report.h"
#include "app/cli/run_scores.h"
#include "app/motion/controls_recording.h"
#include "app/motion/scene_motion.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "engine/core/hash.h"
#include "engine/core/stopwatch.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <optional>

namespace limber::app {
namespace {

/// Measured quantities of a run.
struct Measures {
    std::vector<double> frame_microseconds; // of the wall clock, all characters
    std::vector<double> step_microseconds;  // summed over the characters
    double iterations = 0.0;                // summed over characters and frames
    double depth = 0.0;                     // [m] of the worst contact point of the run
    int left_out = 0;                       // surfaces that were left out of the contacts, in the worst step
    StepReport last;                        // of the first character

    void add(const std::vector<StepReport>& reports, const SceneMotion& motion) {
        double microseconds = 0.0;
        for (std::size_t i = 0; i < reports.size(); ++i) {
            microseconds += 1e6 * motion.characters()[i].motion.step_seconds();
            iterations += reports[i].iterations;
            depth = std::max(depth, reports[i].depth);
            left_out = std::max(left_out, reports[i].contacts_left_out);
        }
        step_microseconds.push_back(microseconds);
        last = reports.front();
    }
};

/// The file of `--out` and the scores of the search that wrote the scene; both are of the first character.
class FirstCharacterOutput {
public:
    static Result<FirstCharacterOutput> open(const Arguments& arguments, const SceneRun& run, std::uint64_t frames) {
        FirstCharacterOutput output;
        if (!run.is_list) {
            output.scores_ = RunScores::of(run.first().motion, arguments, frames);
        }
        if (!arguments.out.empty()) {
            auto writer = MotionWriter::open(arguments.out, run.first().character->vertex_count(),
                                             static_cast<Index>(frames), 1.0);
            if (!writer) {
                return writer.error();
            }
            output.writer_.emplace(std::move(writer).value());
        }
        return output;
    }

    void before_step(const Motion& motion) {
        if (scores_) {
            before_ = motion.state();
        }
    }

    Result<Done> after_step(const Motion& motion) {
        if (scores_) {
            scores_->note(before_, motion);
        }
        return writer_ ? writer_->append(body_positions(motion.character(), motion.state())) : Result<Done>(Done{});
    }

    Result<Done> close() {
        return writer_ ? writer_->close() : Result<Done>(Done{});
    }

    const std::optional<RunScores>& scores() const {
        return scores_;
    }

private:
    std::optional<MotionWriter> writer_;
    std::optional<RunScores> scores_;
    State before_;
};

Result<Measures> step_frames(SceneRun& run, std::uint64_t frames, ThreadPool& threads, FirstCharacterOutput& output) {
    Measures measures;
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        output.before_step(run.first().motion);
        const Stopwatch watch;
        const std::vector<StepReport> reports = run.motion.step(threads);
        measures.frame_microseconds.push_back(1e6 * watch.seconds());
        if (const auto fault = fault_in_frame(reports, run, frame + 1)) {
            return *fault;
        }
        measures.add(reports, run.motion);
        if (auto written = output.after_step(run.first().motion); !written) {
            return written.error();
        }
    }
    if (auto closed = output.close(); !closed) {
        return closed.error();
    }
    return measures;
}

void add_measures(Report& report, const Measures& measures, const Motion& motion) {
    const std::size_t frames = measures.step_microseconds.size();
    report.add("frames", std::uint64_t{frames});
    report.add("time", motion.state().time, "s");
    report.add("step_microseconds", spread_json(measures.step_microseconds));
    report.add("iterations_mean", measures.iterations / static_cast<double>(frames));
    report.add("energy", measures.last.elastic_energy + measures.last.kinetic_energy, "J");
    report.add("elastic_energy", measures.last.elastic_energy, "J");
    report.add("kinetic_energy", measures.last.kinetic_energy, "J");
    report.add("contacts", measures.last.contacts);
    report.add("depth", measures.depth, "m");
    report.add("contacts_left_out", measures.left_out);
    if (measures.left_out > 0) {
        report.warn({left_out_sentence(measures.left_out) + "."});
    }
    report.add("hash", hex(hash_of(motion.state())));
}

// The same build must end in the state in which the recording ended.
void compare_with_recording(Report& report, const MovingCharacter& character, std::uint64_t frames) {
    const Recording& recording = character.recording;
    const Motion& motion = character.motion;
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

Report report_of_character(const SceneRun& run, const Measures& measures, const std::optional<RunScores>& scores) {
    const Character& character = *run.first().character;
    Report report;
    report.add("instruction_set", name_of(run.first().motion.instruction_set()));
    add_measures(report, measures, run.first().motion);
    if (scores) {
        scores->add_to(report);
    }
    compare_with_recording(report, run.first(), measures.step_microseconds.size());
    report.add("cached", list_of(character.recalled));
    report.add("seconds", seconds_json(character.seconds), "s");
    return report;
}

Report report_of_list(const SceneMotion& motion, const Measures& measures) {
    Index vertices = 0;
    Index tets = 0;
    double seconds = 0.0;
    for (const MovingCharacter& one : motion.characters()) {
        vertices += one.character->vertex_count();
        tets += one.character->mesh.tet_count();
    }
    for (const CharacterPtr& model : motion.models()) {
        seconds += model->seconds.total;
    }
    Report report;
    report.add("characters", static_cast<std::int64_t>(motion.characters().size()));
    report.add("models", static_cast<std::int64_t>(motion.models().size()));
    report.add("vertices", std::int64_t{vertices});
    report.add("tets", std::int64_t{tets});
    report.add("seconds", Json::Object{{"total", seconds}}, "s");
    report.add("instruction_set", name_of(motion.characters().front().motion.instruction_set()));
    report.add("frames", static_cast<std::uint64_t>(measures.frame_microseconds.size()));
    report.add("frame_microseconds", spread_json(measures.frame_microseconds));
    report.add("step_microseconds", spread_json(measures.step_microseconds));
    report.add("hash", hex(hash_of(motion)));
    return report;
}

} // namespace

int run_simulate(const Arguments& arguments, SceneRun& run) {
    const std::uint64_t frames = frame_count(arguments, run);
    ThreadPool threads(step_threads(arguments, run));
    auto opened = FirstCharacterOutput::open(arguments, run, frames);
    if (!opened) {
        return fail(opened.error(), arguments.json);
    }
    FirstCharacterOutput output = std::move(opened).value();
    const auto measures = step_frames(run, frames, threads, output);
    if (!measures) {
        return fail(with_failure_recording(measures.error(), run, frames, threads), arguments.json);
    }
    Report report = run.is_list ? report_of_list(run.motion, measures.value())
                                : report_of_character(run, measures.value(), output.scores());
    report.warn(run.motion.warnings());
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
