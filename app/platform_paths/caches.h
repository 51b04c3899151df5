// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

/// The folder of the user's cache, which holds only data that can be computed again:
///
///     $LIMBER_CACHE                   "off": no cache; otherwise that folder, instead of the following
///     $XDG_CACHE_HOME/limber, or ~/.cache/limber
///     ~/Library/Caches/limber on a Mac, %LOCALAPPDATA%\limber under Windows
namespace limber::app {

/// Whether LIMBER_CACHE is "off".
bool is_caching_off();
/// The folder that LIMBER_CACHE names.
std::optional<std::filesystem::path> named_cache_folder();
/// The system's folder for caches of this program; nullopt when the system has none.
std::optional<std::filesystem::path> usual_cache_folder();

/// Creates the folder. Returns one sentence without a full stop when the folder cannot be created or written.
std::optional<std::string> trouble_with_cache(const std::filesystem::path& folder);

} // namespace limber::app
