// SPDX-License-Identifier: MIT
#include "app/cli/scene_run.h"

#include "app/character/playing_clip.h"
#include "app/character_build/planar_character.h"
#include "app/character_build/thin_character.h"
#include "app/cli/controls_option.h"
#include "app/cli/preparation.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/cli/run_warnings.h"
#include "app/cli/scene_loads.h"
#include "app/cli/subspace_files.h"
#include "app/document/scene_description.h"
#include "app/document/turned_camera.h"
#include "app/motion/inverted_state.h"
#include "app/motion/scene_motion.h"
#include "app/scenes/prepared_scene.h"
#include "app/view/motion_file.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>

namespace limber::app {
namespace {

// Checked before the characters are prepared, which may take minutes.
std::optional<Error> fault_in_options(const Arguments& arguments, std::size_t characters) {
    if (arguments.command == Subcommand::simulate && !arguments.out.empty() && characters > 1) {
        return Error{ErrorKind::bad_input,
                     "holds several characters, and --out bakes the motion of one; name one of its scenes",
                     arguments.file};
    }
    if (characters > 1 && !arguments.overrides.rotate.empty() && !arguments.controls.empty()) {
        return Error{ErrorKind::bad_input,
                     "turns each character of a list about its own origin, which controls cannot follow; use "
                     "only one of --rotate and --controls",
                     "--rotate"};
    }
    return std::nullopt;
}

// Fails with the description's fault, or an override's, which is then also in `option_fault`.
Result<SceneMotion> prepared_motion(const Arguments& arguments, const SceneDescription& description,
                                    CommandProgress& all, std::optional<Error>& option_fault) {
    const bool has_own_camera = is_one_character(description) && description.camera;
    const auto cache = user_cache(arguments);
    OverrideReads reads{cache ? &*cache : nullptr, {}};
    const auto override_values = overriding(arguments.overrides, reads);
    ScenePreparation how;
    how.threads = Threads{.count = arguments.threads};
    how.cache = reads.cache;
    how.read = &reads.characters;
    how.adjusted = [&](CharacterDescription character) {
        if (has_own_camera) {
            character.camera = turned(*description.camera, rotation_of(character.turn).transpose());
        }
        return override_values(character);
    };
    if (!arguments.overrides.loads.empty() && arguments.command != Subcommand::compare) {
        refuse_unused_loads(description, how);
    }
    const auto proposed = propose_loads(description, arguments.overrides.loads, how, reads);
    auto motion = with_progress(all, [&](Progress* progress) {
        how.progress = progress;
        return proposed ? SceneMotion::prepared(description, how) : Result<SceneMotion>(proposed.error());
    });
    option_fault = reads.fault;
    return motion;
}

// A start behind the end of every clip would hold their last poses.
std::optional<Error> fault_in_clip_start(double start, const SceneMotion& motion) {
    double longest = 0.0; // [s]
    for (const MovingCharacter& one : motion.characters()) {
        longest = std::max(longest, playing_length(*one.character, one.controls));
    }
    if (longest == 0.0 || start < longest) {
        return std::nullopt;
    }
    std::ostringstream text;
    text << "must lie before the end of the clip, which lasts " << longest << " s";
    return Error{ErrorKind::bad_input, text.str(), "--clip-in"};
}

std::optional<Error> apply_clip_options(const Arguments& arguments, SceneMotion& motion) {
    const ClipArguments& clip = arguments.clip;
    if (auto fault = clip.in ? fault_in_clip_start(*clip.in, motion) : std::nullopt) {
        return fault;
    }
    for (std::size_t i = 0; i < motion.characters().size(); ++i) {
        LiveControls controls = motion.characters()[i].controls;
        ClipPlayback& playback = controls.playback;
        playback.in = clip.in.value_or(playback.in);
        playback.out = clip.out ? clip.out : playback.out;
        playback.cross_fade = clip.cross_fade.value_or(playback.cross_fade);
        if (clip.once || clip.repeats || arguments.exporting.loop) {
            playback.loops = !clip.once;
        }
        if (const auto fault = fault_in(playback)) {
            return Error{fault->kind, "must not lie before where the clips start", "--clip-out"};
        }
        controls.dynamics = arguments.dynamics.value_or(controls.dynamics);
        if (controls != motion.characters()[i].controls) {
            motion.set_controls(i, std::move(controls));
        }
    }
    return std::nullopt;
}

std::vector<std::string> softened_without_springs(const std::vector<CharacterPtr>& models) {
    std::vector<std::string> warnings;
    for (const CharacterPtr& model : models) {
        if (model->springs.empty()) {
            warnings.push_back(model->description.name +
                               " has no spring bones: --soften-by-springs leaves it as it is");
        }
    }
    return warnings;
}

// Rods, shells and bodies in their plane have no rig, and what falls leaves the picture. Controls of a file may hold
// them later.
std::vector<std::string> falling_bodies(const SceneMotion& motion) {
    std::vector<std::string> warnings;
    for (const MovingCharacter& moving : motion.characters()) {
        const CharacterDescription& scene = moving.character->description;
        const bool is_bare = is_thin(scene) || is_planar(scene);
        if (is_bare && moving.controls.handles.empty() && !moving.controls.gravity.isZero() &&
            !has_contact(scene.contact, scene.environment)) {
            warnings.push_back(
                "nothing holds " + scene.name +
                ", so that it falls: give its scene a floor, \"contact\": {\"floor\": true}, or hold it by "
                "handles in a file of controls");
        }
    }
    return warnings;
}

// Paint is on tets, and the bodies beside a character consist of them.
bool supports_thin_bodies(const Arguments& arguments) {
    const bool is_supported = arguments.command == Subcommand::simulate || arguments.command == Subcommand::record ||
                              arguments.command == Subcommand::render || arguments.command == Subcommand::export_motion;
    return is_supported && !arguments.film.paint && arguments.film.beside.empty();
}

// A body in its plane has neither other subspaces nor full space beside it.
bool supports_planar_bodies(const Arguments& arguments) {
    return arguments.command != Subcommand::compare && arguments.film.beside.empty();
}

// Whether its place or its live values turn with it.
bool is_placed(const SceneMember& member) {
    return member.live || member.placement != identity_affine();
}

std::optional<Error> fault_in_step(const StepReport& report, const Motion& motion, std::uint64_t frame) {
    const std::string where = " at frame " + std::to_string(frame);
    const double energy = report.elastic_energy + report.kinetic_energy;
    if (report.status == StepStatus::not_finite || !std::isfinite(energy)) {
        return Error{ErrorKind::not_converged,
                     "numerical failure" + where + "; use a smaller time step, softer handles or a realistic material",
                     {}};
    }
    // At rest the terms of the energy cancel; their last digits may leave a sum just below zero.
    const double cancelled = motion.controls().young_scale * elastic_weight(motion.character());
    if (energy < -1e-5 * cancelled) {
        return Error{ErrorKind::not_converged,
                     "the energy became negative" + where +
                         ", which only rounding causes; use a realistic size and material",
                     {}};
    }
    return std::nullopt;
}

// The refusal names the character, or the command's file that holds it alone, and not its mesh, which may lie in a
// cache.
Error of_character(Error refusal, const Character& character, const std::string& file) {
    refusal.where = file.empty() ? character.description.name : file;
    return refusal;
}

} // namespace

int run_with_scene(const Arguments& arguments, const SceneCommand& command) {
    CommandProgress progress;
    return run_with_scene(arguments, progress, command);
}

int run_with_scene(const Arguments& arguments, CommandProgress& progress, const SceneCommand& command) {
    auto described = scene_in(arguments.file);
    if (!described) {
        return fail(described.error(), arguments.json);
    }
    const SceneDescription& description = described.value().value;
    SceneRun run{.camera = description.camera};
    run.exaggeration = description.view.value_or(SceneView{}).exaggeration;
    if (const auto fault = fault_in_options(arguments, description.members.size())) {
        return fail(*fault, arguments.json);
    }
    if (const auto fault = fault_in_files_beside(arguments)) {
        return fail(*fault, arguments.json);
    }
    std::optional<Error> option_fault;
    auto motion = prepared_motion(arguments, description, progress, option_fault);
    if (!motion) {
        const Error fault = with_other_commands(motion.error(), arguments);
        const int code = fail(option_fault ? fault : with_compared_kind(fault, arguments), arguments.json);
        return option_fault ? option_fault_code : code;
    }
    run.motion = std::move(motion).value();
    const std::string file_of_one = run.has_one_character() ? arguments.file : "";
    if (const auto fault = missing_loads(arguments, run.motion.models())) {
        return fail(with_compared_kind(*fault, arguments), arguments.json);
    }
    for (const CharacterPtr& model : run.motion.models()) {
        if (model->thin && !supports_thin_bodies(arguments)) {
            return fail(of_character(refusal_of_thin_body(model->description), *model, file_of_one), arguments.json);
        }
        if (is_planar(model->description) && !supports_planar_bodies(arguments)) {
            return fail(of_character(refusal_of_planar_body(model->description), *model, file_of_one), arguments.json);
        }
    }
    if (const auto fault = apply_clip_options(arguments, run.motion)) {
        fail(*fault, arguments.json);
        return option_fault_code;
    }
    const auto warnings = apply_controls(arguments, run.motion);
    if (!warnings) {
        return fail(warnings.error(), arguments.json);
    }
    run.motion.warn(warnings.value());
    if (arguments.overrides.soften_by_springs) {
        run.motion.warn(softened_without_springs(run.motion.models()));
    }
    if (arguments.controls.empty()) {
        run.motion.warn(falling_bodies(run.motion));
    }
    if (is_one_character(description) && is_placed(description.members.front()) && arguments.controls.empty() &&
        !arguments.overrides.rotate.empty()) {
        turn_start(arguments, run.motion);
    }
    return command(arguments, run);
}

std::uint64_t frame_count(const Arguments& arguments, const SceneRun& run, std::uint64_t otherwise) {
    std::uint64_t recorded = 0;
    for (const MovingCharacter& character : run.motion.characters()) {
        recorded = std::max(recorded, character.recording.step_count);
    }
    if (arguments.frames || recorded > 0) {
        return arguments.frames.value_or(recorded);
    }
    const Character& first = *run.first().character;
    const bool has_start = run.has_one_character() && first.start;
    return has_start ? static_cast<std::uint64_t>(first.description.start->steps) : otherwise;
}

Threads step_threads(const Arguments& arguments, const SceneRun& run) {
    return {.count = run.has_one_character() ? 1 : arguments.threads};
}

void add_inverted_clusters(Report& report, const SceneMotion& motion) {
    InvertedClusters inverted;
    for (const MovingCharacter& one : motion.characters()) {
        inverted += inverted_clusters_in(*one.character, one.motion.state());
    }
    report.add("inverted_clusters", std::int64_t{inverted.count});
    report.add("inverted_by_the_rig", std::int64_t{inverted.by_the_rig});
    if (inverted.count > 0) {
        report.warn({inverted_sentence(inverted)});
    }
}

std::vector<std::string> unused_springs(const std::vector<CharacterPtr>& models) {
    std::vector<std::string> warnings;
    for (const CharacterPtr& model : models) {
        if (model->springs.empty() || !model->description.material.parts.empty()) {
            continue;
        }
        warnings.push_back(model->description.name + " has " + std::to_string(model->springs.size()) +
                           " spring bones, which are not used: to make soft what they carry, add --soften-by-springs, "
                           "or press Soften it in the window, save the scene and name that");
    }
    return warnings;
}

std::vector<std::string> warnings_to_print(const Arguments& arguments, const SceneRun& run) {
    std::vector<std::string> all = run.motion.warnings();
    const std::vector<std::string> of_subspaces = warnings_of_fewer_columns(run.motion.models());
    all.insert(all.end(), of_subspaces.begin(), of_subspaces.end());
    return arguments.json ? all : shortened(all, run.motion.models(), arguments.file);
}

void warn_about_exaggeration(Report& report, const SceneRun& run) {
    const std::string difference = difference_from_shown({.exaggeration = run.exaggeration});
    if (!difference.empty()) {
        report.warn({difference});
    }
}

std::optional<Error> fault_in_frame(const std::vector<StepReport>& reports, const SceneRun& run, std::uint64_t frame) {
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const MovingCharacter& moving = run.motion.characters()[i];
        if (auto fault = fault_in_step(reports[i], moving.motion, frame)) {
            fault->where = run.has_one_character() ? "" : moving.character->description.name;
            return fault;
        }
    }
    return std::nullopt;
}

} // namespace limber::app
