#pragma once

#include "engine/subspace/skinning_modes.h"

#include <memory>

/// Modes are solved for by the four, as many as the count begins, and the count is cut from those. The next ones are
/// then there already when a slider asks for them, and the bits do not tell how a scene was reached: cut
/// from any larger number, or continued from a smaller one, the last ones would.
namespace limber::app {

/// The next multiple of four.
Index whole_solves(Index count);

/// The first `count` of them; themselves when those are all.
std::shared_ptr<const SkinningModes> first_modes(const std::shared_ptr<const SkinningModes>& modes, Index count);

} // namespace limber::app
