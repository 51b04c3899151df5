#pragma once

#include "app/scene/character.h"

namespace limber::app {

/// The same character among other things to run into: all that was computed stays, and its motion goes on without a
/// jump where it takes the place of the one before. It costs a copy of the character's own arrays, and the points on
/// the skin where these are to be others. Fails with bad_input: a value out of range, a density that cannot be read.
Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const SurroundingsDescription& contact);

} // namespace limber::app
