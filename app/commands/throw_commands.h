// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/document/live_controls.h"

namespace limber::app {

/// Gives the rigid body that carries a character these velocities before its next step, and plays. A throw that is
/// repeated starts from the state of the last throw that was not.
struct ThrowBody {
    int id = 0; // of the character
    RigidThrow thrown;
    bool is_repeated = false;
};

/// Returns to where the last throw was made and repeats it.
struct ThrowAgain {};

using ThrowCommands = CommandList<ThrowBody, ThrowAgain>;

} // namespace limber::app
