// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/shared_state.h"

/// Changes of what the window shows beside the document: view options, selection, drags, messages and dialogs.
namespace limber::app {

class WindowEdits {
public:
    explicit WindowEdits(SharedState& shared) : shared_(shared) {}

    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ShowMessage& command, const SessionState& state);
    Commands carry_out(const RemoveMessages& command, const SessionState& state);
    Commands carry_out(const DismissMessage& command, const SessionState& state);
    Commands carry_out(const EditView& command, const SessionState& state);
    Commands carry_out(const Select& command, const SessionState& state);
    Commands carry_out(const ClearSelection& command, const SessionState& state);
    Commands carry_out(const CancelPointer& command, const SessionState& state);
    Commands carry_out(const AskForFile& command, const SessionState& state);
    Commands carry_out(const FileNotChosen& command, const SessionState& state);
    Commands carry_out(const FileChosen& command, const SessionState& state);
    Commands carry_out(const CloseFileBrowser& command, const SessionState& state);
    Commands carry_out(const SavePicture& command, const SessionState& state);
    Commands carry_out(const CloseWindow& command, const SessionState& state);

private:
    SharedState& shared_;
};

} // namespace limber::app
