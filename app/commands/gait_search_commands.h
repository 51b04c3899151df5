// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/search/gait_search_problem.h"

#include <filesystem>

namespace limber::app {

struct StartGaitSearch {
    GaitSearchProblem problem;
};

/// Continues the search that was stopped.
struct ResumeGaitSearch {
    GaitSearchProblem problem;
};

struct PauseGaitSearch {
    bool paused = true;
};

struct StopGaitSearch {};

/// Writes the search to a file.
struct SaveGaitSearch {};

/// Writes the search that the newest one replaced to a file.
struct SaveReplacedSearch {};

/// Continues the search of a file.
struct OpenGaitSearch {
    std::filesystem::path path;
};

/// Plays the best gait of the search, and each better one as soon as it is found.
struct WatchBestGait {};

/// Moves the target point of the selected character [m].
struct MoveGoal {
    Vec3 at = Vec3::Zero();
};

using GaitSearchCommands = CommandList<StartGaitSearch, ResumeGaitSearch, PauseGaitSearch, StopGaitSearch,
                                       SaveGaitSearch, SaveReplacedSearch, OpenGaitSearch, WatchBestGait, MoveGoal>;

} // namespace limber::app
