// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// Painted fields of the body that are no muscles.
namespace limber::app {

/// Multiplies the character's material by the factors of its painted parts, each to the power of the paint's mean in
/// the tet. Fails with bad_input if a part was painted on another mesh; a part without paint changes nothing.
Result<Done> apply_painted_parts(Character& character);

} // namespace limber::app
