#pragma once

#include "app/document/gait_library.h"

#include <optional>

/// What a gait has to do with those that are kept: which of them it is, or was before it was changed by hand, and
/// whether it suits a character at all.
namespace limber::app {

/// Whether they move muscles alike, whatever they are called.
bool same_motion(const Gait& one, const Gait& other);

/// The one that a gait is, or else the one that it is called after, and was before it was changed; null: none of them.
const NamedGait* origin_of(const Gait& gait, const GaitLibrary& gaits);

/// The first that moves otherwise than a gait, the one of this name before those that follow it; null: none does.
const NamedGait* another_than(const Gait& gait, std::string_view name, const GaitLibrary& gaits);

/// Why a gait may not suit a character with so many muscles, in one sentence; none: it does.
std::optional<std::string> misfit(const Gait& gait, const std::string& character, std::size_t muscles);

} // namespace limber::app
