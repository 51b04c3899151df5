#pragma once

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

/// Continues the search of a file.
struct OpenGaitSearch {
    std::filesystem::path path;
};

/// Plays the best gait of the search, and each better one as soon as it is found.
struct WatchBestGait {};

} // namespace limber::app
