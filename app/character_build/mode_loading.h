// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character/switched_loads.h"
#include "app/character_build/cached_build.h"
#include "app/character_build/factorization_cache.h"

#include <vector>

/// The modes of a character of tets: solved for, made for its loads, or read from a file, and those that are painted.
namespace limber::app {

/// What solves for modes, and where it keeps them.
struct ModeSolver {
    CachedBuild& cached_build;
    FactorizationCache& factorizations;
    Threads threads = {};
    Progress* progress = nullptr;
};

/// Whether they are the weights in a file.
bool reads_weights(const CharacterDescription& description);

/// Sets the modes of the character's kind of subspace; needs mesh, rig, material, mass and leak, and the loads where
/// the kind depends on them. Solves for none that are among `known_modes`. `single_loads`: the characters for each load
/// between which this one switches, whose modes it joins; empty: it does not switch. Fails with bad_input (a file, too
/// many modes), not_converged and cancelled.
Result<Done> load_modes(Character& character, const std::vector<BuiltLoad>& single_loads, const ModeSolver& solver);

} // namespace limber::app
