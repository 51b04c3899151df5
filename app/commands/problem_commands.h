// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/scenes/scene_problems.h"

namespace limber::app {

/// Carries the problem's remedy out; without a remedy, nothing.
struct MendProblem {
    Problem problem;
};

using ProblemCommands = CommandList<MendProblem>;

} // namespace limber::app
