// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include <filesystem>
#include <string>

namespace limber::app {

/// Releases keys and stick: each character plays its own gait again.
struct ReleaseGaitKeys {};

/// The current gait was replaced, and the new one fades in.
struct FadeToGait {};

/// The user chose a gait to watch: better gaits of a search do not replace it.
struct ShowChosenGait {};

/// Writes the selected character's gait of that name to a file; without a name the current gait.
struct SaveGait {
    std::string name = {};
};

/// Adds a gait file to the gaits of the selected character, and plays it.
struct AddGait {
    std::filesystem::path path;
};

/// Adds a second character beside the selected one, which plays the gait of that name.
struct CompareGait {
    std::string name;
};

struct StopComparing {};

using GaitCommands =
    CommandList<ReleaseGaitKeys, FadeToGait, ShowChosenGait, SaveGait, AddGait, CompareGait, StopComparing>;

} // namespace limber::app
