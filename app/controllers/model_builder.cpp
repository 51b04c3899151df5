// SPDX-License-Identifier: MIT
#include "app/controllers/model_builder.h"

#include "app/character_build/build_character.h"
#include "app/character_build/character_loading.h"
#include "app/creatures/creatures.h"
#include "app/document/character_file.h"
#include "app/document/scene_paths.h"
#include "app/motion/moving_body.h"
#include "app/scenes/proposed_loads.h"
#include "engine/core/contract.h"
#include "engine/core/time_left.h"
#include "engine/mesh/tetrahedralise.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

/// What a source of loads lacks that proposes none, and what to do about it.
struct MissingSource {
    std::string what;
    std::string advice;
};

MissingSource missing_source(LoadSource source) {
    switch (source) {
    case LoadSource::user:
        break;
    case LoadSource::handles:
        return {"No handle pulls the body",
                "Shift + drag the flesh, so that a handle stays there, and then add its load"};
    case LoadSource::springs:
        return {"No spring swings a bone of the rig", "files of VRM characters have such springs"};
    case LoadSource::obstacles:
        return {"No obstacle is near the body",
                "add a floor or an obstacle, or move the body closer, and then add its contacts"};
    case LoadSource::pockets:
        return {"The body has no pocket", "its mesh has no cavity that is closed on all sides"};
    }
    return {};
}

// Earlier loads of a source that is gone would shape the subspace for forces that no longer come.
Commands remove_proposed(LoadSource source, const SessionState& state) {
    EXPECTS(source != LoadSource::user);
    const MissingSource missing = missing_source(source);
    const auto is_of_source = [source](const BodyLoad& load) {
        return load.source == source;
    };
    const auto count = std::ranges::count_if(state.editor.description().loads, is_of_source);
    if (count == 0) {
        return {ShowMessage{{Message::Kind::notice, missing.what + ": " + missing.advice + "."}}};
    }
    const auto remove = [is_of_source, model = state.editor.instance()->model](Document& document) {
        std::erase_if(document.scene.models.at(model).loads, is_of_source);
        drop_unused_switch(document.scene.models.at(model));
    };
    const std::string removed = count == 1 ? "load of this kind was" : "loads of this kind were";
    return {EditDocument{remove, count == 1 ? "Remove load" : "Remove loads"}, RebuildOutdated{},
            ShowMessage{{Message::Kind::notice,
                         missing.what + ", so that the earlier " + removed + " removed; Ctrl+Z restores " +
                             (count == 1 ? "it." : "them."),
                         Message::Topic::undo}}};
}

} // namespace

Commands ModelBuilder::carry_out(const TakeSubspaceFile& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance) {
        return {};
    }
    const auto take = [command, model = instance->model](Document& document) {
        ModelDescription& description = document.scene.models.at(model);
        description.subspace = command.kind.value_or(description.subspace);
        description.subspace_file = command.path;
        drop_unused_switch(description);
    };
    return {EditDocument{take, "Change the subspace"}, RebuildOutdated{}};
}

