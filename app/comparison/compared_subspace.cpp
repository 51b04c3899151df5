// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/build_character.h"
#include "app/character/switched_loads.h"
#include "app/comparison/other_subspace.h"
#include "app/comparison/pod_modes.h"
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
    if (is_reconstructed(kind)) {
        description.newton.reset(); // its dynamics are linear
    }
    description = with_parameters(std::move(description), subspace.parameters);
    description.modes = subspace.modes;
    return description;
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

// At rest in the leader's pose. Where it switches, a file of loads is left out, and each load must act.
Result<std::unique_ptr<Contender>> character_contender(SubspaceKind kind, const ComparedSubspace& subspace,
                                                       const ComparedLeader& leader, const Builder& builder) {
    CharacterDescription description = description_of(kind, subspace, leader);
    if (subspace.parameters.switched) {
        if (auto fault = fault_in_switched(kind, leader.loads.size())) {
            return *fault;
        }
        description.subspace_file.clear();
    }
    auto built = build_character(description, leader.character, Stage::subspace, builder.progress, {},
                                 Purpose::numbers, builder.cache);
    if (!built) {
        return built.error();
    }
    const CharacterPtr& other = built.value();
    const std::size_t acting = other->switched ? other->switched->components.size() : 0;
    if (subspace.parameters.switched && acting < leader.loads.size()) {
        return Error{ErrorKind::bad_input,
                     "a load cannot act, so that there is no switch to its subspace: paint or delete it under Loads",
                     "switched"};
    }
    const State state = rest_state(*other, leader.P, contact_points_in(*other));
    return with_parameters(std::make_unique<CharacterContender>(other, state, builder.instruction_set),
                           subspace.parameters, other->description.material);
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
    const std::string name =
        subspace.kind == full_space_name ? "full space" : subspace.kind + " " + std::to_string(subspace.modes);
    return name + title_of(subspace.parameters);
}

std::string caption_of_subspace(const ComparedSubspace& subspace) {
    if (subspace.kind == full_space_name) {
        return "full space";
    }
    return subspace.kind + ", " + std::to_string(subspace.modes) + (subspace.modes == 1 ? " mode" : " modes");
}

Result<std::unique_ptr<Contender>> contender_of(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                InstructionSet instruction_set, const Cache* cache,
                                                Progress* progress) {
    const auto kind = subspace_named(subspace.kind);
    EXPECTS(kind);
    const Builder builder{instruction_set, cache, progress};
    return character_contender(*kind, subspace, leader, builder);
}

} // namespace limber::app
