#pragma once

#include "app/scene/character.h"

namespace limber::app {

/// All that the character runs into under such a description, in the world: the floor first, where there is one.
Obstacles obstacles_around(const Character& character, const SurroundingsDescription& contact);

/// How high the floor under its rest shape lies where it is placed so [m], along its scene's up.
double floor_height_under(const Character& character, const Affine& placement);

/// The same character built among other things to run into: all that was computed stays. It costs a copy of the
/// character's own arrays, and the points on the skin where these are to be others. Fails with bad_input: a value out
/// of range, a density that cannot be read.
Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const SurroundingsDescription& contact);

} // namespace limber::app
