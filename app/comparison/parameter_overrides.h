// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/comparison/contender.h"
#include "engine/core/cache.h"
#include "engine/operators/elastic_energy.h"

#include <memory>
#include <optional>
#include <string>

/// Parameters of a compared body that are not the character's, so that parameter sets stand side by side.
namespace limber::app {

struct ParameterOverrides {
    std::optional<double> young = std::nullopt; // [Pa]
    std::optional<double> poisson = std::nullopt;
    std::optional<Index> clusters = std::nullopt;
    std::optional<double> leak = std::nullopt; // the rig's momentum that leaks to the body
    /// The file of the loads, of kinds that depend on them, or "mass", equal forces on equal masses; empty: the
    /// character's. `limber compare` replaces names of sources (cli/loads_option.h) by what the scene proposes.
    std::string loads = {};
    /// A subspace for each of the loads: the body steps in that of the load that acts (switched_loads.h).
    bool switched = false;
    /// Steps by Newton's method with this elastic energy on so many cubature points
    /// (document/newton_description.h), of `limber compare`; nullopt: the character's own step. Of full space its
    /// energy.
    std::optional<ElasticEnergy> energy = std::nullopt;
    std::optional<Index> points = std::nullopt;          // nullopt: the default
    std::optional<double> training_error = std::nullopt; // that the points must reach; nullopt: any
    bool operator==(const ParameterOverrides&) const = default;
};

/// ", Young 200 kPa, 50 clusters": what differs, after the title of a subspace; empty: nothing.
std::string title_of(const ParameterOverrides& parameters);

/// The description with these parameters.
CharacterDescription with_parameters(CharacterDescription description, const ParameterOverrides& parameters);

/// The leader's step for a body with these parameters. `built`: the material with which that body was built.
LeaderStep with_parameters(LeaderStep step, const ParameterOverrides& parameters, const MaterialDescription& built);

/// A body that takes the leader's steps with parameters of its own. `built`: the material with which it was built.
std::unique_ptr<Contender> with_parameters(std::unique_ptr<Contender> contender, const ParameterOverrides& parameters,
                                           const MaterialDescription& built);

/// The character with clusters and leak of these parameters; the same if they are not overridden. Fails as
/// build_character.
Result<CharacterPtr> rebuilt_with(const ParameterOverrides& parameters, const CharacterPtr& character,
                                  const Cache* cache, Progress* progress);

} // namespace limber::app
