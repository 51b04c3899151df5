// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/result.h"
#include "engine/subspace/skinning_modes.h"

#include <memory>
#include <string>
#include <vector>

namespace limber::app {

/// A subspace of the kind `weights` with the painted weights of the description beside its own, softest first; their
/// values inside of the body are those of painted_region.h. The same if nothing is painted. A painted weight that the
/// pins leave less than a millionth of is left out; `left_out` receives a sentence for each. Needs mesh, material, mass
/// and pins. Fails as modes_of_weights, and with bad_input if another mesh was painted.
Result<std::shared_ptr<const SkinningModes>> with_painted_weights(const Character& character,
                                                                  std::shared_ptr<const SkinningModes> weights,
                                                                  std::vector<std::string>& left_out);

/// The paint that the subspace depends on, without names, which change no subspace; empty: it does not depend on any.
std::vector<PaintedRegion> paint_of_weights(const CharacterDescription& description);

} // namespace limber::app
