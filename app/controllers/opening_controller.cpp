// SPDX-License-Identifier: MIT
#include "app/controllers/opening_controller.h"

#include "app/character_files/clip_loading.h"
#include "app/document/bones_of_file.h"
#include "app/document/character_file.h"
#include "app/document/joint_map.h"
#include "app/document/opening.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/rig/retargeting.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr std::uintmax_t gait_bytes_max = 1 << 20;

bool is_gait_file(const std::filesystem::path& path) {
    const auto size = regular_file_size(path);
    return path.extension() == ".json" && size && *size <= gait_bytes_max && json_kind(path) == JsonKind::gait;
}

// How many bones of a character follow joints of the motion by their names; 0 where it would refuse the motion.
std::size_t following_bones(const CharacterInstance& instance, const Skeleton& motion, const SessionState& state) {
    const CharacterPtr character = state.models.find(instance.model);
    const bool fits = character && names_fit(motion, character->rig.skeleton);
    return fits ? matching_bones(motion, character->rig.skeleton).size() : 0;
}

// The selected character, unless it would refuse the motion and another one would not: then that of which most bones
// follow. Null: the motion fits none.
const CharacterInstance* fitting_character(const Skeleton& motion, const SessionState& state) {
    const std::vector<CharacterInstance>& instances = state.editor.scene().instances;
    const CharacterInstance* selected = state.editor.instance();
    const auto following = [&](const CharacterInstance& one) {
        return following_bones(one, motion, state);
    };
    if (selected && following(*selected) > 0) {
        return selected;
    }
    const auto best = std::ranges::max_element(instances, {}, following);
    return best != instances.end() && following(*best) > 0 ? &*best : nullptr;
}

// A motion that fits none is refused by the selected one.
Commands add_to_fitting_character(const std::filesystem::path& path, const CharacterInstance* fitting,
                                  const SessionState& state) {
    if (!fitting || fitting == state.editor.instance()) {
        return {AddClip{path}};
    }
    return {SelectCharacter{fitting->id}, AddClip{path},
            ShowMessage{{Message::Kind::notice,
                         path.filename().string() + " goes to the character whose bones have the names of its "
                                                    "joints, which is selected now.",
                         Message::Topic::undo}}};
}

bool has_joint_map(const std::filesystem::path& path) {
    std::error_code trouble;
    return std::filesystem::exists(joint_map_beside(path), trouble);
}

Error refusal_of_unfit(const std::filesystem::path& path) {
    return {ErrorKind::bad_input,
            "is a motion without a body, and no character that is open has bones with the names of its joints; open "
            "such a character first",
            path.string()};
}

// What opens is behind the pictures of the scenes.
Command without_scene_list() {
    return EditView{[](ViewOptions& view) {
        view.scenes = false;
    }};
}

} // namespace

Commands OpeningController::carry_out(const OpenFile& command, const SessionState& state) {
    return carry_out(OpenFirstUsableFile{{command.path}}, state);
}

Commands OpeningController::carry_out(const AddFile& command, const SessionState& state) {
    is_first_added_ = state.built() != nullptr;
    to_try_ = {command.path};
    Commands commands{without_scene_list()};
    append(commands, open_next(state));
    return commands;
}

Commands OpeningController::carry_out(const OpenFirstUsableFile& command, const SessionState& state) {
    is_first_added_ = false;
    to_try_.assign(command.paths.begin(), command.paths.end());
    Commands commands{without_scene_list()};
    append(commands, open_next(state));
    return commands;
}

Commands OpeningController::carry_out(const OpenScene& command, const SessionState& state) {
    stop_reading();
    opening_ = Opening{command.path, command.is_added, state.editor.revision()};
    return {BuildSceneModels{command.path, command.name}};
}

// The user keeps the document: a scene that would replace newer edits is not opened.
Commands OpeningController::carry_out(const CancelOpening&, const SessionState& state) {
    to_try_.clear();
    return would_lose_edits(state) ? Commands{CancelBuild{}} : Commands{};
}

Commands OpeningController::carry_out(const DropBuild&, const SessionState&) {
    to_try_.clear();
    return {};
}

// A motion among them is added to the clips of a character that is open, and a gait file to its gaits.
Commands OpeningController::open_next(const SessionState& state) {
    if (to_try_.empty()) {
        return {};
    }
    const std::filesystem::path path = to_try_.front();
    to_try_.pop_front();
    if (auto refusal = refusal_by_name(path); refusal && state.built()) {
        return refuse(*refusal, state); // before the question about unsaved changes
    }
    if (state.built() && is_bvh_file(path) && !is_first_added_) {
        to_try_.clear();
        return add_motion(path, state);
    }
    if (state.built() && is_gltf_file(path) && !is_first_added_) {
        read_motion(path);
        return {};
    }
    if (!state.built() || path.extension() != ".json") {
        return open_as_scene(path);
    }
    being_read_ = path;
    reads_.replace([path](Progress& progress) -> Result<ReadFile> {
        const bool is_gait = is_gait_file(path);
        return ReadFile{path, is_gait, is_gait ? std::nullopt : companion_file(path, &progress)};
    });
    return {};
}

