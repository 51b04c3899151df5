#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// What the selected character is to learn (scene/gait_search_settings.h).
void gait_search_settings(PanelContext& context);
/// The goal of the search, in words: "turn left", and "do as weighted (left)" where other weights than those of that
/// key were chosen for it.
std::string goal_words(GaitRole role, const Objective& objective);

/// The same for its body as it is on the stage.
GaitSearchProblem chosen_settings(const PanelContext& context);

} // namespace limber::app
