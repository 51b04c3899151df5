// SPDX-License-Identifier: MIT
#include "app/character_build/mode_loading.h"

#include "app/character/character_loads.h"
#include "app/character_build/character_keys.h"
#include "app/character_build/mode_solves.h"
#include "app/character_build/painted_weights.h"
#include "app/character_build/subspace_source.h"
#include "engine/body/stages.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t known_modes_max = 2;

// With those that are painted.
Result<Done> take_weights(Character& character, std::shared_ptr<const SkinningModes> weights) {
    std::vector<std::string> left_out;
    auto all = with_painted_weights(character, std::move(weights), left_out);
    if (!all) {
        return all.error();
    }
    character.add_warnings(Stage::subspace, left_out);
    character.modes = std::move(all).value();
    return Done{};
}

Result<Done> given_weights(Character& character) {
    auto weights = weights_in_file(character);
    if (!weights) {
        return weights.error();
    }
    return take_weights(character, std::make_shared<const SkinningModes>(std::move(weights).value()));
}

Result<Done> dual_weights(Character& character, const std::vector<BuiltLoad>& single_loads, Progress* progress) {
    if (auto fault = fault_in_mode_count(character)) {
        return *fault;
    }
    if (!single_loads.empty()) {
        character.modes = std::make_shared<const SkinningModes>(joined_modes(character, single_loads));
        return Done{};
    }
    const Stopwatch watch;
    auto dual = dual_modes_of(character, character.description.modes, progress);
    character.seconds.eigen += watch.seconds();
    if (!dual) {
        return dual.error();
    }
    character.known_modes.clear();
    character.variances = dual.value().variances;
    warn_of_unresolved(dual.value().unresolved, character);
    character.modes = std::make_shared<const SkinningModes>(dual.value().modes);
    return Done{};
}

// Fewer modes are the first of more, unless they are no eigenmodes.
Index count_to_solve(const Character& character) {
    const Index count = character.description.modes;
    return has_eigenmodes(character.subspace) ? whole_solves(count) : count;
}

// Whether modes for this count were already solved; if so, moves them to the front.
bool knows_modes(Character& character) {
    auto& known = character.known_modes;
    const auto same = std::find_if(known.begin(), known.end(), [&](const auto& modes) {
        const Index solved = modes->W.cols();
        return solved == count_to_solve(character) || solved == character.description.modes;
    });
    if (same == known.end()) {
        return false;
    }
    std::rotate(known.begin(), same, same + 1);
    return true;
}

// The weights of handles depend on the mesh and their number alone, and take far longer than the rest.
Result<SkinningModes> modes_of_handle_weights(Character& character, Index count, const ModeSolver& solver) {
    if (auto fault = fault_in_mode_count(character)) {
        return *fault;
    }
    const Stopwatch watch;
    const auto weights = solver.cached_build.value<HandleWeights>("handles", handles_key(character.mesh, count), [&] {
        return spread_handle_weights(character.mesh, count, {.threads = solver.threads}, solver.progress);
    });
    if (!weights) {
        return weights.error();
    }
    auto modes = modes_of_handles(character, weights.value(), solver.progress);
    character.seconds.eigen += modes ? watch.seconds() : 0.0;
    return modes;
}

Result<SkinningModes> modes_of_energy(Character& character, Index count, const ModeSolver& solver) {
    const Stopwatch watch;
    auto modes = solver.cached_build.value<SkinningModes>("modes", modes_key(character, count), [&] {
        return solved_modes(character, count, solver.factorizations, solver.threads, solver.progress);
    });
    if (!modes) {
        return modes;
    }
    const SkinningModes& found = modes.value();
    character.seconds.operators += found.seconds_operators;
    character.seconds.factor += found.seconds_factor;
    character.seconds.eigen += watch.seconds() - found.seconds_operators - found.seconds_factor;
    return modes;
}

// Puts new modes to the front of those that are known.
Result<Done> solve_modes(Character& character, const ModeSolver& solver) {
    const Index count = count_to_solve(character);
    auto modes = character.subspace == SubspaceKind::weights ? modes_of_handle_weights(character, count, solver)
                                                             : modes_of_energy(character, count, solver);
    if (!modes) {
        return modes.error();
    }
    auto& known = character.known_modes;
    known.insert(known.begin(), std::make_shared<const SkinningModes>(std::move(modes).value()));
    known.resize(std::min(known.size(), known_modes_max));
    return Done{};
}

// If the rig spans all motions of a small mesh, the modes are not constrained by the rig, and there is one mode per
// vertex.
void warn_of_few_modes(Character& character) {
    const Index wanted = character.description.modes;
    const Index found = character.modes->W.cols();
    if (character.is_held && found == character.vertex_count()) {
        character.add_warnings(Stage::subspace,
                               {"the rig alone can move the mesh's few vertices in every way, so that the secondary "
                                "motion is not kept apart from the rig's; no gravity at first, as nothing holds it"});
    }
    if (found < wanted) {
        character.add_warnings(Stage::subspace,
                               {"the mesh has too few vertices for " + std::to_string(wanted) + " modes" +
                                (character.is_held ? " beside its rig" : "") + ", so it has " + std::to_string(found)});
    }
}

Result<Done> solved_or_known_modes(Character& character, const ModeSolver& solver) {
    if (!character.modes || !knows_modes(character)) {
        if (auto done = solve_modes(character, solver); !done) {
            return done;
        }
    }
    const auto modes = first_modes(character.known_modes.front(), character.description.modes);
    if (auto done = take_weights(character, modes); !done) {
        return done;
    }
    warn_of_few_modes(character);
    return Done{};
}

} // namespace

bool reads_weights(const CharacterDescription& description) {
    return description.subspace == SubspaceKind::weights && !description.subspace_file.empty();
}

Result<Done> load_modes(Character& character, const std::vector<BuiltLoad>& single_loads, const ModeSolver& solver) {
    if (reads_weights(character.description)) {
        return given_weights(character);
    }
    if (character.subspace == SubspaceKind::force_dual_skinning) {
        return dual_weights(character, single_loads, solver.progress);
    }
    return solved_or_known_modes(character, solver);
}

} // namespace limber::app
