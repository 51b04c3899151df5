// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The settings of a gait search for the selected character (document/gait_search_settings.h).
void gait_search_settings(PanelContext& context);
/// The goal of the search in words: "turn left", or "do as weighted (left)" if the weights differ from those of the
/// key.
std::string goal_words(GaitRole role, const Objective& objective);

/// The same goal for the character's current body.
GaitSearchProblem chosen_settings(const PanelContext& context);

} // namespace limber::app
