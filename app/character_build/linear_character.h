// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character/switched_loads.h"
#include "app/character_build/cached_build.h"

#include <vector>

/// The model of a character in a linear subspace (engine/body/linear_subspace.h), in place of the reduced model of its
/// skinning modes.
namespace limber::app {

/// Whether its subspace is linear, or Newton's method steps it on displacements. Rods, shells and planar bodies have
/// none.
bool has_linear_model(const Character& character);

/// Needs the modes. `single_loads`: the characters for each load between which this one switches, whose displacements
/// it joins; empty: it does not switch. Fails with bad_input (a file), not_converged and cancelled.
Result<Done> load_linear_model(Character& character, const std::vector<BuiltLoad>& single_loads,
                               CachedBuild& cached_build, Progress* progress);

} // namespace limber::app
