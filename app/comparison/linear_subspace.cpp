// SPDX-License-Identifier: MIT
#include "app/comparison/linear_subspace.h"

#include "app/comparison/linear_bases.h"
#include "app/comparison/reconstructed_contender.h"

#include <utility>

namespace limber::app {
namespace {

using Kind = LinearSubspace::Kind;

Result<Matrix> basis_of(const LinearSubspace& subspace, const Character& character,
                        const std::vector<AffineStack>& motion, Progress* progress) {
    if (subspace.kind == Kind::pod) {
        return pod_basis(motion, character.mass, subspace.modes);
    }
    if (subspace.kind == Kind::modal_derivatives) {
        return modal_derivatives_of(character, subspace.modes, progress);
    }
    return displacement_basis(character, subspace.modes, subspace.kind == Kind::displacement_affine, progress);
}

Result<LinearBody> reconstructed_body(Reconstruction reconstruction, Index count, const CharacterPtr& character,
                                      const AffineStack& P, InstructionSet instruction_set, Progress* progress) {
    const auto modes = vibration_modes_of(*character, count, progress);
    if (!modes) {
        return modes.error();
    }
    auto contender = ReconstructedContender::of(character, modes.value(), reconstruction, P, instruction_set);
    if (!contender) {
        return contender.error();
    }
    return LinearBody{std::move(contender).value(), count};
}

} // namespace

Result<LinearBody> linear_body(const LinearSubspace& subspace, const CharacterPtr& character, const AffineStack& P,
                               InstructionSet instruction_set, const std::vector<AffineStack>& motion,
                               Progress* progress) {
    if (auto fault = missing_in(*character, name_of(subspace.kind))) {
        return *fault;
    }
    if (subspace.kind == Kind::warped) {
        return reconstructed_body(Reconstruction::modal_warping, subspace.modes, character, P, instruction_set,
                                  progress);
    }
    if (subspace.kind == Kind::rotation_strain) {
        return reconstructed_body(Reconstruction::rotation_strain, subspace.modes, character, P, instruction_set,
                                  progress);
    }
    const auto basis = basis_of(subspace, *character, motion, progress);
    if (!basis) {
        return basis.error();
    }
    auto contender = LinearContender::of(character, basis.value(), P, instruction_set);
    if (!contender) {
        return contender.error();
    }
    return LinearBody{std::move(contender).value(), basis.value().cols()};
}

} // namespace limber::app
