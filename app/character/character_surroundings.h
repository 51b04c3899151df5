#pragma once

#include "app/character/character.h"

namespace limber::app {

/// All that the character runs into under such a description, in the world: the floor first, where there is one.
Obstacles obstacles_around(const Character& character, const SurroundingsDescription& contact);

/// How high the floor under its rest shape lies where it is placed so [m], along its scene's up.
double floor_height_under(const Character& character, const Affine& placement);

/// One a boundary vertex: how closely contact points lie there; empty where they lie alike everywhere. Fails with
/// bad_input where the file cannot be read, or leaves no vertex to touch.
Result<Vector> contact_density(const Character& character);
/// Those that are there may be kept where the model and what is said of the points are what they were: choosing them
/// takes most of the time.
enum class KeepPoints { no, yes };
/// The contact points, which need the model, and what they may touch; then where the body starts, which needs both.
Result<Done> load_surroundings(Character& character, KeepPoints keep = KeepPoints::no);

/// The same character built among other things to run into: all that was computed stays. It costs a copy of the
/// character's own arrays, and the points on the skin where these are to be others. Fails with bad_input: a value out
/// of range, a density that cannot be read.
Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const SurroundingsDescription& contact);

} // namespace limber::app
