// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/leader_step.h"

/// What a body of another subspace takes from the leader of a comparison, and from full space.
namespace limber::app {

/// The leader's controls, with the points of this character.
Controls followed_controls(const Character& character, const LeaderStep& leader);

/// The state of this character that is nearest to one of full space, whose displacements are n x 3 [m].
State nearest_state(const Character& character, const State& full);

/// 0 without contact.
Index contact_points_in(const Character& character);

} // namespace limber::app
