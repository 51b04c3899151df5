// SPDX-License-Identifier: MIT
#include "app/session/window_edits.h"

#include <utility>

namespace limber::app {

// Leaves one mode at a time: a drag, the question, a dialog over the view, the brush, the selection.
Commands WindowEdits::act(Action action, const SessionState& state) {
    if (action != Action::leave) {
        return {};
    }
    if (state.activity.is_gesture()) {
        return {CancelGesture{}, CancelPointer{}};
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
    return {state.view.brush.is_held ? Command(DeselectBrush{}) : Command(ClearSelection{})};
}

Commands WindowEdits::carry_out(const ShowMessage& command, const SessionState&) {
    shared_.messages.say(command.message);
    return {};
}

Commands WindowEdits::carry_out(const RemoveMessages& command, const SessionState&) {
    shared_.messages.is_over(command.topic);
    return {};
}

Commands WindowEdits::carry_out(const DismissMessage& command, const SessionState&) {
    shared_.messages.dismiss(command.text);
    return {};
}

Commands WindowEdits::carry_out(const EditView& command, const SessionState&) {
    command.change(shared_.view);
    return {};
}

Commands WindowEdits::carry_out(const Select& command, const SessionState&) {
    shared_.selection = command.selection;
    return {};
}

Commands WindowEdits::carry_out(const ClearSelection&, const SessionState&) {
    shared_.selection = {};
    return {};
}

Commands WindowEdits::carry_out(const CancelPointer&, const SessionState&) {
    shared_.pointer.cancel();
    return {};
}

// A dialog that is replaced by another one counts as closed without a choice.
Commands WindowEdits::carry_out(const AskForFile& command, const SessionState&) {
    const auto replaced = std::exchange(shared_.asked_file, command.purpose);
    shared_.requests.emplace_back(command);
    return replaced && *replaced != command.purpose ? Commands{FileNotChosen{*replaced}} : Commands{};
}

Commands WindowEdits::carry_out(const FileNotChosen& command, const SessionState&) {
    if (shared_.asked_file == command.purpose) {
        shared_.asked_file.reset();
    }
    return {};
}

Commands WindowEdits::carry_out(const FileChosen&, const SessionState&) {
    shared_.asked_file.reset();
    return {};
}

Commands WindowEdits::carry_out(const CloseFileBrowser& command, const SessionState&) {
    shared_.requests.emplace_back(command);
    return {};
}

Commands WindowEdits::carry_out(const SavePicture& command, const SessionState&) {
    shared_.requests.emplace_back(command);
    return {};
}

// Unsaved changes are discarded, so the document counts as saved.
Commands WindowEdits::carry_out(const CloseWindow& command, const SessionState&) {
    shared_.editor.mark_saved(shared_.editor.revision());
    shared_.requests.emplace_back(command);
    return {};
}

} // namespace limber::app
