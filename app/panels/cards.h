// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

#include <cstddef>
#include <deque>
#include <vector>

/// Cards in the view beside the character: the selection, the progress of work, errors, the start without a scene, and
/// the list of shortcuts.
namespace limber::app {

/// The state of the list of messages.
struct MessagesCard {
    bool is_unfolded = false;
    bool is_hovered = false; // the mouse is over it
};

void selection_card(PanelContext& context, const ViewArea& view);
/// Draws the progress of a build. Returns the height at the bottom of the view that it takes [pixels]; 0: none.
double working_card(PanelContext& context, const ViewArea& view);
/// Draws the progress of an export at the bottom of the view.
void export_card(PanelContext& context, const ViewArea& view);
void empty_card(PanelContext& context, const ViewArea& view);
/// Asks the question before unsaved changes are lost.
void unsaved_card(PanelContext& context, const ViewArea& view);
/// The messages that a folded list shows, in its order: each decision of the user, and the first of the others.
std::vector<std::size_t> folded_rows(const std::deque<Message>& messages);
/// Draws the messages in the row below the view. The row grows upwards if a message is long or all messages are
/// unfolded. Returns the height of the view that it covers [pixels].
double messages_card(PanelContext& context, const Layout& layout, MessagesCard& state);
/// Draws the background of that row.
void message_row_background(const Layout& layout);
void shortcuts_card(PanelContext& context, const ViewArea& view);
/// Draws the phrase that describes the effect of a click, in the middle of a row.
void hint_line(const PanelContext& context, const ViewArea& row);
/// Draws "Rig alone" and "Rig with dynamics" above the two halves of the view. For a character without a rig, the
/// titles name the body at rest and in motion.
void side_titles(const PanelContext& context, const Layout& layout);

} // namespace limber::app
