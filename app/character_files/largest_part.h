// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

namespace limber::app {

/// Leaves of the character's mesh the part with the largest volume. What the file has for each vertex or tet can be
/// carried to it (`file_tets`), and the surface of the others can be left out (`removed_parts`).
void keep_largest_part(Character& character);

} // namespace limber::app
