// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/report.h"
#include "app/comparison/cubature_contender.h"

#include <string>

namespace limber::app {

/// Precondition: one of elastic_energy_names, as the parser checks.
ElasticEnergy named_energy(const std::string& name);

Json::object_t cubature_json(const ComparedCubature& cubature);

/// The cubature points of a character at rest, with these options. Fails as CubatureContender::of.
Result<ComparedCubature> cubature_of(const CharacterPtr& character, const CubatureArguments& arguments,
                                     Threads threads);

} // namespace limber::app
