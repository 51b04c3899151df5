// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace limber::app {

/// The user's folder for data that the program keeps between its runs, such as the recent files and unsaved work;
/// nullopt when the system has none:
///
///     $XDG_STATE_HOME/limber if that is an absolute path, as its specification demands, or ~/.local/state/limber
///     ~/Library/Application Support/limber on a Mac, %LOCALAPPDATA%\limber under Windows
std::optional<std::filesystem::path> state_folder();

} // namespace limber::app
