#pragma once

#include "app/commands/command_list.h"

namespace limber::app {

/// Deselects the brush.
struct PutDownBrush {};

using PaintingCommands = CommandList<PutDownBrush>;

} // namespace limber::app
