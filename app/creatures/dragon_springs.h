// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// The springs of "creature:dragon_on_springs" along the neck, the tail, the wings and the legs of the drake, and what
/// they do while it walks, flaps and wags. Places are those of the body at rest [m]; it faces +z, and its left is +x.
namespace limber::app {

struct SpringPlace {
    std::string name;
    Vec3 from, to;
    double stiffness; // [N/m]
    std::string group;
};

/// As in document/spring_movement.h.
struct SpringWave {
    std::string spring; // its name
    double stretch = 0.0;
    double swing = 0.0;
    double phase = 0.0;
};

struct DragonMovement {
    std::string name;
    double period; // [s]
    std::vector<SpringWave> waves;
};

std::vector<SpringPlace> dragon_springs();
std::vector<DragonMovement> dragon_movements();

} // namespace limber::app
