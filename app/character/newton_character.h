// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/cached_build.h"
#include "app/character/character.h"
#include "engine/cubature/cubature.h"

#include <optional>

/// The part of a build that a step by Newton's method needs (document/newton_description.h).
namespace limber::app {

/// What such a step does not have.
std::optional<Error> missing_in_newton(const CharacterDescription& description);

/// Chooses the cubature points, or takes those that are `known`, once the linear subspace and the muscles are there.
/// Without such a step in the description, the character has no cubature. Fails as cubature_of.
Result<Done> load_cubature(Character& character, std::optional<Cubature> known, CachedBuild& cached_build,
                           Threads threads, Progress* progress);

} // namespace limber::app
