// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include "engine/contact/obstacle.h"

namespace limber::app {

/// Replaces the shape of an obstacle.
struct MoveObstacle {
    int index = 0;
    Shape shape;
};

struct RemoveObstacle {
    int index = 0;
};

using SurroundingsCommands = CommandList<MoveObstacle, RemoveObstacle>;

} // namespace limber::app
