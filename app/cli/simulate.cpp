// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"
#include "app/cli/commands.h"
#include "app/cli/cubature_report.h"
#include "app/cli/interruption.h"
#include "app/cli/recorded_run.h"
#include "app/cli/report.h"
#include "app/cli/run_scores.h"
#include "app/cli/run_table.h"
#include "app/motion/controls_recording.h"
#include "app/motion/scene_motion.h"
#include "app/motion/spring_mover.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/stopwatch.h"
#include "engine/mesh/barycentric_place.h"
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
    std::vector<StepReport> last;           // of each character
    std::optional<RunTable> table;          // if it is wanted

    void add(const std::vector<StepReport>& reports, const SceneMotion& motion) {
        if (table) {
            table->add(step_microseconds.size() + 1, reports, motion);
        }
        double microseconds = 0.0;
        for (std::size_t i = 0; i < reports.size(); ++i) {
            microseconds += 1e6 * motion.characters()[i].motion.step_seconds();
            iterations += reports[i].iterations;
            depth = std::max(depth, reports[i].depth);
            left_out = std::max(left_out, reports[i].contacts_left_out);
        }
        step_microseconds.push_back(microseconds);
        last = reports;
    }
};

/// The file of `--out` and the scores of the search that wrote the scene; both are of the first character.
class FirstCharacterOutput {
public:
    static Result<FirstCharacterOutput> open(const Arguments& arguments, const SceneRun& run, std::uint64_t frames) {
        FirstCharacterOutput output;
        if (run.has_one_character()) {
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

    Result<Done> after_step(const MovingCharacter& first) {
        const Motion& motion = first.motion;
        if (scores_) {
            scores_->note(before_, motion);
        }
        const State shown = with_share(motion.state(), first.controls.dynamics);
        return writer_ ? writer_->append(body_positions(motion.character(), shown)) : Result<Done>(Done{});
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

// Stops at an interruption, before the output is closed: then it is removed.
std::optional<Error> step_frames(SceneRun& run, std::uint64_t frames, ThreadPool& threads,
                                 const Interruption& interruption, FirstCharacterOutput& output, Measures& measures) {
    for (std::uint64_t frame = 0; frame < frames && !interruption.is_requested(); ++frame) {
        output.before_step(run.first().motion);
        const Stopwatch watch;
        const std::vector<StepReport> reports = run.motion.step(threads);
        measures.frame_microseconds.push_back(1e6 * watch.seconds());
        if (const auto fault = fault_in_frame(reports, run, frame + 1)) {
            return *fault;
        }
        measures.add(reports, run.motion);
        if (auto written = output.after_step(run.first()); !written) {
            return written.error();
        }
    }
    if (interruption.is_requested()) {
        return std::nullopt;
    }
    const auto closed = output.close();
    return closed ? std::nullopt : std::optional(closed.error());
}

void add_sizes(Report& report, const SceneMotion& motion) {
    Index vertices = 0;
    Index tets = 0;
    for (const MovingCharacter& one : motion.characters()) {
        vertices += one.character->vertex_count();
        tets += one.character->mesh.tet_count();
    }
    report.add("characters", static_cast<std::int64_t>(motion.characters().size()));
    report.add("models", static_cast<std::int64_t>(motion.models().size()));
    report.add("vertices", std::int64_t{vertices});
    report.add("tets", std::int64_t{tets});
}

void add_measures(Report& report, const Measures& measures, const SceneMotion& motion) {
    const std::size_t frames = measures.step_microseconds.size();
    double elastic = 0.0;
    double kinetic = 0.0;
    int contacts = 0;
    for (const StepReport& last : measures.last) {
        elastic += last.elastic_energy;
        kinetic += last.kinetic_energy;
        contacts += last.contacts;
    }
    report.add("frames", std::uint64_t{frames});
    report.add("time", motion.characters().front().motion.state().time, "s");
    report.add("frame_microseconds", spread_json(measures.frame_microseconds));
    report.add("step_microseconds", spread_json(measures.step_microseconds));
    report.add("iterations_mean", measures.iterations / static_cast<double>(frames * measures.last.size()));
    report.add("energy", elastic + kinetic, "J");
    report.add("elastic_energy", elastic, "J");
    report.add("kinetic_energy", kinetic, "J");
    report.add("contacts", contacts);
    report.add("depth", measures.depth, "m");
    report.add("contacts_left_out", measures.left_out);
    if (measures.left_out > 0) {
        report.warn({left_out_sentence(measures.left_out) + "."});
    }
    report.add("hash", hex(hash_of(motion)));
}

void add_rig_jumps(Report& report, const SceneMotion& motion) {
    std::uint64_t jumps = 0;
    for (const MovingCharacter& one : motion.characters()) {
        jumps += one.motion.rig_jump_count();
    }
    report.add("rig_jumps", jumps);
    if (jumps > 0) {
        report.warn({"the rig jumped in " + std::to_string(jumps) + (jumps == 1 ? " step" : " steps") +
                     ", which gave the flesh no velocity"});
    }
}

// Of all characters that switch between loads, with the steps that each load acted.
void add_switches(Report& report, const SceneMotion& motion) {
    std::uint64_t count = 0;
    SubspaceSwitch::Errors largest;
    Json::array_t components;
    for (const MovingCharacter& one : motion.characters()) {
        if (const auto& switches = one.motion.load_switches()) {
            count += switches->count;
            largest = {std::max(largest.position, switches->largest.position),
                       std::max(largest.velocity, switches->largest.velocity)};
            for (std::size_t k = 0; k < switches->steps.size(); ++k) {
                components.emplace_back(
                    Json::object_t{{"name", one.character->switched->mixture.names[k]}, {"steps", switches->steps[k]}});
            }
        }
    }
    if (!components.empty()) {
        report.add("switches", Json::object_t{{"count", count},
                                              {"lost_position_max", largest.position},
                                              {"lost_velocity_max", largest.velocity},
                                              {"components", std::move(components)}});
    }
}

// [m] From the body point of a handle to its target, in the state at the end.
double distance_to_target(const PointHandle& handle, const Points& x) {
    return (handle.target - barycentric_place(x, handle.vertices, handle.barycentric)).norm();
}

// The springs of all characters, and how far they have left the points of handles from their targets.
void add_springs(Report& report, const SceneMotion& motion) {
    std::uint64_t count = 0;
    std::uint64_t unfollowed = 0;
    Json::array_t targets;
    for (const MovingCharacter& one : motion.characters()) {
        count += one.motion.acting_springs().size();
        const Points x =
            one.motion.acting_springs().empty() ? Points(0, 3) : body_positions(*one.character, one.motion.state());
        for (const PointHandle& handle : one.controls.handles) {
            const bool is_on_mesh =
                std::ranges::all_of(handle.vertices, [&](int vertex) { return vertex >= 0 && vertex < x.rows(); });
            if (handle.moves_springs && is_on_mesh) {
                unfollowed += can_move_springs(*one.character) ? 0U : 1U;
                targets.emplace_back(
                    Json::object_t{{"handle", handle.id}, {"distance", distance_to_target(handle, x)}});
            }
        }
    }
    if (count > 0) {
        report.add("springs", Json::object_t{{"count", count}, {"targets", std::move(targets)}});
    }
    if (unfollowed > 0) {
        report.warn({"springs follow handles only in one skinning subspace or under Newton's method: here the handles "
                     "pull the body; choose a skinning kind, without a switch between loads"});
    }
}

// The same build must end in the states in which the recordings ended.
void compare_with_recordings(Report& report, const SceneMotion& motion, std::uint64_t frames) {
    std::optional<bool> matches;
    for (const MovingCharacter& character : motion.characters()) {
        const Recording& recording = character.recording;
        if (recording.final_hash == 0 || recording.step_count != frames) {
            continue;
        }
        if (!recording.instruction_set.empty() &&
            recording.instruction_set != name_of(character.motion.instruction_set())) {
            report.warn({"the run is not compared with the recording, which was made with the instruction set " +
                         recording.instruction_set});
            return;
        }
        matches = matches.value_or(true) && recording.final_hash == hash_of(character.motion.state());
    }
    if (matches) {
        report.add("matches_recording", *matches);
    }
    if (matches == false) {
        report.warn({"the run does not end in the state that was recorded: another build, scene or option"});
    }
}

// The characters that rigid bodies carry, and which of them have fallen over: their places in the list, from 0.
void add_rigid_bodies(Report& report, const SceneMotion& motion) {
    if (motion.rigid().count() == 0) {
        return;
    }
    Json::array_t fallen;
    for (const std::size_t character : motion.fallen()) {
        fallen.emplace_back(std::uint64_t{character});
    }
    report.add("rigid_bodies", std::uint64_t{motion.rigid().count()});
    report.add("fallen", std::move(fallen));
}

// Of the models that are stepped by Newton's method.
void add_cubatures(Report& report, const std::vector<CharacterPtr>& models) {
    Json::array_t list;
    for (const CharacterPtr& model : models) {
        if (const auto cubature = compared_cubature(*model)) {
            Json::object_t one = cubature_json(*cubature);
            one.emplace_back("name", model->description.name);
            list.emplace_back(std::move(one));
        }
    }
    if (!list.empty()) {
        report.add("cubature", std::move(list));
    }
}

// What was read from the cache, and the times of what was computed, of all models.
void add_preparation(Report& report, const std::vector<CharacterPtr>& models) {
    std::vector<std::string> cached_stages;
    for (const CharacterPtr& model : models) {
        for (const std::string& stage : model->cached_stages) {
            if (std::ranges::find(cached_stages, stage) == cached_stages.end()) {
                cached_stages.push_back(stage);
            }
        }
    }
    report.add("cached", list_of(cached_stages));
    report.add("seconds", seconds_json(sum_of_seconds(models)), "s");
}

Report report_of(const SceneRun& run, const Measures& measures, const std::optional<RunScores>& scores) {
    Report report;
    add_sizes(report, run.motion);
    report.add("instruction_set", name_of(run.first().motion.instruction_set()));
    add_measures(report, measures, run.motion);
    add_inverted_clusters(report, run.motion);
    add_rig_jumps(report, run.motion);
    add_switches(report, run.motion);
    add_springs(report, run.motion);
    add_cubatures(report, run.motion.models());
    if (scores) {
        scores->add_to(report);
    }
    add_rigid_bodies(report, run.motion);
    compare_with_recordings(report, run.motion, measures.step_microseconds.size());
    add_preparation(report, run.motion.models());
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
    Measures measures;
    if (!arguments.csv.empty()) {
        measures.table.emplace();
    }
    const Interruption interruption;
    if (const auto fault = step_frames(run, frames, threads, interruption, output, measures)) {
        return fail(with_failure_recording(*fault, run, frames, threads), arguments.json);
    }
    if (interruption.is_requested()) {
        return fail(interruption, arguments.json);
    }
    if (measures.table) {
        if (const auto written = write_file(arguments.csv, measures.table->text()); !written) {
            return fail(written.error(), arguments.json);
        }
    }
    Report report = report_of(run, measures, output.scores());
    report.warn(warnings_to_print(arguments, run));
    report.warn(unused_springs(run.motion.models()));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
