// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/document/live_controls.h"

namespace limber::app {

/// Gives the rigid body that carries a character these velocities before its next step, and plays.
struct ThrowBody {
    int id = 0; // of the character
    RigidThrow thrown;
    bool restarts = false; // the scene, before the throw
};

/// Resets the scene and repeats the last throw.
struct ThrowAgain {};

using ThrowCommands = CommandList<ThrowBody, ThrowAgain>;

} // namespace limber::app
