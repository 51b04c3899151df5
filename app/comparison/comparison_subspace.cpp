// SPDX-License-Identifier: MIT
#include "app/comparison/comparison_subspace.h"

#include "app/character/material_scales.h"
#include "app/comparison/reconstructed_contender.h"
#include "engine/body/linear_subspace.h"
#include "engine/subspace/pod_basis.h"

#include <utility>

namespace limber::app {
namespace {

using Kind = ComparisonSubspace::Kind;

// The character with this basis in place of its own subspace.
Result<CharacterPtr> with_basis(const Character& character, const Matrix& basis) {
    auto subspace =
        linear_subspace_of(character, with_volume(character.material, character.description.material), basis);
    if (!subspace) {
        return subspace.error();
    }
    auto changed = std::make_shared<Character>(character);
    changed->model = {};
    changed->linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
    return CharacterPtr(changed);
}

Result<ComparisonBody> body_of_motion(const std::vector<AffineStack>& motion, Index count,
                                      const CharacterPtr& character, const AffineStack& P,
                                      InstructionSet instruction_set) {
    const Matrix basis = pod_basis(motion, character->mass, count);
    const auto changed = with_basis(*character, basis);
    if (!changed) {
        return changed.error();
    }
    const State start = rest_state(*changed.value(), P);
    return ComparisonBody{std::make_unique<CharacterContender>(changed.value(), start, instruction_set), basis.cols()};
}

Result<ComparisonBody> reconstructed_body(Reconstruction reconstruction, Index count, const CharacterPtr& character,
                                          const AffineStack& P, InstructionSet instruction_set, Progress* progress) {
    const VibrationMaterial of_modes = vibration_material(character->material, character->description.material);
    auto found = vibration_modes_of(*character, of_modes.material, count, progress);
    if (!found) {
        return found.error();
    }
    DisplacementModes modes = std::move(found).value();
    modes.lambda *= of_modes.lambda_scale;
    auto contender = ReconstructedContender::of(character, modes, reconstruction, P, instruction_set);
    if (!contender) {
        return contender.error();
    }
    return ComparisonBody{std::move(contender).value(), count};
}

} // namespace

Result<ComparisonBody> comparison_body(const ComparisonSubspace& subspace, const CharacterPtr& character,
                                       const AffineStack& P, InstructionSet instruction_set,
                                       const std::vector<AffineStack>& motion, Progress* progress) {
    if (auto fault = missing_in(*character, name_of(subspace.kind))) {
        return *fault;
    }
    if (subspace.kind == Kind::pod) {
        return body_of_motion(motion, subspace.modes, character, P, instruction_set);
    }
    const Reconstruction reconstruction =
        subspace.kind == Kind::warped ? Reconstruction::modal_warping : Reconstruction::rotation_strain;
    return reconstructed_body(reconstruction, subspace.modes, character, P, instruction_set, progress);
}

} // namespace limber::app
