// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"

namespace limber::app {

inline constexpr Index automatic_cage_cells = 4;

/// Gives a character a cage of about so many boxes as its muscles, instead of the muscles that it has. `strength`:
/// times the flesh's stiffness.
void set_cage(MuscleDescription& muscles, Index cells = automatic_cage_cells, double strength = 4.0);

/// Steps that are exact enough for a controller, whose derivatives are those of the step's minimum: at least 30
/// iterations that stop where they converge. Steps that already stop by themselves stay as they are.
void set_exact_steps(int& iterations, double& tolerance);

/// Both, for a character in motion.
void set_moving(ModelDescription& description, CharacterControls& controls);

} // namespace limber::app
