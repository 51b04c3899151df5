// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"
#include "app/motion/behaviour_player.h"

namespace limber::app {

/// Draws the goals of a behaviour on the floor: a cross under the place for the centre of mass with an arrow for its
/// velocity, a small ring where a foot is to land, and a large ring around a target. `up` is a unit vector.
void add_behaviour_marks(Sketch& sketch, const ShownBehaviour& behaviour, const Vec3& up, const OrbitCamera& camera,
                         const ViewArea& area);

} // namespace limber::app
