// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/stepper/state.h"

namespace limber::app {

/// Writes the controls of a character into those of a step that ends at this time [s] of the motion: material,
/// surroundings and solver, but not rig, handles, forces and activation.
void fill_step_controls(const LiveControls& live, const Character& character, double time, Controls& controls);

} // namespace limber::app
