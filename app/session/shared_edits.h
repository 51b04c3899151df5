#pragma once

#include "app/session/shared_state.h"

/// Commands that change shared state: the document, the view, messages and requests to the window. It is first in the
/// list of objects that carry out commands, and is treated like a feature.
namespace limber::app {

class SharedEdits {
public:
    explicit SharedEdits(SharedState& shared) : shared_(shared) {}

    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ShowMessage& command, const SessionState& state);
    Commands carry_out(const RemoveMessages& command, const SessionState& state);
    Commands carry_out(const DismissMessage& command, const SessionState& state);
    Commands carry_out(const EditDocument& command, const SessionState& state);
    Commands carry_out(const EditCharacter& command, const SessionState& state);
    Commands carry_out(const SelectCharacter& command, const SessionState& state);
    Commands carry_out(const AddInstance& command, const SessionState& state);
    Commands carry_out(const MakeModelUnique& command, const SessionState& state);
    Commands carry_out(const CancelGesture& command, const SessionState& state);
    Commands carry_out(const EditView& command, const SessionState& state);
    Commands carry_out(const MarkSaved& command, const SessionState& state);
    Commands carry_out(const AskForFile& command, const SessionState& state);
    Commands carry_out(const FileNotChosen& command, const SessionState& state);
    Commands carry_out(const FileChosen& command, const SessionState& state);
    Commands carry_out(const CloseFileBrowser& command, const SessionState& state);
    Commands carry_out(const SavePicture& command, const SessionState& state);
    Commands carry_out(const CloseWindow& command, const SessionState& state);

private:
    Commands leave(const SessionState& state) const;
    Commands undo_or_redo(bool redo, const SessionState& state);
    Commands follow_document(int selected_before, const MuscleControls& muscles_before, bool was_comparing);

    SharedState& shared_;
};

} // namespace limber::app
