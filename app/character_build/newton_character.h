// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_build/cached_build.h"
#include "engine/cubature/cubature.h"

#include <optional>

/// The part of a build that a step by Newton's method needs (document/newton_description.h).
namespace limber::app {

/// What such a step does not have.
std::optional<Error> missing_in_newton(const CharacterDescription& description);

/// What such a step is taken on. Where a character switches between loads, the subspace of each has points of its own,
/// and that of the whole has none: the most of them, the largest error, and the time of all.
struct CubatureInUse {
    Index points = 0;
    double training_error = 0.0; // engine/cubature/cubature.h
    double seconds = 0.0;        // wall time of the training and the choice
};
/// nullopt: the character is not stepped by Newton's method.
std::optional<CubatureInUse> cubature_in_use(const Character& character);

/// Chooses the cubature points, or takes those that are `known`, once the linear subspace and the muscles are there.
/// Without such a step in the description, the character has no cubature. Fails as cubature_of
/// and pocket_curvatures.
Result<Done> load_cubature(Character& character, std::optional<Cubature> known, CachedBuild& cached_build,
                           Threads threads, Progress* progress);

} // namespace limber::app
