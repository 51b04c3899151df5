// SPDX-License-Identifier: MIT
#include "app/character_build/mode_solves.h"

#include "app/character/material_scales.h"
#include "app/character_build/character_keys.h"
#include "engine/body/stages.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr Index modes_a_solve = 4;

struct Effort {
    double operators = 0.0; // [s]
    double factor = 0.0;    // [s]
};

Result<const ModeProblem*> problem_of(const Character& character, FactorizationCache& factorizations, Effort& effort,
                                      Progress* progress) {
    return factorizations.problem(problem_key(character), [&] {
        auto made = mode_problem(character, progress);
        if (made) {
            effort.operators += made.value().seconds_operators();
            effort.factor += made.value().seconds_factor();
        }
        return made;
    });
}

} // namespace

Index whole_solves(Index count) {
    return (count + modes_a_solve - 1) / modes_a_solve * modes_a_solve;
}

std::shared_ptr<const SkinningModes> first_modes(const std::shared_ptr<const SkinningModes>& modes, Index count) {
    if (modes->W.cols() <= count) {
        return modes;
    }
    SkinningModes first = *modes;
    first.W = modes->W.leftCols(count);
    first.lambda = modes->lambda.head(count);
    return std::make_shared<const SkinningModes>(std::move(first));
}

std::optional<Error> fault_in_mode_count(const Character& character) {
    const Index vertices = character.vertex_count();
    const Index allowed = modes_allowed(vertices);
    if (character.description.modes <= allowed) {
        return std::nullopt;
    }
    const bool is_small = 8 * allowed > vertices;
    if (is_small && character.mass.size() == 0) {
        return std::nullopt; // its rig and its kind say how many, once they are known
    }
    const auto possible = character.mass.size() > 0 ? modes_possible(character) : std::nullopt;
    const Index most = std::min(allowed, possible.value_or(allowed));
    if (most < 1) {
        return std::nullopt; // the kind refuses any number
    }
    const std::string share = is_small || most < allowed ? "" : ", an eighth of them";
    return Error{ErrorKind::bad_input,
                 std::to_string(character.description.modes) + " modes are too many for a mesh of " +
                     std::to_string(vertices) + " vertices: ask for " +
                     (possible || !is_small ? "at most " + std::to_string(most) + share : "fewer"),
                 "modes"};
}

Result<SkinningModes> solved_modes(const Character& character, Index count, FactorizationCache& factorizations,
                                   Threads threads, Progress* progress) {
    EXPECTS(count > 0);
    if (auto fault = fault_in_mode_count(character)) {
        return *fault;
    }
    if (!has_eigenmodes(character.subspace)) {
        return modes_of(character, count, threads, progress);
    }
    Effort effort;
    const auto problem = problem_of(character, factorizations, effort, progress);
    if (!problem) {
        return problem.error();
    }
    const Index there_are = problem.value()->mode_count_max();
    auto solved = problem.value()->softest({.count = std::min(count, there_are)}, progress);
    if (!solved) {
        return solved;
    }
    SkinningModes modes = std::move(solved).value();
    modes.seconds_operators = effort.operators;
    modes.seconds_factor = effort.factor;
    return modes;
}

SkinningModes physical_modes(const Character& character) {
    const MaterialDescription& material = character.description.material;
    SkinningModes modes = *character.modes;
    modes.lambda *= skinning_eigenvalue_scale(material, material);
    if (character.subspace == SubspaceKind::weights) {
        return modes;
    }
    modes.W /= std::sqrt(material_scales(material, material).density);
    return modes;
}

} // namespace limber::app
