// SPDX-License-Identifier: MIT
#include "app/cli/cubature_report.h"

#include "app/cli/progress_output.h"
#include "engine/body/body_step.h"
#include "engine/core/contract.h"

#include <algorithm>

namespace limber::app {

ElasticEnergy named_energy(const std::string& name) {
    const auto found = std::ranges::find(elastic_energy_names, name);
    EXPECTS(found != elastic_energy_names.end());
    return static_cast<ElasticEnergy>(found - elastic_energy_names.begin());
}

Json::object_t cubature_json(const ComparedCubature& cubature) {
    return {{"points", std::int64_t{cubature.points}},
            {"training_error", cubature.training_error},
            {"seconds", cubature.seconds}};
}

Result<ComparedCubature> cubature_of(const CharacterPtr& character, const CubatureArguments& arguments,
                                     Threads threads) {
    const State rest = rest_state(*character, rest_controls(*character).P);
    const CubatureChoice choice{named_energy(arguments.energy), arguments.points, {}, threads};
    const auto made =
        with_progress([&](Progress* progress) { return CubatureContender::of(character, rest, choice, progress); });
    if (!made) {
        return made.error();
    }
    return made.value()->cubature();
}

} // namespace limber::app
