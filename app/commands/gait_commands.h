#pragma once

#include <filesystem>
#include <string>

namespace limber::app {

/// Keys and stick are released: each character plays its own gait again.
struct ReleaseGaitKeys {};

/// The gait that plays was exchanged, and the new one fades in.
struct FadeToGait {};

/// The user chose a gait to watch: no better one of a search replaces it.
struct ShowChosenGait {};

/// Writes the selected character's gait of that name to a file; without a name the one that plays.
struct SaveGait {
    std::string name = {};
};

/// Adds a gait file to the gaits of the selected character, and plays it.
struct AddGait {
    std::filesystem::path path;
};

/// Shows a second character beside the selected one, which plays the gait of that name.
struct CompareGait {
    std::string name;
};

struct StopComparing {};

} // namespace limber::app
