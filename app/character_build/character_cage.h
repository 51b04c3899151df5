// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// The cage of a character whose shapes are its muscles: boxes, or the triangles of a file.
namespace limber::app {

/// n x c: the coordinates of the body's vertices in its cage. Fails with bad_input: a file that cannot be read, a cage
/// that is not closed, or a body that is not inside. Precondition: the description has a cage.
Result<Matrix> cage_weights(const Character& character);

/// What to do about a cage of too many muscles.
inline constexpr const char* fewer_of_cage = "choose fewer cells, or a cage of fewer vertices";

} // namespace limber::app
