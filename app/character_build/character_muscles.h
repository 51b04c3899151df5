// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_build/build_shares.h"
#include "app/character_build/cached_build.h"

namespace limber::app {

/// n: the sum of these bones' weights per vertex; bones that the rig does not have count as 0.
Vector weights_of_bones(const std::vector<std::string>& names, const Rig& rig);

/// Fails with bad_input if a region was painted on another surface or contains no vertex.
Result<Done> check_painted_regions(const Character& character);

/// Computes the character's musculature and the actuation set of its model from the description. Modes are solved with
/// the body's own Poisson's ratio, so only a change of that live number requires new modes.
Result<Done> grow_muscles(Character& character, CachedBuild& cached_build, Threads threads, Progress* progress);

} // namespace limber::app
