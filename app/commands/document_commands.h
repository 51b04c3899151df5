// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/document/document.h"

#include <functional>
#include <memory>
#include <string>

namespace limber::app {

/// Changes the document by a pure function.
struct EditDocument {
    std::function<void(Document&)> change;
    std::string name = {};   // in the undo list; empty: named after the difference (edit_name.h)
    bool is_dragged = false; // belongs to what is dragged; the end of a drag without effect takes it back
    int series = 0;          // edits of one series are one undo entry, also with other edits between them; 0: none
};

/// Applies the differences of a draft of the selected character; ignored if the draft has a new fault.
struct EditCharacter {
    CharacterDraft draft;
};

/// Selects the character of that id; ignored if the scene does not have it.
struct SelectCharacter {
    int id = 0;
};

/// Undo or redo has replaced the document. Features that show something of it follow.
struct FollowDocument {
    std::shared_ptr<const Document> before;
    int selected_before = 0;
};

/// Restores the document from before the current drag, which then ends without an undo entry.
struct CancelGesture {};

/// Ends the drag of the pointer and the stroke of the brush. The document is not restored.
struct CancelPointer {};

using DocumentCommands =
    CommandList<EditDocument, EditCharacter, SelectCharacter, FollowDocument, CancelGesture, CancelPointer>;

} // namespace limber::app
