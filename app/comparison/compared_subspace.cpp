// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/build_character.h"
#include "app/comparison/linear_subspace.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

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

} // namespace

const std::vector<std::string>& live_kinds() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all(subspace_names.begin(), subspace_names.end());
        std::ranges::copy_if(linear_subspace_names, std::back_inserter(all),
                             [](const std::string& name) { return name != name_of(LinearSubspace::Kind::pod); });
        all.emplace_back(full_space_name);
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
    const auto linear = std::ranges::find(linear_subspace_names, subspace.kind);
    EXPECTS(linear != linear_subspace_names.end());
    const auto kind = static_cast<LinearSubspace::Kind>(std::distance(linear_subspace_names.begin(), linear));
    auto body = linear_body({kind, 12 * subspace.modes}, character, P, instruction_set, {}, progress);
    if (!body) {
        return body.error();
    }
    LinearBody made = std::move(body).value();
    return std::move(made.contender);
}

} // namespace limber::app
