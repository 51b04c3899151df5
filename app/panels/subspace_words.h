// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

namespace limber::app {

/// "16 modes", or "192 displacements" of a linear subspace.
std::string subspace_words(const Character& character);

} // namespace limber::app
