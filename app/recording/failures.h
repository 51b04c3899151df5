#pragma once

#include "app/recording/session.h"

#include <filesystem>
#include <optional>

/// What is left behind by a simulation whose numbers left the finite ones: a recording that leads there, in the user's
/// cache, so that it can be looked at, replayed and sent to whoever mends it.
///
///     $XDG_CACHE_HOME/limber/failures/puppy-17.json
namespace limber::app {

inline constexpr std::size_t failures_max = 8;

/// Where it was written; of all that are there the newest few are kept. Nothing where it could not be written, which is
/// no second failure.
std::optional<std::filesystem::path> keep_failure(const Session& session);
/// The same in one's own folder.
std::optional<std::filesystem::path> keep_failure(const Session& session, const std::filesystem::path& folder);

} // namespace limber::app
