// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/contact/obstacle.h"

#include <vector>

/// Loads that a scene proposes for a character, from what will act on it.
namespace limber::app {

/// Contacts with the obstacles that are nearer than the body is large: a patch for each part of the surface that faces
/// the obstacle and is nearest to it, painted, at most eight for an obstacle. `placement`: of the rest shape in the
/// world. They are named "Contact".
std::vector<BodyLoad> loads_of_obstacles(const Character& character, const Obstacles& obstacles,
                                         const Affine& placement);

/// Forces on what the springs of the rig's file swing, named "Springs".
std::vector<BodyLoad> loads_of_springs(const Character& character);

/// The pressures in all closed cavities of the body, named "Pockets".
std::vector<BodyLoad> loads_of_pockets(const TetMesh& mesh);

/// Those of one source; empty: the scene has none. The character may be one that was only read (build_character.h).
std::vector<BodyLoad> proposed_loads(LoadSource source, const Character& character, const CharacterControls& controls);

} // namespace limber::app
