#pragma once

#include "app/character/build_character.h"
#include "app/panels/file_browser.h"
#include "app/panels/layout.h"
#include "app/panels/panel_context.h"
#include "app/panels/scroll_anchor.h"

/// All widgets around the 3D view. Panels edit a draft of the selected character and return commands, among them the
/// earliest build stage that an edit affects. They hold no picture, no simulation and no thread.
namespace limber::app {

class Panels {
public:
    /// Between ImGui's new frame and its end. Edits the draft and the view, and returns commands.
    PanelCommands draw(const UiState& ui_state, const Layout& layout, const Sketch& sketch, const Document& document,
                       CharacterDraft& draft, ViewOptions& view, Interaction& hand);

    void ask_for_file(FileBrowser::Purpose purpose, const std::filesystem::path& start);
    bool is_asking_for_file() const {
        return browser_.is_shown();
    }
    /// For the place of a recording.
    bool is_asking_for_recording() const {
        return browser_.is_shown() && browser_.purpose() == FileBrowser::Purpose::save_recording;
    }
    /// Whether it takes a moment until what is typed is typed into it.
    bool is_about_to_be_typed_in() const {
        return browser_.is_about_to_be_typed_in();
    }
    void close_browser() {
        browser_.hide();
    }

    /// A slider or a text field is held.
    static bool is_editing();
    /// A drop-down list is open.
    static bool has_open_list();

private:
    FileBrowser browser_;
    Unfinished unfinished_;
    ScrollAnchor anchor_;
    double messages_height_ = 0.0; // [pixels] of the view, in the last frame
    bool messages_unfolded_ = false;
};

} // namespace limber::app
