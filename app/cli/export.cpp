// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/film_run.h"
#include "app/cli/frame_steps.h"
#include "app/cli/loop_export.h"
#include "app/cli/preparation.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/motion/loop_seam.h"
#include "app/motion/loop_steps.h"
#include "app/view/film.h"
#include "app/view/motion_file.h"
#include "app/view/scene_baking.h"
#include "engine/core/hash.h"
#include "engine/formats/motion_export.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace limber::app {
namespace {

/// The characters that were enabled at the start.
struct Exported {
    std::vector<std::size_t> indices;

    explicit Exported(const SceneMotion& scene) {
        for (std::size_t i = 0; i < scene.characters().size(); ++i) {
            if (scene.characters()[i].controls.is_enabled) {
                indices.push_back(i);
            }
        }
    }

    template <typename Value>
    auto of(const SceneMotion& scene, Value value) const {
        std::vector<decltype(value(scene.characters().front()))> values;
        for (const std::size_t i : indices) {
            values.push_back(value(scene.characters()[i]));
        }
        return values;
    }
};

void set_dynamics(const Exported& exported, const SceneMotion& scene, SceneBaking& baking) {
    baking.set_dynamics(exported.of(scene, [](const MovingCharacter& one) { return one.controls.dynamics; }));
}

LoopFrames::States exported_states(const Exported& exported, const FrameStepper& stepper) {
    const LoopFrames::States all = stepper.states();
    LoopFrames::States states;
    for (const std::size_t i : exported.indices) {
        states.push_back(all[i]);
    }
    return states;
}

void add_frame(const LoopFrames::States& frame, SceneBaking& baking) {
    std::vector<const State*> pointers;
    std::ranges::transform(frame, std::back_inserter(pointers), [](const State& state) { return &state; });
    baking.add_frame(pointers);
}

/// What `--loop` adds to the report.
struct LoopReport {
    LoopPlan plan;
    double seam = 0.0; // before the blend, a share of the body's size
    std::vector<std::string> warnings = {};
};

double seam_of(const Exported& exported, const SceneMotion& scene, const LoopFrames& loop) {
    double seam = 0.0;
    for (std::size_t i = 0; i < exported.indices.size(); ++i) {
        const MovingCharacter& one = scene.characters()[exported.indices[i]];
        seam = std::max({seam, distance_between(*one.character, loop.end()[i], loop.start()[i]),
                         one.controls.clip_speed != 0.0 ? clip_seam(one.motion, one.controls) : 0.0});
    }
    return seam;
}

ExportOptions options_of(const Arguments& arguments, Progress* progress) {
    const auto encoding = std::ranges::find(morph_encoding_names, std::string_view(arguments.exporting.morphs));
    EXPECTS(encoding != morph_encoding_names.end());
    ExportOptions options;
    options.morph.encoding = static_cast<MorphEncoding>(encoding - morph_encoding_names.begin());
    options.morph.fitting.tolerance = arguments.exporting.tolerance;
    options.joints = arguments.exporting.joints;
    options.progress = progress;
    return options;
}

struct Baked {
    BakedMotion motion;
    std::optional<LoopReport> loop;
};

constexpr double simulated_share = 0.6; // of the time; the rest is fitting and writing

// One pass warms up, and its last frames are kept; the next one is baked.
Result<LoopReport> bake_loop(FrameStepper& stepper, const SceneMotion& motion, const LoopPlan& plan,
                             const Exported& exported, SceneBaking& baking, Progress* progress) {
    LoopFrames loop(plan);
    for (std::uint64_t frame = 0; frame < plan.frames; ++frame) {
        if (!keep_going(progress, "simulating", 0.5 * static_cast<double>(frame) / static_cast<double>(plan.frames))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (auto fault = stepper.advance(progress)) {
            return *fault;
        }
        loop.add_warm(exported_states(exported, stepper));
    }
    set_dynamics(exported, motion, baking);
    LoopSteps steps(exported.of(motion, [](const MovingCharacter& one) { return one.character; }), plan.frames,
                    plan.blended);
    for (std::uint64_t frame = 0; frame <= plan.frames; ++frame) {
        const double share = static_cast<double>(frame) / static_cast<double>(plan.frames + 1);
        if (!keep_going(progress, "simulating", 0.5 + 0.5 * share)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (auto fault = frame > 0 ? stepper.advance(progress) : std::nullopt) {
            return *fault;
        }
        const LoopFrames::States blended = loop.blended(frame, exported_states(exported, stepper));
        add_frame(blended, baking);
        steps.add(blended);
    }
    const LoopReport report{plan, seam_of(exported, motion, loop), steps.warnings()};
    return report;
}

std::vector<std::string> disabled_characters(const SceneMotion& scene) {
    std::vector<std::string> warnings;
    for (const MovingCharacter& one : scene.characters()) {
        if (!one.controls.is_enabled) {
            warnings.push_back(one.character->description.name + " is disabled and was left out");
        }
    }
    return warnings;
}

Result<Baked> baked(const Arguments& arguments, SceneRun& run, FrameSteps frames, Progress* progress) {
    const PartOfProgress part(progress, 0.0, simulated_share);
    const Exported exported(run.motion);
    if (exported.indices.empty()) {
        return Error{ErrorKind::bad_input, "all characters are disabled: enable one", arguments.file};
    }
    LoopPlan plan;
    if (arguments.exporting.loop) {
        auto planned = plan_loop(run, frames, arguments.exporting.blended);
        if (!planned) {
            return planned.error();
        }
        plan = planned.value();
        frames.count = plan.frames + 1;
    }
    auto begun = SceneBaking::of(exported.of(run.motion, [](const MovingCharacter& one) { return one.character; }));
    if (!begun) {
        return begun.error();
    }
    SceneBaking baking = std::move(begun).value();
    if (uses_coordinates(arguments.out, options_of(arguments, progress))) {
        baking.keep_coordinates();
    }
    if (auto fault = baking.fault_in_length(frames.count)) {
        return *fault;
    }
    ThreadPool threads(step_threads(arguments, run));
    if (auto fault = take_steps(run, 0, arguments.exporting.warm_up, threads, progress)) {
        return *fault;
    }
    FrameStepper stepper(run, frames.steps_each, arguments.exporting.warm_up, threads);
    if (arguments.exporting.loop) {
        auto loop = bake_loop(stepper, run.motion, plan, exported, baking, progress);
        return loop ? Result<Baked>(Baked{baking.take(frames.frames_per_second), loop.value()}) : loop.error();
    }
    for (std::uint64_t frame = 0; frame < frames.count; ++frame) {
        if (!keep_going(progress, "simulating", static_cast<double>(frame) / static_cast<double>(frames.count))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (auto fault = frame > 0 ? stepper.advance(progress) : std::nullopt) {
            return *fault;
        }
        set_dynamics(exported, run.motion, baking);
        add_frame(exported_states(exported, stepper), baking);
    }
    return Baked{baking.take(frames.frames_per_second), std::nullopt};
}

void add_loop(Report& report, const std::optional<LoopReport>& loop) {
    if (loop) {
        report.add("loop_seam", loop->seam);
        report.add("loop_blended", loop->plan.blended);
        report.add("loop_speed", loop->plan.speed_factor);
        report.warn(loop->warnings);
    }
}

// What a loop decides by itself.
std::optional<Error> fault_in_loop(const Arguments& arguments) {
    if (!arguments.exporting.loop) {
        return std::nullopt;
    }
    if (arguments.frames) {
        return Error{ErrorKind::bad_input, "cannot be used with --loop, which has the frames of the clip", "--frames"};
    }
    if (!arguments.controls.empty()) {
        return Error{ErrorKind::bad_input, "cannot be used with --loop, because controls do not repeat", "--controls"};
    }
    return std::nullopt;
}

void add_motion(Report& report, const BakedMotion& motion) {
    Index vertices = 0;
    Index triangles = 0;
    for (const BakedSurface& surface : motion.surfaces) {
        vertices += surface.rest.rows();
        triangles += surface.F.rows();
    }
    report.add("characters", static_cast<std::int64_t>(motion.surfaces.size()));
    report.add("vertices", std::int64_t{vertices});
    report.add("triangles", std::int64_t{triangles});
    report.add("frames", std::uint64_t{motion.frame_count()});
    report.add("frames_per_second", motion.frames_per_second);
}

MorphEncoding encoding_of(const FitReport& fit) {
    return fit.is_exact ? MorphEncoding::exact : MorphEncoding::fitted;
}

void add_fits(Report& report, const ExportReport& exported) {
    if (exported.fits.empty()) {
        return;
    }
    const bool is_skin = exported.fits.front().joints > 0;
    Json::array_t counts;
    Json::array_t encodings;
    double worst = 0.0;
    double rms = 0.0;
    for (const FitReport& fit : exported.fits) {
        counts.emplace_back(std::int64_t{is_skin ? fit.joints : fit.targets});
        encodings.emplace_back(morph_encoding_names[static_cast<std::size_t>(encoding_of(fit))]);
        worst = std::max(worst, fit.error);
        rms = std::max(rms, fit.error_rms);
    }
    report.add(is_skin ? "joints" : "targets", std::move(counts));
    report.add("error_max", worst);
    if (is_skin) {
        report.add("error_rms", rms);
    } else {
        report.add("morphs", std::move(encodings));
    }
    report.warn(exported.warnings);
}

Json files_json(const ExportReport& exported) {
    std::vector<std::string> files;
    for (const std::filesystem::path& file : exported.files) {
        files.push_back(file.string());
    }
    return list_of(files);
}

int export_film(const Arguments& arguments, SceneRun& run, FilmFrames film) {
    if (arguments.exporting.loop) {
        auto plan = plan_loop(run, film.frames, arguments.exporting.blended);
        if (!plan) {
            return fail(plan.error(), arguments.json);
        }
        film.frames.count = plan.value().frames;
        film.loop = plan.value();
    }
    return run_film(arguments, run, film);
}

// The other files that are written for one name may be files that this command reads.
std::optional<Error> fault_in_target(const Arguments& arguments, const SceneRun& run, const BakedMotion& motion) {
    const std::vector<std::filesystem::path> files = files_of(motion, arguments.out);
    if (auto fault = fault_in_files(files, run.motion.models())) {
        return fault;
    }
    for (const std::filesystem::path& file : files) {
        std::error_code one_is_missing;
        if (std::filesystem::equivalent(file, arguments.file, one_is_missing)) {
            return Error{ErrorKind::bad_input, "is read by this command and would be lost: choose another --out",
                         file.string()};
        }
    }
    return std::nullopt;
}

struct WrittenExport {
    Baked bake;
    ExportReport files;
};

Result<WrittenExport> baked_and_written(const Arguments& arguments, SceneRun& run, const FrameSteps& frames,
                                        Progress* progress) {
    auto bake = baked(arguments, run, frames, progress);
    if (!bake) {
        return bake.error();
    }
    if (auto fault = fault_in_target(arguments, run, bake.value().motion)) {
        return *fault;
    }
    const PartOfProgress part(progress, simulated_share, 1.0);
    auto files = write_motion(bake.value().motion, arguments.out, options_of(arguments, progress));
    if (!files) {
        return files.error();
    }
    return WrittenExport{std::move(bake).value(), std::move(files).value()};
}

} // namespace

int run_export(const Arguments& arguments, SceneRun& run) {
    if (const auto fault = fault_in_loop(arguments)) {
        fail(*fault, arguments.json);
        return option_fault_code;
    }
    const FrameSteps frames = frame_steps(arguments, run, arguments.exporting.warm_up);
    if (is_film_file(arguments.out)) {
        return export_film(arguments, run, {frames, arguments.exporting.warm_up});
    }
    const Interruption interruption;
    const auto written = with_progress(
        interruption, [&](Progress* progress) { return baked_and_written(arguments, run, frames, progress); });
    if (!written) {
        return interruption.is_requested() ? fail(interruption, arguments.json) : fail(written.error(), arguments.json);
    }
    const ExportReport& exported = written.value().files;
    Report report;
    report.add("files", files_json(exported));
    report.add("bytes", std::uint64_t{exported.bytes});
    add_motion(report, written.value().bake.motion);
    add_loop(report, written.value().bake.loop);
    add_fits(report, exported);
    report.add("hash", hex(hash_of(run.motion)));
    add_inverted_clusters(report, run.motion);
    report.warn(warnings_to_print(arguments, run));
    report.warn(disabled_characters(run.motion));
    report.warn(unused_springs(run.motion.models()));
    warn_about_exaggeration(report, run);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
