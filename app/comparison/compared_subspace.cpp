// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/build_character.h"
#include "app/comparison/linear_bases.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

constexpr const char* displacement = "displacement";
constexpr const char* displacement_affine = "displacement-affine";
constexpr const char* modal_derivatives = "modal-derivatives";

Result<std::unique_ptr<Contender>> skinning_contender(SubspaceKind kind, Index modes, const CharacterPtr& character,
                                                      const AffineStack& P, InstructionSet instruction_set,
                                                      const Cache* cache, Progress* progress) {
    CharacterDescription description = character->description;
    description.subspace = kind;
    description.modes = modes;
    auto built = build_character(description, character, Stage::subspace, progress, {}, Purpose::numbers, cache);
    if (!built) {
        return built.error();
    }
    const CharacterPtr& other = built.value();
    const Index contact_points = other->contact_points ? other->contact_points->count() : 0;
    const State start = rest_state(other->model, P, contact_points);
    return std::unique_ptr<Contender>(std::make_unique<SkinningContender>(other, start, instruction_set));
}

Result<Matrix> linear_basis(const std::string& kind, Index count, const Character& character, Progress* progress) {
    if (kind == modal_derivatives) {
        return modal_derivatives_of(character, count, progress);
    }
    EXPECTS(kind == displacement || kind == displacement_affine);
    return displacement_basis(character, count, kind == displacement_affine, progress);
}

} // namespace

const std::vector<std::string>& compared_kinds() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all(subspace_names.begin(), subspace_names.end());
        all.insert(all.end(), {displacement, displacement_affine, modal_derivatives, full_space_name});
        return all;
    }();
    return names;
}

std::string title_of(const ComparedSubspace& subspace) {
    return subspace.kind == full_space_name ? "full space" : subspace.kind + " " + std::to_string(subspace.modes);
}

Result<std::unique_ptr<Contender>> contender_of(const ComparedSubspace& subspace, const CharacterPtr& character,
                                                const AffineStack& P, InstructionSet instruction_set,
                                                const Cache* cache, Progress* progress) {
    const auto skinning = std::ranges::find(subspace_names, subspace.kind);
    if (skinning != subspace_names.end()) {
        const auto kind = static_cast<SubspaceKind>(std::distance(subspace_names.begin(), skinning));
        return skinning_contender(kind, subspace.modes, character, P, instruction_set, cache, progress);
    }
    const auto basis = linear_basis(subspace.kind, 12 * subspace.modes, *character, progress);
    return basis ? LinearContender::of(character, basis.value(), P, instruction_set)
                 : Result<std::unique_ptr<Contender>>(basis.error());
}

} // namespace limber::app
