// SPDX-License-Identifier: MIT
#include "app/controllers/live_input_controller.h"

#include "app/character/character.h"
#include "app/live_input/performer_transfer.h"
#include "engine/core/json.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace limber::app {
namespace {

// Only the simulation's thread calls it after it was sent.
class TrackerDrive {
public:
    explicit TrackerDrive(std::shared_ptr<const LiveInput> input) : input_(std::move(input)) {}

    void operator()(LivePoses::Clock::time_point time, const Character& character, LiveControls& controls) {
        const auto pose = input_->poses().at(time);
        const auto first = input_->poses().first();
        if (!pose || !first) {
            return;
        }
        // Not by its address, at which a later model may be built.
        const Vec3 up = up_of(character.description);
        if (!transfer_ || !transfer_->is_for(character.rig, up)) {
            transfer_.emplace(character.rig, up);
        }
        transfer_->apply(*pose, *first, controls);
    }

private:
    std::shared_ptr<const LiveInput> input_;
    std::optional<PerformerTransfer> transfer_;
};

} // namespace

Commands LiveInputController::carry_out(const ListenToTracker& command, const SessionState& state) {
    Commands commands = end();
    const CharacterInstance* instance = state.editor.instance();
    if (!instance || !state.shown.selected.character) {
        return commands;
    }
    if (state.shown.selected.character->rig.skeleton.bones.empty() &&
        state.shown.selected.character->rig.targets.empty()) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::notice, title_of(state.editor.scene(), instance->id) +
                                                    " has no rig that a tracker could move: attach one first."}});
        return commands;
    }
    auto input = LiveInput::listen(command.port);
    if (!input) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::error, sentence(input.error()) + ".", Message::Topic::tracking}});
        return commands;
    }
    commands.emplace_back(RemoveMessages{Message::Topic::tracking});
    input_ = std::move(input).value();
    character_ = instance->id;
    commands.emplace_back(DriveCharacter{character_, TrackerDrive(input_)});
    return commands;
}

Commands LiveInputController::carry_out(const StopListening&, const SessionState&) {
    return end();
}

Commands LiveInputController::end() {
    if (!input_) {
        return {};
    }
    input_.reset();
    return {DriveCharacter{character_, {}}};
}

Commands LiveInputController::scene_opened(const SceneOpened&, const SessionState&) {
    return end();
}

Commands LiveInputController::update(const SessionState& state) {
    return input_ && !state.editor.scene().instance(character_) ? end() : Commands{};
}

void LiveInputController::add_to(UiState& ui, const SessionState& state) const {
    LiveInputUi& shown = ui.live_input;
    shown = {};
    shown.can_listen = can_read_packets();
    shown.is_on = input_ != nullptr;
    if (!input_) {
        return;
    }
    shown.port = input_->port();
    shown.rate = input_->poses().rate(LivePoses::Clock::now());
    shown.malformed = input_->malformed();
    shown.packets = input_->packets();
    shown.driven = character_;
    shown.character = title_of(state.editor.scene(), character_);
    const auto driven = std::ranges::find(state.shown.all, character_, &Snapshot::id);
    if (driven != state.shown.all.end() && driven->character) {
        const Rig& rig = driven->character->rig;
        shown.bones = static_cast<int>(rig.skeleton.bones.size());
        count_bones(rig.skeleton, shown);
        shown.matched_targets = 0;
        if (const auto first = input_->poses().first(); first && !rig.targets.empty()) {
            shown.matched_targets =
                PerformerTransfer(rig, up_of(driven->character->description)).matched_targets(*first);
        }
    }
}

void LiveInputController::count_bones(const Skeleton& skeleton, LiveInputUi& shown) const {
    const auto matches = matching_bones(performer_skeleton(), skeleton);
    shown.matched_bones = static_cast<int>(matches.size());
    const auto pose = input_->poses().at(LivePoses::Clock::now());
    if (!pose) {
        return;
    }
    const auto is_sent = [&](const BoneMatch& match) {
        return pose->rotations[static_cast<std::size_t>(match.source)].has_value();
    };
    shown.moved_bones = static_cast<int>(std::ranges::count_if(matches, is_sent));
    shown.received_bones = static_cast<int>(
        std::ranges::count_if(pose->rotations, [](const auto& rotation) { return rotation.has_value(); }));
}

void LiveInputController::report(Json& report, const SessionState& state) const {
    UiState ui;
    add_to(ui, state);
    report.emplace("tracker", Json::object_t{{"on", ui.live_input.is_on},
                                             {"port", ui.live_input.port},
                                             {"rate", ui.live_input.rate},
                                             {"bones", ui.live_input.matched_bones},
                                             {"malformed", static_cast<std::int64_t>(ui.live_input.malformed)}});
}

} // namespace limber::app
