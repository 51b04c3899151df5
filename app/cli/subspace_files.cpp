// SPDX-License-Identifier: MIT
#include "app/cli/subspace_files.h"

#include "app/character_build/subspace_source.h"
#include "app/cli/compared_column.h"
#include "app/cli/overrides.h"
#include "app/cli/preparation.h"
#include "app/comparison/comparison.h"
#include "app/scenes/prepared_scene.h"

namespace limber::app {

std::optional<Error> fault_in_subspace_files(const Arguments& arguments) {
    const auto scene = scene_in(arguments.file);
    if (!scene) {
        return std::nullopt;
    }
    const auto cache = user_cache(arguments);
    OverrideReads reads{cache ? &*cache : nullptr, {}};
    ScenePreparation how;
    how.purpose = Purpose::facts;
    how.cache = reads.cache;
    how.read = &reads.characters;
    how.adjusted = overriding(arguments.overrides, reads);
    const auto prepared = prepared_scene(scene.value().value, how);
    if (!prepared) {
        return std::nullopt;
    }
    for (const CharacterPtr& model : prepared.value().models) {
        if (const auto fault = fault_in_file_of_subspace(*model)) {
            const std::string& row = arguments.compare.row;
            return row.empty() ? *fault : error_of_kind(*fault, row);
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in_files_beside(const Arguments& arguments) {
    for (const std::string& text : arguments.film.beside) {
        const ComparedColumn column = parsed_column(text);
        if (column.parameters.loads.empty()) {
            continue;
        }
        Arguments one = arguments;
        one.overrides.subspace = column.kind;
        one.overrides.loads = column.parameters.loads;
        one.compare.row = column.kind;
        if (auto fault = fault_in_subspace_files(one)) {
            return fault;
        }
    }
    return std::nullopt;
}

} // namespace limber::app
