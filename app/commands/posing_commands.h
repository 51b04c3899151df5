#pragma once

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

/// Moves the target point of the selected character [m].
struct MoveGoal {
    Vec3 at = Vec3::Zero();
};

} // namespace limber::app
