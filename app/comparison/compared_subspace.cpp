// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/build_character.h"
#include "app/character/character_loads.h"
#include "app/comparison/other_subspace.h"
#include "app/comparison/pod_modes.h"
#include "app/comparison/switched_contender.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

/// What compared subspaces are built with.
struct Builder {
    InstructionSet instruction_set;
    const Cache* cache;
    Progress* progress;
};

CharacterDescription description_of(SubspaceKind kind, const ComparedSubspace& subspace,
                                    const ComparedLeader& leader) {
    CharacterDescription description = leader.character->description;
    description.loads = leader.loads;
    if (!have_the_same_source(description.subspace, kind)) {
        description.subspace_file.clear();
        description.painted_weights.clear();
    }
    description.subspace = kind;
    description = with_parameters(std::move(description), subspace.parameters);
    description.modes = subspace.modes;
    return description;
}

/// A character at rest in the leader's pose.
Result<SwitchedContender::Start> built_at_rest(const CharacterDescription& description, const ComparedLeader& leader,
                                               const Builder& builder) {
    auto built = build_character(description, leader.character, Stage::subspace, builder.progress, {},
                                 Purpose::numbers, builder.cache);
    if (!built) {
        return built.error();
    }
    const CharacterPtr& other = built.value();
    return SwitchedContender::Start{other, rest_state(*other, leader.P, contact_points_in(*other))};
}

Result<std::unique_ptr<Contender>> character_contender(SubspaceKind kind, const ComparedSubspace& subspace,
                                                       const ComparedLeader& leader, const Builder& builder) {
    const auto start = built_at_rest(description_of(kind, subspace, leader), leader, builder);
    if (!start) {
        return start.error();
    }
    const auto& [other, state] = start.value();
    return with_parameters(std::make_unique<CharacterContender>(other, state, builder.instruction_set),
                           subspace.parameters, other->description.material);
}

std::optional<Error> fault_in_switched(SubspaceKind kind, std::size_t loads) {
    if (!depends_on_loads(kind)) {
        return Error{ErrorKind::bad_input,
                     "only subspaces that are made for loads switch between them: choose force dual or force dual "
                     "skinning",
                     "switched"};
    }
    if (loads < 2 || loads > mixture_components_max) {
        return Error{ErrorKind::bad_input,
                     "switching needs at least 2 loads and at most " + std::to_string(mixture_components_max) +
                         ", and this body has " + std::to_string(loads) + ": add or delete some under Loads",
                     "switched"};
    }
    return std::nullopt;
}

// A subspace for each of the leader's own loads, which are equally probable; a file of loads is left out. Fails also if
// one of them cannot act.
Result<std::unique_ptr<Contender>> switched_contender(SubspaceKind kind, const ComparedSubspace& subspace,
                                                      const ComparedLeader& leader, const Builder& builder) {
    if (auto fault = fault_in_switched(kind, leader.loads.size())) {
        return *fault;
    }
    CharacterDescription description = description_of(kind, subspace, leader);
    description.subspace_file.clear();
    std::vector<SwitchedContender::Start> starts;
    LoadMixture mixture;
    for (const BodyLoad& load : leader.loads) {
        auto distribution = loads_of(load, *leader.character);
        if (!distribution) {
            return distribution.error();
        }
        description.loads = {load};
        auto start = built_at_rest(description, leader, builder);
        if (!start) {
            return start.error();
        }
        starts.push_back(std::move(start).value());
        mixture.components.push_back(std::move(distribution).value());
    }
    const auto count = static_cast<Index>(starts.size());
    mixture.shares = Vector::Constant(count, 1.0 / static_cast<double>(count));
    return with_parameters(
        std::make_unique<SwitchedContender>(starts, std::move(mixture), builder.instruction_set), subspace.parameters,
        starts.front().character->description.material);
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
    const Builder builder{instruction_set, cache, progress};
    return subspace.parameters.switched ? switched_contender(kind, subspace, leader, builder)
                                        : character_contender(kind, subspace, leader, builder);
}

} // namespace limber::app
