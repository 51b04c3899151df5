#pragma once

#include <filesystem>
#include <optional>
#include <string>

/// Where this person's computer keeps what can be made again:
///
///     $LIMBER_CACHE                   "off": nowhere; otherwise that folder, in place of the ones below
///     $XDG_CACHE_HOME/limber, or ~/.cache/limber
///     ~/Library/Caches/limber on a Mac, %LOCALAPPDATA%\limber under Windows
namespace limber::app {

/// Whether nothing is to be kept.
bool is_caching_off();
/// The one that LIMBER_CACHE names.
std::optional<std::filesystem::path> named_cache_folder();
/// The one of the system. Nothing where there is no such place.
std::optional<std::filesystem::path> usual_cache_folder();

/// Why nothing can be kept in this folder, as one sentence without a full stop; nothing where it can, or could once it
/// is made. Makes the folder.
std::optional<std::string> trouble_with_cache(const std::filesystem::path& folder);

} // namespace limber::app
