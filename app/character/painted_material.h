// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <optional>

/// Painted fields of the body that are no muscles.
namespace limber::app {

/// Multiplies the character's material by the factors of its painted parts, each to the power of the paint's mean in
/// the tet. Fails with bad_input if a part was painted on another mesh; a part without paint changes nothing.
Result<Done> apply_painted_parts(Character& character);

/// Sets `pinned` from the paint. Fails with bad_input if another mesh was painted.
Result<Done> pin(Character& character);
/// Only eigenmodes can be pinned.
std::optional<Error> fault_in_pins(const Character& character);

} // namespace limber::app
