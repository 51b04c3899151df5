// SPDX-License-Identifier: MIT
#include "app/cli/cubature_report.h"

#include "app/character_build/build_character.h"
#include "app/cli/progress_output.h"
#include "engine/cubature/cubature_model.h"

namespace limber::app {

Json::object_t cubature_json(const ComparedCubature& cubature) {
    return {{"points", std::int64_t{cubature.points}},
            {"training_error", cubature.training_error},
            {"seconds", cubature.seconds},
            {"energy", name_of(cubature.energy)}};
}

Result<CharacterPtr> with_cubature(const CharacterPtr& character, const CubatureArguments& arguments, Threads threads) {
    CharacterDescription description = character->description;
    description.newton = NewtonDescription{named_energy(arguments.energy), arguments.points};
    return with_progress(
        [&](Progress* progress) { return build_character(description, character, Stage::model, progress, threads); });
}

} // namespace limber::app
