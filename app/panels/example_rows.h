// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The part of the muscles' section where example poses are kept and removed.
void example_rows(PanelContext& context);

} // namespace limber::app
