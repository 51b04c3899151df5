// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/pointer.h"
#include "app/session/features.h"

#include <optional>
#include <variant>
#include <vector>

/// The state that features share. They read it through SessionState; only commands change it (document_edits.h,
/// window_edits.h, scene_loader.h).
namespace limber::app {

/// Requests to the window.
using WindowRequest = std::variant<AskForFile, CloseFileBrowser, SavePicture, CloseWindow>;

/// Input of one frame that is not an event.
struct InputFrame {
    double seconds = 0.0; // since the last frame
    Viewport viewport;
    bool is_mouse_on_panels = false;
    bool is_editing_panels = false;    // a widget is held
    bool are_messages_hovered = false; // the mouse is over them
};

struct SharedState {
    Editor editor;
    ModelStore models;
    ViewOptions view;
    Selection selection;
    Pointer pointer;
    SceneSnapshots shown;
    Messages messages;
    InputFrame input;
    std::vector<WindowRequest> requests;
    std::optional<FilePurpose> asked_file; // the purpose of the open file browser
};

/// The state that features read. `shared` and `features` must outlive it.
SessionState state_of(const SharedState& shared, const Features& features);
/// Until the simulation has the selected character, the previously shown one is returned.
void show_selected(SharedState& shared);
/// Places new floors, and makes one undo entry of all edits since the last one.
void settle_edits(SharedState& shared);

} // namespace limber::app
