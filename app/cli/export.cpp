// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/frame_steps.h"
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

std::vector<const State*> states_of(const SceneMotion& scene) {
    std::vector<const State*> states;
    for (const MovingCharacter& moving : scene.characters()) {
        states.push_back(&moving.motion.state());
    }
    return states;
}

Result<BakedMotion> baked(const Arguments& arguments, SceneRun& run, const FrameSteps& frames) {
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
    if (auto fault = take_steps(run, 0, arguments.exporting.warm_up, threads)) {
        return *fault;
    }
    for (std::uint64_t frame = 0; frame < frames.count; ++frame) {
        const std::uint64_t before = arguments.exporting.warm_up + frame * frames.steps_each;
        if (auto fault = take_steps(run, before, frames.steps_each, threads)) {
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
    const auto frames = frame_steps(arguments, run);
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
