// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// Painted fields of the body that are no muscles.
namespace limber::app {

/// Multiplies the character's material by the factors of its painted parts, each to the power of the paint's mean in
/// the tet. Fails with bad_input if a part was painted on another mesh; a part without paint changes nothing.
Result<Done> apply_painted_parts(Character& character);

/// Sets `pinned` from the paint. Fails with bad_input if another mesh was painted, or if all of the body is pinned.
Result<Done> pin(Character& character);

/// The leak D of the paint, n values in [0, 1]; empty if nothing was painted. Fails with bad_input if another mesh was.
Result<Vector> painted_leak(const Character& character);

} // namespace limber::app
