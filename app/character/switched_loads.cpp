// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"

#include "app/character/character_loads.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/loads/load_file.h"
#include "engine/model/modal_coordinates.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// Only what its numbers depend on.
CharacterDescription description_of_one(CharacterDescription description) {
    description.switches_loads = false;
    description.clips.clear();
    description.retargeting.clear();
    description.start.reset();
    return description;
}

// Those of a file with a mixture; empty for another one.
Result<std::vector<SingleLoad>> loads_of_mixture(const Character& character) {
    const std::filesystem::path& file = character.description.subspace_file;
    std::vector<SingleLoad> loads;
    if (file.empty()) {
        return loads;
    }
    const auto mixture = read_mixture(file, {character.mesh, character.mass, fields_for_loads(character)});
    if (!mixture) {
        return mixture.error();
    }
    const auto& names = mixture.value().names;
    for (std::size_t k = 0; names.size() > 1 && k < names.size(); ++k) {
        const double share = mixture.value().shares(static_cast<Index>(k));
        loads.push_back({names[k], share, description_of_one(character.description)});
        loads.back().description.subspace_file = file.string() + "#" + names[k];
    }
    return loads;
}

// The character's own that act; those that do not were warned of with the loads of the whole.
std::vector<SingleLoad> own_single_loads(const Character& character) {
    std::vector<SingleLoad> loads;
    for (const BodyLoad& one : character.description.loads) {
        if (loads_of(one, character)) {
            const std::string number = "load " + std::to_string(loads.size() + 1);
            const std::string& name = one.load.name.empty() ? number : one.load.name;
            loads.push_back({name, 1.0, description_of_one(character.description)});
            loads.back().description.loads = {one};
        }
    }
    return loads;
}

std::optional<Error> fault_in_switching(std::size_t count, Index modes) {
    if (count > mixture_components_max) {
        return Error{ErrorKind::bad_input,
                     "a body switches between at most " + std::to_string(mixture_components_max) +
                         " loads, and this one has " + std::to_string(count) +
                         ": delete some, or make one subspace for all",
                     "switch_loads"};
    }
    if (static_cast<Index>(count) * modes > modes_max) {
        return Error{ErrorKind::bad_input,
                     "the subspaces between which the body switches may have " + std::to_string(modes_max) +
                         " modes together: use fewer than " + std::to_string(modes),
                     "switch_loads"};
    }
    return std::nullopt;
}

// The columns of all, side by side.
Matrix joined_columns(const std::vector<Matrix>& blocks) {
    Index columns = 0;
    for (const Matrix& block : blocks) {
        columns += block.cols();
    }
    Matrix all(blocks.front().rows(), columns);
    Index at = 0;
    for (const Matrix& block : blocks) {
        all.middleCols(at, block.cols()) = block;
        at += block.cols();
    }
    return all;
}

bool has_same_points(const Character& a, const Character& b) {
    return a.contact_points && b.contact_points ? a.contact_points->vertices == b.contact_points->vertices
                                                : !a.contact_points && !b.contact_points;
}

} // namespace

Result<std::vector<SingleLoad>> single_loads(const Character& character, std::vector<std::string>& warnings) {
    auto found = loads_of_mixture(character);
    if (!found) {
        return found.error();
    }
    std::vector<SingleLoad> loads = std::move(found).value();
    if (loads.empty()) {
        loads = own_single_loads(character);
    }
    if (loads.size() < 2) {
        warnings.emplace_back("there are no two loads to switch between: add loads, or a file of loads with a mixture; "
                              "until then the body has one subspace");
        return std::vector<SingleLoad>();
    }
    if (auto fault = fault_in_switching(loads.size(), character.description.modes)) {
        return *fault;
    }
    return loads;
}

CharacterDescription one_of_the_loads(const CharacterDescription& whole, const CharacterDescription& before) {
    CharacterDescription description = description_of_one(whole);
    description.loads = before.loads;
    description.subspace_file = before.subspace_file;
    return description;
}

SkinningModes joined_modes(const Character& whole, const std::vector<BuiltLoad>& loads) {
    EXPECTS(!loads.empty());
    std::vector<Matrix> weights;
    SkinningModes joined;
    for (const BuiltLoad& one : loads) {
        const SkinningModes& modes = *one.character->modes;
        weights.push_back(modes.W);
        joined.residual_max = std::max(joined.residual_max, modes.residual_max);
        joined.constraint_violation = std::max(joined.constraint_violation, modes.constraint_violation);
        joined.seconds_eigen += modes.seconds_eigen;
    }
    const Matrix W = joined_columns(weights);
    const Matrix M = W.transpose() * (whole.mass.asDiagonal() * W);
    const Matrix L = W.transpose() * (weight_space_hessian(whole.mesh, whole.material) * W);
    const ModalCoordinates softest_first = modal_coordinates(M, L);
    joined.W = W * softest_first.T;
    joined.lambda = softest_first.stiffness;
    return joined;
}

Matrix joined_displacements(const Character& whole, const std::vector<BuiltLoad>& loads) {
    EXPECTS(!loads.empty());
    std::vector<Matrix> bases;
    for (const BuiltLoad& one : loads) {
        bases.push_back(one.character->linear->model.B);
    }
    const Matrix B = joined_columns(bases);
    const Vector mass = whole.mass.transpose().replicate(3, 1).reshaped();
    const Matrix M = B.transpose() * (mass.asDiagonal() * B);
    return B * modal_coordinates(M, Matrix::Zero(M.rows(), M.cols())).T;
}

SwitchedLoads switched_between(const Character& whole, std::vector<BuiltLoad> loads) {
    EXPECTS(loads.size() > 1);
    SwitchedLoads switched;
    switched.mixture.shares.resize(static_cast<Index>(loads.size()));
    for (BuiltLoad& one : loads) {
        EXPECTS(one.character->loads && has_same_points(*one.character, whole));
        switched.mixture.shares(static_cast<Index>(switched.components.size())) = one.share;
        switched.mixture.components.push_back(*one.character->loads);
        switched.mixture.names.push_back(one.name);
        SubspaceSwitch into = SubspaceSwitch::between(whole, *one.character);
        SubspaceSwitch back = SubspaceSwitch::between(*one.character, whole);
        switched.components.push_back({one.name, std::move(one.character), std::move(into), std::move(back)});
    }
    switched.mixture.shares /= switched.mixture.shares.sum();
    EXPECTS(!fault_in(switched.mixture, whole.vertex_count()));
    switched.spread = contact_points_of(whole);
    return switched;
}

} // namespace limber::app
