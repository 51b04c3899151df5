// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/gait_library.h"

#include <optional>

/// Relates a gait to the library: which saved gait it is, or was before it was edited, and whether it fits a character.
namespace limber::app {

/// Whether both gaits give the same activation; names are ignored.
bool same_motion(const Gait& one, const Gait& other);

/// The saved gait with the same motion, or else the one with the same name, from which it was edited; null: none.
const NamedGait* origin_of(const Gait& gait, const GaitLibrary& gaits);

/// The first saved gait with a different motion, searched from the one of this name onwards; null: none.
const NamedGait* another_than(const Gait& gait, std::string_view name, const GaitLibrary& gaits);

/// Why a gait may not fit a character with that many muscles, in one sentence; nullopt: it fits.
std::optional<std::string> misfit(const Gait& gait, const std::string& character, std::size_t muscles);

} // namespace limber::app
