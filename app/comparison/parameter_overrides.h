// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/comparison/reduced_body.h"
#include "app/document/comparison_description.h"
#include "engine/core/cache.h"

#include <memory>

/// Bodies with parameters that are not the character's.
namespace limber::app {

/// The description with these parameters.
CharacterDescription with_parameters(CharacterDescription description, const ParameterOverrides& parameters);

/// The leader's step for a body with these parameters. `built`: the material with which that body was built.
LeaderStep with_parameters(LeaderStep step, const ParameterOverrides& parameters, const MaterialDescription& built);

/// A body that takes the leader's steps with parameters of its own. `built`: the material with which it was built.
std::unique_ptr<ReducedBody> with_parameters(std::unique_ptr<ReducedBody> reduced, const ParameterOverrides& parameters,
                                             const MaterialDescription& built);

/// The character with clusters and leak of these parameters; the same if they are not overridden. Fails as
/// build_character.
Result<CharacterPtr> rebuilt_with(const ParameterOverrides& parameters, const CharacterPtr& character,
                                  const Cache* cache, Progress* progress);

} // namespace limber::app
