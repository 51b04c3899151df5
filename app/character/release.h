#pragma once

#include "app/character/character.h"

/// A character leaves its rig and stands on its own, so that it can learn to move.
namespace limber::app {

/// Whether bones say what belongs to a region of muscles.
bool has_bound_regions(const MuscleDescription& muscles);

/// Regions that bones held are painted from now on, on the skin as the bones of this character's rig hold it: they need
/// no rig any more. A bone that the rig does not have holds nothing.
void paint_bound_regions(MuscleDescription& muscles, const Character& character);

/// A free body instead of one that its rig holds, without the clips that move the rig, and on a floor where there is
/// nothing that it could push against. `character` was built of this scene.
CharacterDescription released(CharacterDescription scene, const Character& character);

} // namespace limber::app
