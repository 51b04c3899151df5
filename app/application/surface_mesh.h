// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/geometry/drawn_mesh.h"

namespace limber::app {

/// The surface of a character with its colours at these positions (s x 3 [m]), on a single bone and without modes.
DrawnMesh surface_mesh(const Character& character, const Points& x);

} // namespace limber::app
