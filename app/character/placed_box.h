// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

namespace limber::app {

/// The box around a box after a map.
BoundingBox transformed(const BoundingBox& box, const Affine& map);

/// Whether the body has no rig and moves by its contacts.
bool moves_by_itself(const Character& character);

} // namespace limber::app
