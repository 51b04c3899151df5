// SPDX-License-Identifier: MIT
#pragma once

#include "app/recording/session.h"

#include <filesystem>
#include <optional>

/// Saves a recording of the steps that led to numbers that are not finite, in the user's cache, so that the failure can
/// be replayed and reported.
///
///     $XDG_CACHE_HOME/limber/failures/puppy-17.json
namespace limber::app {

inline constexpr std::size_t failures_max = 8;

/// Returns the path of the file, or nullopt if it could not be written. Only the newest few files are kept; others in
/// the folder, whose names do not end in a number as this function writes it, stay.
std::optional<std::filesystem::path> keep_failure(const Session& session);
/// The same in the given folder.
std::optional<std::filesystem::path> keep_failure(const Session& session, const std::filesystem::path& folder);

} // namespace limber::app
