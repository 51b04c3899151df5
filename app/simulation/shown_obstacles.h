// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/obstacle_carrying.h"
#include "app/simulation/snapshot.h"

#include <optional>
#include <vector>

/// Obstacles that bones carry, as they are shown: in the poses of the snapshots.
namespace limber::app {

/// The snapshots' characters; the result refers to them.
std::vector<CarryingCharacter> carrying_characters(const std::vector<Snapshot>& snapshots);

/// From the place that an obstacle's shape gives to the one that is shown; the identity for an obstacle without a bone.
Affine shown_at(const Obstacle& obstacle, const std::vector<Snapshot>& snapshots);

Obstacles shown_obstacles(const Obstacles& obstacles, const std::vector<Snapshot>& snapshots);

/// Places the obstacles of each snapshot. Those that no bone carries stay the same pointers.
void place_carried_obstacles(std::vector<Snapshot>& snapshots);

} // namespace limber::app
