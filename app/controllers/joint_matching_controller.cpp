// SPDX-License-Identifier: MIT
#include "app/controllers/joint_matching_controller.h"

#include "app/character_files/clip_loading.h"
#include "app/character_files/unmatched_clip.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

Result<std::vector<std::string>> joints_to_match(const std::filesystem::path& clip) {
    const auto skeleton = skeleton_of_clip(clip);
    std::vector<std::string> joints = skeleton ? distinct_names_of(*skeleton) : std::vector<std::string>();
    if (joints.empty()) {
        return Error{ErrorKind::bad_input, "has no joints with names; export it again with its skeleton",
                     clip.string()};
    }
    return joints;
}

bool plays(const ModelDescription& model, const std::filesystem::path& clip) {
    return std::ranges::find(model.clips, clip) != model.clips.end();
}

// Whether the newest model that was built plays the clip.
bool is_added(int model, const std::filesystem::path& clip, const SessionState& state) {
    const CharacterPtr built = state.models.find(model);
    return built && plays(built->description, clip);
}

// A character that has the model, if possible the selected one; null: none.
const CharacterInstance* character_of(int model, const SessionState& state) {
    const CharacterInstance* selected = state.editor.instance();
    if (selected && selected->model == model) {
        return selected;
    }
    const std::vector<CharacterInstance>& instances = state.editor.scene().instances;
    const auto first = std::ranges::find(instances, model, &CharacterInstance::model);
    return first != instances.end() ? &*first : nullptr;
}

// Nothing where the character plays it already.
Commands play(const std::filesystem::path& clip, const CharacterInstance& character, const ModelDescription& model) {
    const auto index = static_cast<int>(std::ranges::find(model.clips, clip) - model.clips.begin());
    if (character.controls.clip == index) {
        return {};
    }
    return {EditDocument{[index, id = character.id](Document& document) {
                             CharacterControls& controls = document.scene.instance(id)->controls;
                             controls.clip = index;
                             reset_part(controls.playback);
                         },
                         "Choose clip"}};
}

} // namespace

Commands JointMatchingController::carry_out(const MatchJoints& command, const SessionState& state) {
    const CharacterInstance* character = character_of(command.model, state);
    if (!character || !state.editor.scene().models.contains(command.model)) {
        return {};
    }
    Commands commands;
    if (character != state.editor.instance()) {
        commands.emplace_back(SelectCharacter{character->id});
    }
    const ModelDescription& model = state.editor.scene().models.at(command.model);
    if (plays(model, command.clip)) {
        stop();
        append(commands, play(command.clip, *character, model));
        return commands;
    }
    const bool is_same = matching_ && matching_->model == command.model && matching_->clip == command.clip;
    number_ += is_same ? 0 : 1;
    matching_ = Matching{command.model, command.clip, {}};
    reads_.replace([clip = command.clip](Progress&) { return joints_to_match(clip); }, command.clip.string());
    return commands;
}

Commands JointMatchingController::carry_out(const LeaveClipOut&, const SessionState&) {
    stop();
    return {};
}

Commands JointMatchingController::carry_out(const CancelBuild&, const SessionState&) {
    if (matching_ && matching_->joints.empty()) {
        stop();
    }
    return {};
}

Commands JointMatchingController::scene_opened(const SceneOpened&, const SessionState&) {
    stop();
    return {};
}

void JointMatchingController::stop() {
    reads_.cancel();
    matching_.reset();
}

Commands JointMatchingController::update(const SessionState& state) {
    auto read = reads_.poll();
    if (!matching_) {
        return {};
    }
    if (!state.editor.scene().models.contains(matching_->model) || is_added(matching_->model, matching_->clip, state)) {
        stop();
        return {};
    }
    if (read && !*read) {
        matching_.reset();
        return {ShowMessage{{Message::Kind::error, sentence(read->error()) + ".", Message::Topic::building}}};
    }
    if (read) {
        matching_->joints = std::move(*read).value();
    }
    return {};
}

// While the model is built with the clip, there is nothing to choose; the list returns if the build is refused.
void JointMatchingController::add_to(UiState& ui, const SessionState& state) const {
    if (!matching_) {
        return;
    }
    const CharacterInstance* selected = state.editor.instance();
    if (matching_->joints.empty()) {
        ui.build.is_running = true;
        ui.build.progress = reads_.progress();
        ui.build.what = "Reading " + matching_->clip.filename().string();
    } else if (selected && selected->model == matching_->model && !plays(state.editor.description(), matching_->clip)) {
        ui.matching = {matching_->clip, &matching_->joints, number_};
    }
}

} // namespace limber::app
