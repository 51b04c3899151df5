// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_build/factorization_cache.h"

#include <memory>
#include <optional>

/// Modes are solved in multiples of four, and the requested count is cut from the result. The next modes are then
/// available at once when a slider requests them. The bits depend only on the count and not on earlier counts, which a
/// cut from an arbitrary larger number, or a continuation from a smaller one, would not guarantee.
namespace limber::app {

/// The next multiple of four.
Index whole_solves(Index count);

/// The first `count` modes, or all if there are fewer.
std::shared_ptr<const SkinningModes> first_modes(const std::shared_ptr<const SkinningModes>& modes, Index count);

/// The error if more modes are requested than the mesh allows (character_description.h).
std::optional<Error> fault_in_mode_count(const Character& character);

/// Solves for this many modes; the rig and the material must be loaded. Returns fewer if the mesh is too small. If the
/// rig spans all motions of a small mesh, the modes are not constrained by the rig.
Result<SkinningModes> solved_modes(const Character& character, Index count, FactorizationCache& factorizations,
                                   Threads threads, Progress* progress);

/// The modes of the description's material: W'MW = I, unless they are handles' weights, and lambda [1/s^2] with its own
/// mass and stiffness.
SkinningModes physical_modes(const Character& character);

} // namespace limber::app
