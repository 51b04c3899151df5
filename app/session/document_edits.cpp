// SPDX-License-Identifier: MIT
#include "app/session/document_edits.h"

#include <memory>
#include <utility>

namespace limber::app {

Commands DocumentEdits::carry_out(const EditDocument& command, const SessionState&) {
    if (command.series != 0) {
        shared_.editor.edit_in_series(command.change, command.name, command.series);
    } else if (command.is_dragged) {
        shared_.editor.drag(command.change, command.name);
    } else {
        shared_.editor.edit(command.change, command.name);
    }
    return {};
}

Commands DocumentEdits::carry_out(const EditCharacter& command, const SessionState&) {
    shared_.editor.apply(command.draft);
    return {};
}

// A drag of the previously selected character ends first.
Commands DocumentEdits::carry_out(const SelectCharacter& command, const SessionState& state) {
    if (!shared_.editor.scene().instance(command.id)) {
        return {};
    }
    const Activity& activity = state.activity;
    if (command.id != shared_.editor.selected() && (activity.is_moving || activity.is_painting)) {
        return {CancelGesture{}, CancelPointer{}, command};
    }
    shared_.editor.select(command.id);
    show_selected(shared_);
    return {ClearSelection{}, DeselectBrush{}};
}

Commands DocumentEdits::carry_out(const AddInstance& command, const SessionState&) {
    CharacterInstance instance = command.instance;
    instance.id = shared_.models.next_id();
    const int id = instance.id;
    shared_.editor.edit([&](Document& document) { document.scene.instances.push_back(instance); }, command.edit_name);
    return command.is_selected ? Commands{SelectCharacter{id}} : Commands{};
}

Commands DocumentEdits::carry_out(const MakeModelUnique&, const SessionState&) {
    Editor& editor = shared_.editor;
    const CharacterInstance* instance = editor.instance();
    if (!instance || editor.scene().sharers(instance->model) < 2) {
        return {};
    }
    const int model = shared_.models.duplicate(instance->model);
    editor.edit(
        [&, id = instance->id](Document& document) {
            CharacterInstance& own = *document.scene.instance(id);
            document.scene.models[model] = document.scene.models.at(own.model);
            own.model = model;
        },
        "Make unique");
    return {};
}

// A drag that has not changed the document, such as the camera's, continues.
Commands DocumentEdits::carry_out(const CancelGesture&, const SessionState& state) {
    if (!state.activity.has_edited) {
        return {};
    }
    shared_.editor.cancel_gesture();
    return {CancelPointer{}, RebuildOutdated{}};
}

Commands DocumentEdits::carry_out(const MarkSaved& command, const SessionState&) {
    shared_.editor.mark_saved(command.revision);
    return {};
}

Commands DocumentEdits::act(Action action, const SessionState& state) {
    const bool redo = action == Action::redo;
    return redo || action == Action::undo ? undo_or_redo(redo, state) : Commands{};
}

Commands DocumentEdits::undo_or_redo(bool redo, const SessionState& state) {
    shared_.messages.is_over(Message::Topic::undo);
    if (state.activity.is_gesture()) {
        return {CancelGesture{}, CancelPointer{}};
    }
    Editor& editor = shared_.editor;
    settle_edits(shared_); // an edit of this frame is undone first
    const std::string name = redo ? editor.history().redo_name() : editor.history().undo_name();
    const int selected = editor.selected();
    auto before = std::make_shared<const Document>(editor.document());
    if (!(redo ? editor.redo() : editor.undo())) {
        return {};
    }
    shared_.messages.is_over(Message::Topic::undone);
    shared_.messages.say(
        {Message::Kind::notice, (redo ? "Redone: " : "Undone: ") + name + ".", Message::Topic::undone});
    return {FollowDocument{std::move(before), selected}, RebuildOutdated{.drops_other_builds = true}};
}

} // namespace limber::app
