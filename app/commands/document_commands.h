#pragma once

#include "app/document/document.h"

#include <functional>

namespace limber::app {

/// Changes the document by a pure function. Undo names it by what differs (name_of_edit).
struct EditDocument {
    std::function<void(Document&)> change;
};

/// Takes over what differs from a draft of the selected character; ignored if the draft has a new fault.
struct EditCharacter {
    CharacterDraft draft;
};

/// Selects the character of that id; ignored if the scene does not have it.
struct SelectCharacter {
    int id = 0;
};

} // namespace limber::app
