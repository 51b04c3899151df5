// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

namespace limber::app {

/// Deselects the brush.
struct DeselectBrush {};

using PaintingCommands = CommandList<DeselectBrush>;

} // namespace limber::app
