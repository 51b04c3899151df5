#pragma once

#include "app/character/character.h"
#include "app/character/factorization_cache.h"

#include <memory>
#include <optional>

/// Modes are solved for by the four, as many as the count begins, and the count is cut from those. The next ones are
/// then there already when a slider asks for them, and the bits do not tell how a scene was reached: cut
/// from any larger number, or continued from a smaller one, the last ones would.
namespace limber::app {

/// The next multiple of four.
Index whole_solves(Index count);

/// The first `count` of them, or all where there are no more.
std::shared_ptr<const SkinningModes> first_modes(const std::shared_ptr<const SkinningModes>& modes, Index count);

/// More modes than such a mesh may be asked for (scene_description.h), as a sentence.
std::optional<Error> fault_in_mode_count(const Character& character);

/// So many modes of a character whose rig and material are there; fewer where its mesh is too small. A mesh so small
/// that the rig leaves it no motion of its own moves as if the rig held nothing back.
Result<SkinningModes> solved_modes(const Character& character, Index count, FactorizationCache& factorizations,
                                   Progress* progress);

/// The modes of the material that was asked for: W'MW = I and lambda [1/s^2] in its own mass and stiffness.
SkinningModes physical_modes(const Character& character);

} // namespace limber::app
