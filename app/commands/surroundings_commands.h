// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include "engine/contact/obstacle.h"

namespace limber::app {

/// Replaces the shape of an obstacle, as it is shown.
struct MoveObstacle {
    int index = 0;
    Shape shape;
};

struct RemoveObstacle {
    int index = 0;
};

/// From now on a bone of the selected character carries the obstacle, from where both are now.
struct AttachObstacle {
    int index = 0;
    int bone = 0; // of the rig
};

/// The obstacle stays where it is now.
struct DetachObstacle {
    int index = 0;
};

using SurroundingsCommands = CommandList<MoveObstacle, RemoveObstacle, AttachObstacle, DetachObstacle>;

} // namespace limber::app
