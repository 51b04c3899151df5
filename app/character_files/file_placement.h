// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/linalg/types.h"

/// From the unit and the axes of a character's files to metres and the axes of the scene.
namespace limber::app {

/// World matrices map from bone space, whose unit does not change, so only the translation is scaled.
Affine placed(const Affine& world, const CharacterDescription& scene);
bool is_moved(const CharacterDescription& scene);

} // namespace limber::app
