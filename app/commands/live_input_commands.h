// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/motion/live_drive.h"

namespace limber::app {

/// Lets a tracker on this machine drive the selected character, from a UDP port.
struct ListenToTracker {
    int port = 0;
};

/// The tracker drives no character.
struct StopListening {};

/// From its next step on, the character's controls are changed before each step; none: no longer.
struct DriveCharacter {
    int id = 0;
    LiveDrive drive;
};

using LiveInputCommands = CommandList<ListenToTracker, StopListening, DriveCharacter>;

} // namespace limber::app
