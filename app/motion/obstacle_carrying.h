// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"
#include "engine/contact/obstacle.h"
#include "engine/rig/skeleton.h"

#include <optional>
#include <span>
#include <vector>

/// Obstacles that bones carry. The obstacle has its shape's place when the bone is at the carrier's reference B_0; with
/// the bone at B, the rigid map B B_0^-1 takes it to its place. In a step the obstacle moves from the place of the bone
/// before the step to that at its end, so that contact and friction act with its velocity.
namespace limber::app {

/// A character whose bones may carry obstacles.
struct CarryingCharacter {
    int id = 0; // as Carrier::character
    const Skeleton* skeleton = nullptr;
    const Pose* pose = nullptr;   // the bones' world matrices
    const Pose* before = nullptr; // those at the start of the step
};

bool has_carriers(const Obstacles& obstacles);

/// The rigid part of a bone's world matrix: its place, and the rotation nearest to its linear part.
Affine rigid_place(const Affine& bone);

/// The rigid map from the place that the shape gives to the one in this pose; nullopt: there is no such bone.
std::optional<Affine> carrying_map(const Carrier& carrier, std::span<const CarryingCharacter> characters);

/// The motion of each carried obstacle in a step.
std::vector<CarriedObstacle> carried_in_step(const Obstacles& obstacles, std::span<const CarryingCharacter> characters);

/// The obstacles at the end of the step, with their motion. Ignores obstacles beyond the list.
Obstacles moved(Obstacles obstacles, const std::vector<CarriedObstacle>& carried);

/// The obstacles in this pose, at rest.
Obstacles in_pose(Obstacles obstacles, std::span<const CarryingCharacter> characters);

} // namespace limber::app
