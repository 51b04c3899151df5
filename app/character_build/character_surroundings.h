// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

namespace limber::app {

/// All obstacles of a character in these surroundings, in world space; its floor, if any, is the first.
Obstacles obstacles_around(const Character& character, const ContactDescription& contact,
                           const Environment& environment);

/// The height of the floor under the placed rest shape [m], along the scene's up.
double floor_height_under(const Character& character, const Affine& placement);

/// The density of contact points per boundary vertex; empty: uniform. Fails with bad_input if the file cannot be read
/// or all densities are 0.
Result<Vector> contact_density(const Character& character);
/// Existing contact points can be kept if the model and the description of the points are unchanged, because choosing
/// them takes most of the time.
enum class KeepPoints { no, yes };
/// Computes the contact points, which need the model, and the obstacles; then the start state, which needs both.
Result<Done> load_surroundings(Character& character, KeepPoints keep = KeepPoints::no);

/// The same character with other surroundings; all other results are kept. Copies the character's arrays, and computes
/// new contact points if needed. Fails with bad_input: a value out of range, a density that cannot be read.
Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const ContactDescription& contact,
                                       const Environment& environment);

} // namespace limber::app
