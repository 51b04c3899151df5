// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/stage.h"
#include "app/document/character_description.h"

/// Which stages of a character an edit of its description leaves valid.
namespace limber::app {

/// The earliest stage at which two descriptions differ: `state` when only the step, the look or the base material
/// differs, `nothing` when they are equal.
Stage earliest_difference(const CharacterDescription& before, const CharacterDescription& after);

} // namespace limber::app
