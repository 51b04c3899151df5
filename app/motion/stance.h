// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/control/walker.h"

namespace limber::app {

/// The centre and the turn of a character's body. In a linear subspace the turn is nearest to the moment of its mass
/// about the centre.
Stance stance_of(const Character& character, const State& state);

} // namespace limber::app
