// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/scene_problems.h"
#include "app/commands/command_list.h"

namespace limber::app {

/// Carries the problem's remedy out; without a remedy, nothing.
struct MendProblem {
    Problem problem;
};

using ProblemCommands = CommandList<MendProblem>;

} // namespace limber::app
