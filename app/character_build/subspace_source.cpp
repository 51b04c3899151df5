// SPDX-License-Identifier: MIT
#include "app/character_build/subspace_source.h"

#include "app/character/character_loads.h"
#include "app/document/surroundings.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/stages.h"
#include "engine/operators/scalar_operators.h"
#include "engine/replay/motion_reader.h"
#include "engine/subspace/subspace_kind.h"

#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

Error in_file(Error error, const std::filesystem::path& file) {
    error.where = file.string();
    return error;
}

std::optional<Error> fault_in_motion_file(const Character& character, const std::filesystem::path& file) {
    const auto motion = read_motion(file);
    if (!motion) {
        return motion.error();
    }
    const auto fault = fault_in_motion(character, motion.value());
    return fault ? std::optional(in_file(*fault, file)) : std::nullopt;
}

std::optional<Error> fault_in_weights_file(const Character& character, const std::filesystem::path& file) {
    const auto weights = read_npy(file);
    if (!weights) {
        return weights.error();
    }
    const auto fault = fault_in_weights(character, weights.value());
    return fault ? std::optional(in_file(*fault, file)) : std::nullopt;
}

// The density of the material is not read yet, and no fault depends on it.
std::optional<Error> fault_in_loads_file(const Character& character) {
    Character body = character;
    body.mass = lumped_mass(character.mesh, Vector::Ones(character.mesh.tet_count()));
    std::vector<std::string> warnings;
    const auto loads = loads_of(body, warnings);
    return loads ? std::nullopt : std::optional(loads.error());
}

} // namespace

std::optional<Error> fault_in_file_of_subspace(const Character& character) {
    const std::filesystem::path file = file_of_subspace(character.description);
    if (file.empty()) {
        return std::nullopt;
    }
    switch (character.description.subspace) {
    case SubspaceKind::pod:
        return fault_in_motion_file(character, file);
    case SubspaceKind::weights:
        return fault_in_weights_file(character, file);
    default:
        return fault_in_loads_file(character);
    }
}

std::optional<Error> missing_in_reconstruction(const CharacterDescription& description) {
    if (!is_reconstructed(description.subspace)) {
        return std::nullopt;
    }
    const auto missing = [&](const std::string& what, const std::string& instead) {
        const std::string kind = name_of(description.subspace);
        return Error{ErrorKind::bad_input,
                     "a " + kind + " subspace has no " + what + ": " + instead + ", or choose another kind",
                     description.name};
    };
    if (description.muscles.are_there()) {
        return missing("muscles", "take them away");
    }
    // Columns for loads are responses of the pinned body.
    if (description.pins.is_there() && !depends_on_loads(description.subspace)) {
        return missing("pins", "erase them");
    }
    if (switches_between_loads(description)) {
        return missing("switch between loads", "use one subspace for all of them");
    }
    if (description.subspace != SubspaceKind::warped && has_contact(description.contact, description.environment)) {
        return missing("contact", "use the character without obstacles");
    }
    return std::nullopt;
}

Result<Matrix> basis_of_motion_file(const Character& character, Progress* progress) {
    const std::filesystem::path& file = character.description.subspace_file;
    const auto motion = read_motion(file);
    if (!motion) {
        return motion.error();
    }
    auto basis = basis_of_motion(character, motion.value(), character.description.modes, progress);
    return basis ? std::move(basis) : in_file(basis.error(), file);
}

Result<SkinningModes> weights_in_file(const Character& character) {
    const std::filesystem::path& file = character.description.subspace_file;
    const auto weights = read_npy(file);
    if (!weights) {
        return weights.error();
    }
    auto modes = modes_of_weights(character, weights.value());
    return modes ? std::move(modes) : in_file(modes.error(), file);
}

std::filesystem::path file_of_subspace(const CharacterDescription& description) {
    const bool is_read = description.subspace == SubspaceKind::weights || description.subspace == SubspaceKind::pod ||
                         depends_on_loads(description.subspace);
    return is_read ? description.subspace_file : std::filesystem::path();
}

bool switches_between_loads(const CharacterDescription& description) {
    return depends_on_loads(description.subspace) && description.switches_loads;
}

} // namespace limber::app