// What the muscles before did is of no use to the new ones.
Commands ModelBuilder::carry_out(const TakeCageFile& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance) {
        return {};
    }
    const auto take = [path = command.path, model = instance->model](Document& document) {
        MuscleDescription& muscles = document.scene.models.at(model).muscles;
        set_cage_file(muscles, path);
        for (CharacterInstance& one : document.scene.instances) {
            if (one.model == model) {
                one.controls.muscles.strength = muscles.strength;
                one.controls.muscles.gait = {};
                one.controls.muscles.held.clear();
                one.controls.muscles.handover = {};
            }
        }
    };
    return {EditDocument{take, "Take a cage"}, RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const AddProposedLoads& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    const CharacterPtr built = state.built();
    if (!instance || !built) {
        return {};
    }
    const std::vector<BodyLoad> proposed = proposed_loads(command.source, *built, instance->controls);
    if (proposed.empty()) {
        return remove_proposed(command.source, state);
    }
    std::vector<BodyLoad> loads = state.editor.description().loads;
    if (const auto fault = replace_proposed_loads(command.source, proposed, loads)) {
        return {ShowMessage{{Message::Kind::notice, fault->message}}};
    }
    const auto add = [loads, model = instance->model](Document& document) {
        document.scene.models.at(model).loads = loads;
        drop_unused_switch(document.scene.models.at(model));
    };
    return {EditDocument{add, proposed.size() == 1 ? "Add load" : "Add loads"}, RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const AddClip& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance) {
        return {};
    }
    const auto add = [command, model = instance->model, id = instance->id](Document& document) {
        ModelDescription& description = document.scene.models.at(model);
        auto& clips = description.clips;
        clips.push_back(command.path);
        if (!command.bones.empty()) {
            ClipRetargeting retargeting = retargeting_of(description, command.path);
            retargeting.bones = command.bones;
            set_retargeting(description, command.path, retargeting);
        }
        for (CharacterInstance& one : document.scene.instances) {
            one.controls.clip = one.id == id ? static_cast<int>(clips.size()) - 1 : one.controls.clip;
        }
    };
    return {EditDocument{add, "Add a clip"}, RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const RemoveClip& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    const int clip = command.clip;
    const auto count = instance ? static_cast<int>(state.editor.description().clips.size()) : 0;
    if (clip < 0 || clip >= count) {
        return {};
    }
    const auto remove = [clip, model = instance->model](Document& document) {
        remove_clip(document.scene, model, clip);
    };
    return {EditDocument{remove, "Remove a clip"}, RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const RebuildCharacter& command, const SessionState& state) {
    // A scene that is being opened brings its own description.
    const CharacterPtr built = state.built();
    if (!built || state.activity.is_opening || command.from >= Stage::state) {
        return {};
    }
    const CharacterInstance& selected = *state.editor.instance();
    if (other_tets_ && other_tets_->model == selected.model) {
        return {RebuildOutdated{}};
    }
    const CharacterDescription wanted = description_to_build(state.editor.scene(), selected);
    description_ = is_thin(wanted)                  ? "Rebuilding " + wanted.name
                   : command.from == Stage::muscles ? "Growing the muscles of " + wanted.name
                                                    : "Rebuilding with " + std::to_string(wanted.modes) +
                                                          " modes and " + std::to_string(wanted.clusters) + " clusters";
    arriving_.reset();
    model_ = selected.model;
    start_clock();
    worker_.rebuild(wanted, built, command.from);
    return {};
}

Commands ModelBuilder::carry_out(const ChangeTets& command, const SessionState& state) {
    const CharacterInstance* selected = state.editor.instance();
    const Scene& scene = state.editor.scene();
    const int model = command.model == 0 && selected ? selected->model : command.model;
    const auto found = scene.models.find(model);
    if (found == scene.models.end() || !state.built() || state.activity.is_opening) {
        return {};
    }
    const ModelDescription& now = found->second;
    if (!command.source && !is_filled_surface(now)) {
        return {};
    }
    const Index vertices =
        std::clamp(command.target_vertices.value_or(now.target_vertices), target_vertices_min, target_vertices_max);
    const OtherTets wanted{model, vertices, command.source.value_or(now.tets)};
    if (wanted.target_vertices == now.target_vertices && wanted.source == now.tets) {
        return {RebuildOutdated{.drops_other_builds = true}};
    }
    other_tets_ = wanted;
    return {RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const ChangeUnit& command, const SessionState& state) {
    const CharacterPtr built = state.models.find(command.model);
    if (!state.editor.scene().models.contains(command.model) || !built) {
        return {};
    }
    const auto change = [command, settled = built->description.metres_per_unit](Document& document) {
        change_unit(document.scene.models.at(command.model), command.metres_per_unit, settled);
    };
    return {EditDocument{change, "Change unit"}, RebuildOutdated{}};
}

Commands ModelBuilder::carry_out(const BuildSceneModels& command, const SessionState&) {
    description_ = "Opening " + (command.name.empty() ? display_name(command.path) : command.name) + " ...";
    arriving_.reset();
    other_tets_.reset();
    model_ = 0;
    start_clock();
    worker_.open(command.path, clips_);
    return {};
}

Commands ModelBuilder::carry_out(const DropBuild&, const SessionState&) {
    worker_.cancel();
    arriving_.reset();
    other_tets_.reset();
    return {};
}

void ModelBuilder::build(const ModelStore::Build& build, CharacterPtr previous) {
    const bool is_filled = other_tets_ && other_tets_->model == build.model;
    description_ = is_filled ? "Filling " + build.wanted.name + " with about " +
                                   std::to_string(build.wanted.target_vertices) + " vertices"
                   : build.from == Stage::surroundings ? "Placing the contact points of " + build.wanted.name
                                                       : "Rebuilding " + build.wanted.name;
    arriving_.reset();
    model_ = build.model;
    start_clock();
    worker_.rebuild(build.wanted, std::move(previous), build.from);
}

std::optional<Built::Refused> ModelBuilder::poll() {
    auto result = worker_.poll();
    if (!result) {
        return std::nullopt;
    }
    if (!*result) {
        return Built::Refused{result->error(), {}};
    }
    if (result->value().refused) {
        return result->value().refused;
    }
    arriving_ = std::move(*result).value();
    return std::nullopt;
}

Built ModelBuilder::take_arriving() {
    Built built = std::move(*arriving_);
    arriving_.reset();
    return built;
}

ProgressReport progress_of_job(ProgressReport build, JobStage stage, double seconds) {
    build.seconds = seconds;
    if (stage != JobStage::building) {
        build.phase = stage == JobStage::drawing ? "preparing to draw it" : "starting the simulation";
        build.fraction = 1.0;
        build.seconds_left = time_left_unknown;
    }
    return build;
}

// The worker has no progress any more when the window still prepares what was built.
ProgressReport ModelBuilder::progress(bool is_shown) const {
    const ProgressReport build = worker_.progress();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    if (worker_.is_busy() || !build.phase.empty()) {
        return progress_of_job(build, JobStage::building, seconds);
    }
    if (!is_idle()) {
        return progress_of_job(build, JobStage::drawing, seconds);
    }
    return is_shown ? build : progress_of_job(build, JobStage::simulating, seconds);
}

void ModelBuilder::add_to(UiState& ui, const SessionState& state) const {
    const bool is_shown = !state.built() || state.shown.selected.character;
    ui.build.progress = progress(is_shown);
    ui.build.what = description_;
    const CharacterInstance* selected = state.editor.instance();
    ui.build.target_vertices =
        selected && other_tets_ && other_tets_->model == selected->model ? other_tets_->target_vertices : 0;
    // A built scene that is not shown yet still counts as being opened.
    ui.build.is_running = ui.build.is_running || !is_idle() || !is_shown;
}

} // namespace limber::app
