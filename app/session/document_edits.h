// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/shared_state.h"

/// Edits of the document, and undo.
namespace limber::app {

class DocumentEdits {
public:
    explicit DocumentEdits(SharedState& shared) : shared_(shared) {}

    Commands act(Action action, const SessionState& state);
    Commands carry_out(const EditDocument& command, const SessionState& state);
    Commands carry_out(const EditCharacter& command, const SessionState& state);
    Commands carry_out(const SelectCharacter& command, const SessionState& state);
    Commands carry_out(const AddInstance& command, const SessionState& state);
    Commands carry_out(const MakeModelUnique& command, const SessionState& state);
    Commands carry_out(const CancelGesture& command, const SessionState& state);
    Commands carry_out(const MarkSaved& command, const SessionState& state);

private:
    Commands undo_or_redo(bool redo, const SessionState& state);

    SharedState& shared_;
};

} // namespace limber::app
