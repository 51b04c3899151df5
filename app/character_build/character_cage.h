// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// What moves the rest shape of a character, whose shapes are its muscles: a cage of boxes, or of the triangles of a
/// file, and skinning modes.
namespace limber::app {

/// n x c: the coordinates of the body's vertices in its cage. Fails with bad_input: a file that cannot be read, a cage
/// that is not closed, or a body that is not inside. Precondition: the description has a cage.
Result<Matrix> cage_weights(const Character& character);

/// What to do about a cage of too many muscles.
inline constexpr const char* fewer_of_cage = "choose fewer cells, or a cage of fewer vertices";

/// 3n x 12m [m]: the affine maps of the description's skinning modes (skinning_shapes.h). Fails with bad_input if the
/// subspace has fewer modes.
Result<Matrix> skinning_maps(const Character& character);

inline constexpr const char* fewer_skinning_modes = "choose fewer skinning modes";

} // namespace limber::app
