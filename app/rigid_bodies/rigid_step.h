// SPDX-License-Identifier: MIT
#pragma once

#include "app/rigid_bodies/rigid_body.h"
#include "engine/contact/obstacle.h"

#include <optional>
#include <vector>

/// Steps rigid bodies with Bullet's sequential impulses. Bullet's world is built from the states for each step and
/// keeps nothing between two steps, so that the same states give the same bits after a rewind, or read from a file.
namespace limber::app {

/// Fails for hills, which rigid bodies cannot touch, and for too many bodies.
std::optional<Error> fault_in(const std::vector<RigidBody>& bodies, const Obstacles& obstacles);

/// A body and the state that a step advances; neither is null.
struct MovingRigidBody {
    const RigidBody* body = nullptr;
    RigidState* state = nullptr;
};

/// Advances the states by `seconds`, in substeps of at most 1/240 s. Bodies are added in their order and solved on one
/// thread. Obstacles that bones carry are left out: they move with the bodies. Precondition: no fault in the bodies and
/// obstacles.
void step(const std::vector<MovingRigidBody>& moving, const Obstacles& obstacles, const Vec3& gravity, double seconds);
/// The same for states that are one per body.
void step(const std::vector<RigidBody>& bodies, const Obstacles& obstacles, const Vec3& gravity, double seconds,
          std::vector<RigidState>& states);

} // namespace limber::app
