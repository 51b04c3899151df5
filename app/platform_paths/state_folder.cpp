// SPDX-License-Identifier: MIT
#include "app/platform_paths/state_folder.h"

#include "app/platform_paths/environment.h"

namespace limber::app {
namespace {

using Path = std::filesystem::path;

std::optional<Path> system_state_folder() {
#if defined(_WIN32)
    return path_in_environment("LOCALAPPDATA");
#elif defined(__APPLE__)
    const auto home = path_in_environment("HOME");
    return home ? std::optional<Path>(*home / "Library/Application Support") : std::nullopt;
#else
    auto named = path_in_environment("XDG_STATE_HOME");
    if (named && named->is_absolute()) {
        return named;
    }
    const auto home = path_in_environment("HOME");
    return home ? std::optional<Path>(*home / ".local/state") : std::nullopt;
#endif
}

} // namespace

std::optional<Path> state_folder() {
    const auto folder = system_state_folder();
    return folder ? std::optional<Path>(*folder / "limber") : std::nullopt;
}

} // namespace limber::app
