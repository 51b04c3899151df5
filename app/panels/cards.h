#pragma once

#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

/// What stands in the view beside the character: what is selected, what is being worked on, what went
/// wrong, what to do when there is nothing, and the list of shortcuts when it is asked for.
namespace limber::app {

/// How the messages are shown.
struct MessagesCard {
    bool is_unfolded = false;
    bool is_hovered = false; // the mouse is on them
};

void selection_card(PanelContext& context, const ViewArea& view);
void working_card(PanelContext& context, const ViewArea& view);
void empty_card(PanelContext& context, const ViewArea& view);
/// The question before unsaved changes are lost.
void unsaved_card(PanelContext& context, const ViewArea& view);
/// In their own row below the view, from which they grow upwards where one is long, or where all of them are unfolded.
/// Returns what they take of the view's height [pixels].
double messages_card(PanelContext& context, const Layout& layout, MessagesCard& state);
/// The background of that row.
void message_row_background(const Layout& layout);
void shortcuts_card(PanelContext& context, const ViewArea& view);
/// The phrase that says what a click will do, in the middle of a row.
void hint_line(const PanelContext& context, const ViewArea& row);
/// "Rig alone" and "Rig with dynamics" above the two halves; of one without a rig, how it was at rest, and how it
/// moves.
void side_titles(const UiState& ui_state, const Layout& layout);

} // namespace limber::app
