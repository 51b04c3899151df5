// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_skin/skin_outline.h"

/// Which characters leave the place where they stand. A camera follows them unless the user says otherwise.
namespace limber::app {

/// Whether the body has no rig and moves by its contacts.
bool moves_by_itself(const Character& character);

/// Whether it moves by itself, or is alone in its scene and its clip carries it away. `outline`: of its surface; null
/// where there is none.
bool leaves_its_place(const Character& character, const SkinOutline* outline, int clip, bool is_alone);

} // namespace limber::app