// One character takes it in any case, and so does the selected one where a file says which bone follows which joint. A
// file that was to be opened before and is still being read is not opened any more.
Commands OpeningController::add_motion(const std::filesystem::path& path, const SessionState& state) {
    stop_reading();
    if (state.editor.scene().instances.size() < 2 || has_joint_map(path)) {
        return {AddClip{path}};
    }
    read_motion(path);
    return {};
}

// Of glTF only the bones: a file with a mesh is opened as a scene, and the clip of a motion is read when it is added.
void OpeningController::read_motion(const std::filesystem::path& path) {
    being_read_ = path;
    reads_.replace([path](Progress&) -> Result<ReadFile> {
        if (const auto refusal = refusal_by_start(path)) {
            return *refusal;
        }
        ReadFile read;
        read.path = path;
        read.of_motion = is_bvh_file(path) ? skeleton_of_clip(path).value_or(Skeleton())
                                           : bones_of_gltf_motion(path, bones_bytes_max);
        return read;
    });
}

// What a motion belongs to that lies beside it. Files of other programs are converted for that, which takes seconds.
void OpeningController::read_companion_of_motion(const std::filesystem::path& path) {
    being_read_ = path;
    reads_.replace([path](Progress& progress) -> Result<ReadFile> {
        ReadFile read{path, false, companion_file(path, &progress)};
        read.is_unfit = true;
        return read;
    });
}

// A motion capture is refused by the selected character if it fits none, and glTF is offered to it.
Commands OpeningController::take_motion(const ReadFile& file, const SessionState& state) {
    being_read_.reset();
    const CharacterInstance* fitting = fitting_character(*file.of_motion, state);
    if (!fitting && !is_bvh_file(file.path) && !has_joint_map(file.path)) {
        read_companion_of_motion(file.path);
        return {};
    }
    to_try_.clear();
    return add_to_fitting_character(file.path, fitting, state);
}

// The next file is tried.
Commands OpeningController::refuse(const Error& refusal, const SessionState& state) {
    being_read_.reset();
    Commands commands{ShowMessage{{Message::Kind::error, sentence(refusal) + ".", Message::Topic::opening}}};
    append(commands, open_next(state));
    return commands;
}

Commands OpeningController::open_as_scene(const std::filesystem::path& path) {
    being_read_.reset();
    return is_first_added_ ? Commands{OpenScene{path, true}} : Commands{ConfirmAndOpenScene{path}};
}

Commands OpeningController::update(const SessionState& state) {
    const auto read = reads_.poll();
    if (!read) {
        return {};
    }
    if (!*read) {
        return being_read_ ? refuse(read->error(), state) : Commands{}; // no file is being read any more
    }
    const ReadFile& file = read->value();
    if (being_read_ != file.path) {
        return {}; // another file was opened in the meantime
    }
    if (file.of_motion && state.built()) {
        return take_motion(file, state);
    }
    if ((file.companion || file.is_unfit) && state.built() && !is_first_added_) {
        return offer(file, state);
    }
    if (!file.is_gait || !state.built()) {
        return open_as_scene(file.path);
    }
    being_read_.reset();
    to_try_.clear();
    return {AddGait{file.path}};
}

// A rig, a clip or a motion may belong to the character that is open, or to another one.
Commands OpeningController::offer(const ReadFile& file, const SessionState& state) {
    being_read_.reset();
    const bool is_rig = file.companion && file.companion->kind == "rig";
    const Error refusal = file.companion ? refusal_of(*file.companion, file.path) : refusal_of_unfit(file.path);
    const std::string name = state.editor.description().name;
    Message message{Message::Kind::error,
                    sentence(refusal) + ". Or " + (is_rig ? "attach it to " : "add it to ") +
                        (name.empty() ? "the character that is open" : name) + ".",
                    Message::Topic::opening, is_rig ? Message::Offer::attach_rig : Message::Offer::add_clip,
                    file.companion ? file.companion->opens_by : std::filesystem::path()};
    message.part = file.path;
    Commands commands{ShowMessage{std::move(message)}};
    append(commands, open_next(state));
    return commands;
}

void OpeningController::add_to(UiState& ui, const SessionState&) const {
    ui.files.open = opening_ ? opening_->path : ui.files.open;
    ui.build.is_running = ui.build.is_running || opening_ || is_reading();
}

} // namespace limber::app
