#pragma once

#include "app/panels/layout.h"
#include "app/panels/studio.h"

/// What stands in the view beside the character: what is selected, what is being worked on, what went
/// wrong, what to do when there is nothing, and the list of shortcuts when it is asked for.
namespace limber::app {

void selection_card(Studio& studio, const ViewArea& view);
void working_card(Studio& studio, const ViewArea& view);
void empty_card(Studio& studio, const ViewArea& view);
/// What it takes of the view's height, its margin included [pixels]; 0 where there is nothing to say.
double messages_card(Studio& studio, const ViewArea& view);
void shortcuts_card(Studio& studio, const ViewArea& view);
/// The phrase that says what a click will do, below the character.
void hint_line(const Studio& studio, const ViewArea& view);
/// "Rig alone" and "Rig with dynamics" above the two halves; of one without a rig, how it was at rest, and how it
/// moves.
/// Below what takes so much of their height [pixels].
void side_titles(const Readings& readings, const Layout& layout, double below);

} // namespace limber::app
