// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/view/motion_file.h"
#include "app/view/scene_baking.h"
#include "engine/core/hash.h"
#include "engine/formats/motion_export.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace limber::app {
namespace {

/// How the steps of the simulation become frames of the file.
struct Frames {
    std::uint64_t count = 0;
    std::uint64_t steps_each = 1;
    double frames_per_second = 60.0;
};

std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

Error not_a_whole_number(double time_step, double frames_per_second) {
    const double steps = std::max(1.0, std::round(1.0 / (time_step * frames_per_second)));
    return {ErrorKind::bad_input,
            "a frame must be a whole number of steps of " + short_number(time_step) + " s, for example " +
                short_number(1.0 / (steps * time_step)) + " or " + short_number(1.0 / ((steps + 1.0) * time_step)),
            "--fps"};
}

Result<Frames> frames_of(const Arguments& arguments, const SceneRun& run) {
    const double time_step = run.first().controls.time_step;
    Frames frames{.count = frame_count(arguments, run), .frames_per_second = 1.0 / time_step};
    if (!arguments.exporting.frames_per_second) {
        return frames;
    }
    frames.frames_per_second = *arguments.exporting.frames_per_second;
    const double steps = std::round(1.0 / (time_step * frames.frames_per_second));
    if (steps < 1.0 || std::abs(steps * time_step * frames.frames_per_second - 1.0) > 1e-4) {
        return not_a_whole_number(time_step, frames.frames_per_second);
    }
    frames.steps_each = static_cast<std::uint64_t>(steps);
    if (!arguments.frames) {
        frames.count = std::max(std::uint64_t{1}, frames.count / frames.steps_each);
    }
    return frames;
}

std::optional<Error> steps(SceneRun& run, std::uint64_t from, std::uint64_t count, ThreadPool& threads) {
    for (std::uint64_t step = 0; step < count; ++step) {
        if (auto fault = fault_in_frame(run.motion.step(threads), run, from + step + 1)) {
            return fault;
        }
    }
    return std::nullopt;
}

std::vector<const State*> states_of(const SceneMotion& scene) {
    std::vector<const State*> states;
    for (const MovingCharacter& moving : scene.characters()) {
        states.push_back(&moving.motion.state());
    }
    return states;
}

Result<BakedMotion> baked(const Arguments& arguments, SceneRun& run, const Frames& frames) {
    ThreadPool threads(step_threads(arguments, run));
    std::vector<CharacterPtr> characters;
    for (const MovingCharacter& moving : run.motion.characters()) {
        characters.push_back(moving.character);
    }
    auto begun = SceneBaking::of(std::move(characters));
    if (!begun) {
        return begun.error();
    }
    SceneBaking baking = std::move(begun).value();
    if (auto fault = baking.fault_in_length(frames.count)) {
        return *fault;
    }
    if (auto fault = steps(run, 0, arguments.exporting.warm_up, threads)) {
        return *fault;
    }
    for (std::uint64_t frame = 0; frame < frames.count; ++frame) {
        const std::uint64_t before = arguments.exporting.warm_up + frame * frames.steps_each;
        if (auto fault = steps(run, before, frames.steps_each, threads)) {
            return *fault;
        }
        baking.add_frame(states_of(run.motion));
    }
    return baking.take(frames.frames_per_second);
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

void add_morphs(Report& report, const BakedMotion& motion, const ExportReport& exported) {
    Json::array_t targets;
    double error = 0.0;
    for (std::size_t i = 0; i < exported.morphs.size(); ++i) {
        targets.emplace_back(std::int64_t{exported.morphs[i].targets});
        error = std::max(error, exported.morphs[i].error / std::max(extent(motion.surfaces[i]), 1e-300));
    }
    if (!exported.morphs.empty()) {
        report.add("targets", std::move(targets));
        report.add("error_max", error);
    }
}

Json files_json(const ExportReport& exported) {
    std::vector<std::string> files;
    for (const std::filesystem::path& file : exported.files) {
        files.push_back(file.string());
    }
    return list_of(files);
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

} // namespace

int run_export(const Arguments& arguments, SceneRun& run) {
    const auto frames = frames_of(arguments, run);
    if (!frames) {
        return fail(frames.error(), arguments.json);
    }
    const auto motion = baked(arguments, run, frames.value());
    if (!motion) {
        return fail(motion.error(), arguments.json);
    }
    if (const auto fault = fault_in_target(arguments, run, motion.value())) {
        return fail(*fault, arguments.json);
    }
    const auto exported = with_progress([&](Progress* progress) {
        return write_motion(motion.value(), arguments.out,
                            {{arguments.exporting.tolerance, MorphFitOptions{}.targets_max}, progress});
    });
    if (!exported) {
        return fail(exported.error(), arguments.json);
    }
    Report report;
    report.add("files", files_json(exported.value()));
    add_motion(report, motion.value());
    add_morphs(report, motion.value(), exported.value());
    report.add("hash", hex(hash_of(run.motion)));
    report.warn(run.motion.warnings());
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
