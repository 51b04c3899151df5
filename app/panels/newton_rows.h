// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The choice of an elastic energy in the section of the clusters, and the rows of its cubature points. Returns whether
/// Newton's method steps the body, so that the clusters have no effect. Precondition: a character.
bool newton_rows(PanelContext& context);

} // namespace limber::app
