// SPDX-License-Identifier: MIT
#include "app/character_build/linear_character.h"

#include "app/character/character_loads.h"
#include "app/character/material_scales.h"
#include "app/character_build/character_keys.h"
#include "app/character_build/subspace_source.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/newton_body.h"
#include "engine/core/stopwatch.h"

#include <utility>

namespace limber::app {
namespace {

Result<Matrix> basis_of_loads(Character& character, const Material& of_modes, Progress* progress) {
    auto basis = load_basis_of(character, of_modes, character.description.modes, progress);
    if (!basis) {
        return basis.error();
    }
    character.variances = basis.value().variances;
    warn_of_unresolved(basis.value().unresolved, character);
    return basis.value().columns;
}

Result<Matrix> displacement_basis(Character& character, const Material& of_modes,
                                  const std::vector<BuiltLoad>& single_loads, CachedBuild& cached_build,
                                  Progress* progress) {
    if (!is_linear(character.subspace)) {
        return displacements_of_weights(character);
    }
    if (character.subspace == SubspaceKind::pod) {
        return basis_of_motion_file(character, progress);
    }
    if (!single_loads.empty()) {
        return joined_displacements(character, single_loads);
    }
    if (depends_on_loads(character.subspace)) {
        return basis_of_loads(character, of_modes, progress);
    }
    return cached_build.value<Matrix>("basis", basis_key(character, of_modes), [&] {
        return linear_basis_of(character, of_modes, character.description.modes, progress);
    });
}

Result<LinearSubspace> reconstructed_subspace(const Character& character, const Matrix& columns,
                                              const VibrationMaterial& of_modes, Progress* progress) {
    UncoupledModes uncoupled = uncoupled_modes(character, columns, of_modes.material);
    uncoupled.eigenvalues *= of_modes.lambda_scale;
    return reconstructed_subspace_of(character, uncoupled, progress);
}

Result<LinearSubspace> subspace_with_eigenvalues(const Character& character, const Matrix& basis,
                                                 const VibrationMaterial& of_modes) {
    const Material material = with_volume(character.material, character.description.material);
    auto subspace = linear_subspace_of(character, material, basis);
    if (!subspace) {
        return subspace;
    }
    LinearSubspace linear = std::move(subspace).value();
    linear.eigenvalues = of_modes.lambda_scale * rest_eigenvalues(character, linear, of_modes.material);
    return linear;
}

} // namespace

bool has_linear_model(const Character& character) {
    const bool consists_of_tets = !character.thin && !is_planar(character.description);
    return consists_of_tets && (is_linear(character.subspace) || character.description.newton);
}

Result<Done> load_linear_model(Character& character, const std::vector<BuiltLoad>& single_loads,
                               CachedBuild& cached_build, Progress* progress) {
    character.model = {};
    const VibrationMaterial of_modes = vibration_material(character.material, character.description.material);
    const Stopwatch watch;
    auto basis = displacement_basis(character, of_modes.material, single_loads, cached_build, progress);
    character.seconds.eigen += is_linear(character.subspace) ? watch.seconds() : 0.0; // with the factorisation
    if (!basis) {
        return basis.error();
    }
    auto subspace = is_reconstructed(character.subspace)
                        ? reconstructed_subspace(character, basis.value(), of_modes, progress)
                        : subspace_with_eigenvalues(character, basis.value(), of_modes);
    if (!subspace) {
        return subspace.error();
    }
    character.linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
    return Done{};
}

} // namespace limber::app
