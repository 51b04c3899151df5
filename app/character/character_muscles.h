#pragma once

#include "app/character/cached_build.h"
#include "app/character/character.h"

namespace limber::app {

/// n: how much of each vertex these bones hold together; one that the rig does not have holds nothing.
Vector weights_of_bones(const std::vector<std::string>& names, const Rig& rig);

/// Fails with bad_input where a region was painted on another surface, or holds no vertex of this one.
Result<Done> check_painted_regions(const Character& character);

/// Fills the character's musculature and its model's actuation set from what the description says of muscles. Modes are
/// solved with the body's own Poisson's ratio, so that only another ratio of the live numbers asks for new ones.
Result<Done> grow_muscles(Character& character, CachedBuild& cached_build, Threads threads, Progress* progress);

} // namespace limber::app
