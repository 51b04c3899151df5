// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// Turns a character with a rig into a free body, so that a gait can be searched for it.
namespace limber::app {

/// Whether a muscle region is defined by bones.
bool has_bound_regions(const MuscleDescription& muscles);

/// Replaces regions defined by bones by painted regions with the bones' weights on the skin, so that they need no rig.
/// Bones that the rig does not have count as 0.
void paint_bound_regions(MuscleDescription& muscles, const Character& character);

/// The same for those regions that name a bone which is not among `bones`.
void paint_regions_of_other_bones(MuscleDescription& muscles, const Character& character,
                                  const std::vector<std::string>& bones);

/// Makes the scene's body free: removes the rig and its clips, and adds a floor if there are no obstacles. `character`
/// was built from this scene.
CharacterDescription released(CharacterDescription scene, const Character& character);

} // namespace limber::app
