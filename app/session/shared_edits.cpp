#include "app/session/shared_edits.h"

#include "app/document/gait_origin.h"

#include <utility>

namespace limber::app {
namespace {

bool is_gesture(const Activity& activity) {
    return activity.is_moving || activity.is_painting || activity.has_edited;
}

} // namespace

Commands SharedEdits::carry_out(const ShowMessage& command, const SessionState&) {
    shared_.messages.say(command.message);
    return {};
}

Commands SharedEdits::carry_out(const RemoveMessages& command, const SessionState&) {
    shared_.messages.is_over(command.topic);
    return {};
}

Commands SharedEdits::carry_out(const DismissMessage& command, const SessionState&) {
    shared_.messages.dismiss(command.text);
    return {};
}

Commands SharedEdits::carry_out(const EditDocument& command, const SessionState&) {
    if (command.series != 0) {
        shared_.editor.edit_in_series(command.change, command.name, command.series);
    } else {
        shared_.editor.edit(command.change, command.name);
    }
    return {};
}

Commands SharedEdits::carry_out(const EditCharacter& command, const SessionState&) {
    shared_.editor.apply(command.draft);
    return {};
}

// A drag of the previously selected character ends first.
Commands SharedEdits::carry_out(const SelectCharacter& command, const SessionState& state) {
    if (!shared_.editor.scene().instance(command.id)) {
        return {};
    }
    const Activity& activity = state.activity;
    if (command.id != shared_.editor.selected() && (activity.is_moving || activity.is_painting)) {
        return {CancelGesture{}, EndDrag{}, command};
    }
    shared_.editor.select(command.id);
    show_selected(shared_);
    return {ClearSelection{}, PutDownBrush{}};
}

Commands SharedEdits::carry_out(const AddInstance& command, const SessionState&) {
    CharacterInstance instance = command.instance;
    instance.id = shared_.models.next_id();
    const int id = instance.id;
    shared_.editor.edit([&](Document& document) { document.scene.instances.push_back(instance); }, "Add character");
    return command.is_selected ? Commands{SelectCharacter{id}} : Commands{};
}

Commands SharedEdits::carry_out(const MakeModelUnique&, const SessionState&) {
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
Commands SharedEdits::carry_out(const CancelGesture&, const SessionState& state) {
    if (!state.activity.has_edited) {
        return {};
    }
    shared_.editor.cancel_gesture();
    return {EndDrag{}, RebuildOutdated{}};
}

Commands SharedEdits::carry_out(const EditView& command, const SessionState&) {
    command.change(shared_.view);
    return {};
}

Commands SharedEdits::carry_out(const MarkSaved& command, const SessionState&) {
    shared_.editor.mark_saved(command.revision);
    return {};
}

// A dialog that is replaced by another one counts as closed without a choice.
Commands SharedEdits::carry_out(const AskForFile& command, const SessionState&) {
    const auto replaced = std::exchange(shared_.asked_file, command.purpose);
    shared_.requests.emplace_back(command);
    return replaced && *replaced != command.purpose ? Commands{FileNotChosen{*replaced}} : Commands{};
}

Commands SharedEdits::carry_out(const FileNotChosen& command, const SessionState&) {
    if (shared_.asked_file == command.purpose) {
        shared_.asked_file.reset();
    }
    return {};
}

Commands SharedEdits::carry_out(const FileChosen&, const SessionState&) {
    shared_.asked_file.reset();
    return {};
}

Commands SharedEdits::carry_out(const CloseFileBrowser& command, const SessionState&) {
    shared_.requests.emplace_back(command);
    return {};
}

Commands SharedEdits::carry_out(const SavePicture& command, const SessionState&) {
    shared_.requests.emplace_back(command);
    return {};
}

// Unsaved changes are discarded, so the document counts as saved.
Commands SharedEdits::carry_out(const CloseWindow& command, const SessionState&) {
    shared_.editor.mark_saved(shared_.editor.revision());
    shared_.requests.emplace_back(command);
    return {};
}

Commands SharedEdits::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::leave:
        return leave(state);
    case Action::undo:
    case Action::redo:
        return undo_or_redo(action == Action::redo, state);
    default:
        return {};
    }
}

// Leaves one mode at a time: a drag, the question, a dialog over the view, the brush, the selection.
Commands SharedEdits::leave(const SessionState& state) const {
    if (is_gesture(state.activity)) {
        return {CancelGesture{}, EndDrag{}};
    }
    if (state.activity.is_asking) {
        return {AnswerUnsaved{UnsavedAnswer::cancel}};
    }
    if (state.view.shortcuts || state.view.scenes || shared_.asked_file) {
        return {EditView{[](ViewOptions& view) {
                    view.shortcuts = false;
                    view.scenes = false;
                }},
                CloseFileBrowser{}};
    }
    return {state.view.brush.is_held ? Command(PutDownBrush{}) : Command(ClearSelection{})};
}

Commands SharedEdits::undo_or_redo(bool redo, const SessionState& state) {
    shared_.messages.is_over(Message::Topic::undo);
    if (is_gesture(state.activity)) {
        return {CancelGesture{}, EndDrag{}};
    }
    Editor& editor = shared_.editor;
    editor.settle(); // an edit of this frame is undone first
    const std::string name = redo ? editor.history().redo_name() : editor.history().undo_name();
    const int selected = editor.selected();
    const bool was_comparing = is_comparing(editor.scene());
    const MuscleControls muscles = editor.controls().muscles;
    if (!(redo ? editor.redo() : editor.undo())) {
        return {};
    }
    shared_.messages.is_over(Message::Topic::undone);
    shared_.messages.say(
        {Message::Kind::notice, (redo ? "Redone: " : "Undone: ") + name + ".", Message::Topic::undone});
    return follow_document(selected, muscles, was_comparing);
}

// Updates running models and the view after a change of the document.
Commands SharedEdits::follow_document(int selected_before, const MuscleControls& muscles_before, bool was_comparing) {
    const Editor& editor = shared_.editor;
    ViewOptions& view = shared_.view;
    const MuscleControls& muscles = editor.controls().muscles;
    view.target =
        editor.selected() == selected_before ? target_after(view.target, muscles_before, muscles) : TargetShown{};
    const NamedGait* plays = origin_of(muscles.gait, editor.description().muscles.gaits);
    if (plays && muscles.gait != muscles_before.gait) {
        view.gait = plays->name; // the chosen gait is the one that plays again
    }
    Commands commands;
    if (is_comparing(editor.scene()) && !was_comparing) {
        commands.emplace_back(RestartSimulation{}); // from the same line as at the start of the comparison
    }
    commands.emplace_back(RebuildOutdated{.drops_other_builds = true});
    return commands;
}

} // namespace limber::app
