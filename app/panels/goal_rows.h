// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <string>

/// Rows of the goals of a behaviour: their weights, and those that are combined with them.
namespace limber::app {

/// What reaches: the nearest point, or the mean of one of the painted muscle regions, if there are any.
void reaching_region_row(const PanelContext& context, std::string& region);

/// A part that opens and closes. Preconditions: there is a behaviour.
void goal_rows(PanelContext& context);

} // namespace limber::app
