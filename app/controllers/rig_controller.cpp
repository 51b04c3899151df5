// SPDX-License-Identifier: MIT
#include "app/controllers/rig_controller.h"

#include "app/document/rig_edits.h"
#include "app/scenes/release.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace limber::app {
namespace {

std::string counted_clips(std::size_t count) {
    return count == 1 ? "1 clip" : std::to_string(count) + " clips";
}

// About clips that the rig cannot play, with the reason of the first.
ShowMessage about_lost_clips(const std::vector<std::optional<Error>>& faults) {
    const auto lost = static_cast<std::size_t>(
        std::ranges::count_if(faults, [](const std::optional<Error>& fault) { return fault.has_value(); }));
    const auto first =
        std::ranges::find_if(faults, [](const std::optional<Error>& fault) { return fault.has_value(); });
    return {{Message::Kind::warning,
             "The rig cannot play " + counted_clips(lost) + (lost == 1 ? ", which was" : ", which were") +
                 " taken out: " + sentence(**first) + ".",
             Message::Topic::undo}};
}

EditDocument edit_of_rig(int model, RigChange change, CharacterPtr built, std::vector<std::string> bones,
                         std::string name) {
    return {
        [model, change = std::move(change), built = std::move(built), bones = std::move(bones)](Document& document) {
            paint_regions_of_other_bones(document.scene.models.at(model).muscles, *built, bones);
            change_rig(document.scene, model, change);
        },
        std::move(name)};
}

} // namespace

Commands RigController::carry_out(const AttachRig& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    std::error_code trouble;
    const auto rig = std::filesystem::absolute(command.path, trouble).lexically_normal();
    return instance && state.built() ? read(instance->model, rig, state) : Commands{};
}

Commands RigController::read(int model, const std::filesystem::path& rig, const SessionState& state) {
    Attaching attaching{model, state.models.find(model), state.editor.scene().models.at(model)};
    attaching.wanted.rig_kind = RigKind::file;
    attaching.wanted.rig = rig;
    attaching.wanted.retargeting.clear(); // it is of the present rig
    reads_.replace([built = attaching.built,
                    wanted = attaching.wanted](Progress& progress) { return fit_rig(*built, wanted, &progress); },
                   rig.string());
    attaching_ = std::move(attaching);
    return {};
}

Commands RigController::carry_out(const DetachRig&, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance || !state.built() || state.editor.description().rig_kind != RigKind::file) {
        return {};
    }
    stop_reading();
    const std::size_t lost = state.editor.description().clips.size();
    Commands commands{edit_of_rig(instance->model, {}, state.built(), {}, "Detach the rig"), RebuildOutdated{}};
    if (lost > 0) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::notice, "The rig was detached, and " + counted_clips(lost) + " with it.",
                         Message::Topic::undo}});
    }
    return commands;
}

Commands RigController::carry_out(const CancelBuild&, const SessionState&) {
    stop_reading();
    return {};
}

Commands RigController::scene_opened(const SceneOpened&, const SessionState&) {
    stop_reading();
    return {};
}

void RigController::stop_reading() {
    reads_.cancel();
    attaching_.reset();
}

Commands RigController::update(const SessionState& state) {
    const auto fit = reads_.poll();
    if (!fit || !attaching_) {
        return {};
    }
    const Attaching attaching = *std::exchange(attaching_, std::nullopt);
    if (!*fit) {
        return {ShowMessage{{Message::Kind::error, sentence(fit->error()) + ".", Message::Topic::building}}};
    }
    const auto model = state.editor.scene().models.find(attaching.model);
    if (model == state.editor.scene().models.end()) {
        return {};
    }
    if (model->second.clips != attaching.wanted.clips || model->second.mesh != attaching.wanted.mesh) {
        return read(attaching.model, attaching.wanted.rig, state); // the clips changed meanwhile
    }
    return attach(attaching, fit->value());
}

Commands RigController::attach(const Attaching& attaching, const RigFit& fit) const {
    RigChange change{RigKind::file, attaching.wanted.rig, {}, fit.own_clips};
    for (std::size_t clip = 0; clip < fit.faults.size(); ++clip) {
        if (!fit.faults[clip]) {
            change.kept.push_back(static_cast<int>(clip));
        }
    }
    const bool replaces = attaching.built->description.rig_kind == RigKind::file;
    const bool loses_clips = change.kept.size() < fit.faults.size();
    Commands commands{RemoveMessages{Message::Topic::building}, RemoveMessages{Message::Topic::handle},
                      edit_of_rig(attaching.model, std::move(change), attaching.built, fit.bones,
                                  replaces ? "Replace the rig" : "Attach a rig"),
                      RebuildOutdated{}};
    if (loses_clips) {
        commands.emplace_back(about_lost_clips(fit.faults));
    }
    return commands;
}

void RigController::add_to(UiState& ui, const SessionState&) const {
    if (attaching_) {
        ui.build.is_running = true;
        ui.build.progress = reads_.progress();
        ui.build.what = "Reading " + attaching_->wanted.rig.filename().string();
    }
}

} // namespace limber::app
