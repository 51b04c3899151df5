// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <string>
#include <vector>

namespace limber::app {

/// The materials that come with the program, then the user's own.
std::vector<UserMaterial> offered_materials(const UiState& ui_state);
std::vector<std::string> names_of(const std::vector<UserMaterial>& materials);

/// The choice of a material, and the buttons that keep the current one among the user's own, or remove it.
void preset_rows(PanelContext& context);

} // namespace limber::app
