// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/layout.h"
#include "app/panels/cards.h"
#include "app/panels/file_browser.h"
#include "app/panels/panel_context.h"
#include "app/panels/scroll_anchor.h"

#include <filesystem>
#include <optional>

/// All widgets around the 3D view. Panels edit drafts and return commands. They hold no picture, no simulation and no
/// thread.
namespace limber::app {

class Panels {
public:
    /// Call it between the start and the end of an ImGui frame. Edits the draft, and returns commands that must be
    /// carried out after the draft was applied.
    Commands draw(const UiState& ui_state, const Layout& layout, const Sketch& sketch, const Document& document,
                  PanelDraft& draft);

    void ask_for_file(FilePurpose purpose, const std::filesystem::path& start);
    bool is_asking_for_file() const {
        return browser_.is_shown();
    }
    /// The file browser is shown, and its path field does not have the keyboard focus yet.
    bool is_about_to_be_typed_in() const {
        return browser_.is_about_to_be_typed_in();
    }
    void close_browser() {
        browser_.hide();
    }
    /// The files in the list of the file browser.
    const std::vector<FileEntry>& listed_files() const {
        return browser_.entries();
    }
    /// The mouse is over the messages of the last frame.
    bool are_messages_hovered() const {
        return messages_.is_hovered;
    }

    /// The user holds a slider or types into a text field.
    static bool is_editing();
    /// Ends the drag of a widget, which then changes nothing. Text fields cancel themselves. False if none is dragged.
    static bool cancel_drag();
    /// A drop-down list is open.
    static bool has_open_list();

private:
    void draw_browser(const UiState& ui_state, const Scene& scene, Commands& commands);

    FileBrowser browser_;
    std::optional<FilePurpose> asked_; // until a file is chosen or the browser closes
    Unfinished unfinished_;
    ScrollAnchor anchor_;
    MessagesCard messages_;
    double messages_height_ = 0.0; // [pixels] of the view, in the last frame
};

} // namespace limber::app
