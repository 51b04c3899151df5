#pragma once

#include "app/document/document.h"

#include <functional>
#include <string>

namespace limber::app {

/// Changes the document by a pure function.
struct EditDocument {
    std::function<void(Document&)> change;
    std::string name = {}; // in the undo list; empty: called after what differs (name_of_edit)
};

/// Takes over what differs from a draft of the selected character; ignored if the draft has a new fault.
struct EditCharacter {
    CharacterDraft draft;
};

/// Selects the character of that id; ignored if the scene does not have it.
struct SelectCharacter {
    int id = 0;
};

/// Adds a character of a model that the scene has, and selects it.
struct AddInstance {
    CharacterInstance instance; // its id is replaced by a new one
    bool is_selected = true;
};

/// Gives the selected character a model of its own, where it shares one.
struct MakeModelUnique {};

/// Restores the document as it was before the drag that is under way, which then ends without an undo entry.
struct CancelGesture {};

/// Ends the drag or the stroke that is under way, without its effect.
struct EndDrag {};

/// The brush paints no more.
struct PutDownBrush {};

} // namespace limber::app
