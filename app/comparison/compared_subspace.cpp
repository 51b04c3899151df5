// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"

#include "app/character/place_map.h"
#include "app/character/switched_loads.h"
#include "app/character_build/build_character.h"
#include "app/comparison/distance.h"
#include "app/comparison/other_subspace.h"
#include "app/comparison/parameter_overrides.h"
#include "app/comparison/pod_modes.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

/// What compared subspaces are built with.
struct Builder {
    InstructionSet instruction_set;
    const Cache* cache;
    Progress* progress;
};

CharacterDescription description_of(SubspaceKind kind, const ComparedSubspace& subspace, const ComparedLeader& leader) {
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

// Between the leader's loads, each of which must act, or the components of a file that the parameters name.
std::optional<Error> fault_in_switches(const Character& switching, const ComparedSubspace& subspace,
                                       const ComparedLeader& leader) {
    const std::size_t acting = switching.switched ? switching.switched->components.size() : 0;
    if (subspace.parameters.loads.empty() && acting < leader.loads.size()) {
        return Error{ErrorKind::bad_input,
                     "a load cannot act, so that there is no switch to its subspace: paint or delete it under Loads",
                     "switched"};
    }
    if (acting == 0) {
        return Error{ErrorKind::bad_input,
                     "has no mixture of several components to switch between: give it one, or leave out the switch",
                     subspace.parameters.loads};
    }
    return std::nullopt;
}

// At rest in the leader's pose. Where it switches between the leader's loads, the leader's file of loads is left out.
Result<std::unique_ptr<ReducedBody>> reduced_character(SubspaceKind kind, const ComparedSubspace& subspace,
                                                       const ComparedLeader& leader, const Builder& builder) {
    CharacterDescription description = description_of(kind, subspace, leader);
    if (subspace.parameters.switched && subspace.parameters.loads.empty()) {
        if (auto fault = fault_in_switched(kind, leader.loads.size())) {
            return *fault;
        }
        description.subspace_file.clear();
    }
    auto built = build_character(description, leader.character, Stage::subspace, builder.progress, {}, Purpose::numbers,
                                 builder.cache);
    if (!built) {
        return built.error();
    }
    const CharacterPtr& other = built.value();
    if (subspace.parameters.switched) {
        if (auto fault = fault_in_switches(*other, subspace, leader)) {
            return *fault;
        }
    }
    const State state = rest_state(*other, leader.P, contact_points_in(*other));
    return with_parameters(std::make_unique<ReducedCharacter>(other, state, builder.instruction_set),
                           subspace.parameters, other->description.material);
}

constexpr double numbers_max = 2e7; // of the motion that pod is made from

constexpr double pod_motion_min = 1e-5; // as a share of the box's diagonal; less is a body at rest

// Empty also when it is cancelled.
std::vector<Points> positions_in(const std::vector<SeenPose>& motion, Progress* progress) {
    std::vector<Points> positions;
    for (const SeenPose& pose : motion) {
        if (progress && progress->is_cancelled()) {
            return {};
        }
        State state;
        state.Z = pose.Z;
        state.P = pose.P;
        positions.push_back(limber::positions(*pose.character, state));
    }
    return positions;
}

// A basis of a body that sags and does not move would have a single shape.
bool has_moved(const std::vector<Points>& motion, const Character& character) {
    const Distance distance(character);
    return std::ranges::any_of(motion,
                               [&](const Points& x) { return distance.largest(x, motion.front()) >= pod_motion_min; });
}

// The character is built with skinning modes, because its own kind may have neither muscles nor clusters.
Result<std::unique_ptr<ReducedBody>> pod_body(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                              const Builder& builder) {
    const std::vector<Points> motion = positions_in(learned_poses(leader.motion, *leader.character), builder.progress);
    if (builder.progress && builder.progress->is_cancelled()) {
        return Error{ErrorKind::cancelled, "the comparison was stopped", {}};
    }
    if (motion.empty()) {
        return Error{ErrorKind::bad_input,
                     "it is made from the motion so far, and there is none: let the character move first", pod_name};
    }
    if (!has_moved(motion, *leader.character)) {
        return Error{ErrorKind::bad_input, "nothing moves: play a clip or pull a handle first", pod_name};
    }
    const CharacterDescription description = description_of(SubspaceKind::skinning, subspace, leader);
    const auto built = build_character(description, leader.character, Stage::subspace, builder.progress, {},
                                       Purpose::numbers, builder.cache);
    if (!built) {
        return built.error();
    }
    const auto basis = basis_of_motion(*built.value(), motion, subspace.modes, builder.progress);
    if (!basis && basis.error().kind == ErrorKind::cancelled) {
        return basis.error();
    }
    if (!basis) {
        return Error{basis.error().kind, "the motion so far " + basis.error().message, pod_name};
    }
    const auto other = with_basis(*built.value(), basis.value(), {}, builder.progress);
    if (!other) {
        return other.error();
    }
    const State state = rest_state(*other.value(), leader.P, contact_points_in(*other.value()));
    return with_parameters(std::make_unique<ReducedCharacter>(other.value(), state, builder.instruction_set),
                           subspace.parameters, other.value()->description.material);
}

} // namespace

bool is_made_from_motion(const ComparedSubspace& subspace, const CharacterDescription& leader) {
    return subspace.kind == pod_name && leader.subspace != SubspaceKind::pod;
}

bool depends_on_loads(const ComparedSubspace& subspace) {
    const auto kind = subspace_named(subspace.kind);
    return kind && depends_on_loads(*kind);
}

std::vector<SeenPose> learned_poses(const std::vector<SeenPose>& motion, const Character& character) {
    const double numbers = static_cast<double>(character.mesh.X.size()) * static_cast<double>(motion.size());
    const auto stride = static_cast<std::size_t>(std::ceil(std::max(1.0, numbers / numbers_max)));
    std::vector<SeenPose> poses;
    for (std::size_t i = 0; i < motion.size(); i += stride) {
        if (have_same_places(*motion[i].character, character)) {
            poses.push_back(motion[i]);
        }
    }
    return poses;
}

Result<std::unique_ptr<ReducedBody>> reduced_body_of(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                     InstructionSet instruction_set, const Cache* cache,
                                                     Progress* progress) {
    const auto kind = subspace_named(subspace.kind);
    EXPECTS(kind);
    const Builder builder{instruction_set, cache, progress};
    return is_made_from_motion(subspace, leader.character->description)
               ? pod_body(subspace, leader, builder)
               : reduced_character(*kind, subspace, leader, builder);
}

} // namespace limber::app
