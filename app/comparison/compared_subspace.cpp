// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/build_character.h"
#include "app/comparison/pod_modes.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

Result<std::unique_ptr<Contender>> character_contender(SubspaceKind kind, const ComparedSubspace& subspace,
                                                       const ComparedLeader& leader, InstructionSet instruction_set,
                                                       const Cache* cache, Progress* progress) {
    CharacterDescription description = leader.character->description;
    description.loads = leader.loads;
    if (!have_the_same_source(description.subspace, kind)) {
        description.subspace_file.clear();
    }
    description.subspace = kind;
    description = with_parameters(std::move(description), subspace.parameters);
    description.modes = subspace.modes;
    auto built = build_character(description, leader.character, Stage::subspace, progress, {}, Purpose::numbers, cache);
    if (!built) {
        return built.error();
    }
    const CharacterPtr& other = built.value();
    const Index contact_points = other->contact_points ? other->contact_points->count() : 0;
    const State start = rest_state(*other, leader.P, contact_points);
    return with_parameters(std::make_unique<CharacterContender>(other, start, instruction_set), subspace.parameters,
                           other->description.material);
}

} // namespace

const std::vector<std::string>& live_kinds() {
    static const std::vector<std::string> names = [] {
        const auto needs_no_motion = [](const std::string& name) {
            return name != pod_name;
        };
        std::vector<std::string> all;
        std::ranges::copy_if(subspace_names, std::back_inserter(all), needs_no_motion);
        all.emplace_back(full_space_name);
        return all;
    }();
    return names;
}

std::string title_of(const ComparedSubspace& subspace) {
    return subspace.kind == full_space_name
               ? "full space"
               : subspace.kind + " " + std::to_string(subspace.modes) + title_of(subspace.parameters);
}

Result<std::unique_ptr<Contender>> contender_of(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                InstructionSet instruction_set, const Cache* cache,
                                                Progress* progress) {
    const auto own = std::ranges::find(subspace_names, subspace.kind);
    EXPECTS(own != subspace_names.end());
    const auto kind = static_cast<SubspaceKind>(std::distance(subspace_names.begin(), own));
    return character_contender(kind, subspace, leader, instruction_set, cache, progress);
}

} // namespace limber::app
