// SPDX-License-Identifier: MIT
#include "app/character/start_state.h"

#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/core/fingerprint.h"
#include "engine/model/serialization.h"

namespace limber::app {
namespace {

const char* const other_model =
    "the state from which the scene starts belongs to another model of the body (other modes, clusters, muscles or "
    "contact points, another material, or another build of Limber), so it starts at rest; `limber gait` with "
    "--out-scene writes one for this model";

template <typename Rows>
std::vector<double> numbers_of(const Rows& rows) {
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(rows.size()));
    for (Index row = 0; row < rows.rows(); ++row) {
        for (Index axis = 0; axis < 3; ++axis) {
            numbers.push_back(rows(row, axis));
        }
    }
    return numbers;
}

Matrix rows_of(const std::vector<double>& numbers) {
    Matrix rows(static_cast<Index>(numbers.size() / 3), 3);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        rows(static_cast<Index>(i / 3), static_cast<Index>(i % 3)) = numbers[i];
    }
    return rows;
}

Index contact_point_count(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

bool belongs_to(const StartDescription& start, const Character& character) {
    return start.Z.size() == static_cast<std::size_t>(3 * coordinate_rows(character)) &&
           start.contact_force.size() == static_cast<std::size_t>(3 * contact_point_count(character)) &&
           start.model == start_model_of(character);
}

AffineStack turned(const Character& character, const AffineStack& Z, const Mat3& turn) {
    if (!character.linear) {
        return Z * turn.transpose();
    }
    const AffineStack P = rest_controls(character).P;
    return nearest_coordinates(character, displacements(character, Z, P) * turn.transpose(), P);
}

} // namespace

std::string start_model_of(const Character& character) {
    Fingerprinter all;
    all.add(character.linear ? to_bytes(character.linear->model.B) : to_bytes(character.model));
    if (character.model.actuation) {
        all.add(to_bytes(*character.model.actuation));
    }
    if (character.linear && character.musculature.D) {
        all.add(fingerprint(*character.musculature.D));
        if (character.musculature.stretches) {
            all.add(fingerprint(*character.musculature.stretches));
        }
    }
    if (character.contact_points) {
        all.add(fingerprint(character.contact_points->phi));
    }
    return hex(all.digest());
}

StartDescription start_of(const GaitSearch& search, const Character& character) {
    const State& start = search.walker().start;
    return {start_model_of(character), numbers_of(start.Z), numbers_of(start.contact_force), search.options().steps,
            search.terms().objective};
}

void load_start(Character& character) {
    character.start = nullptr;
    character.warnings_of.erase(Stage::surroundings);
    const auto& start = character.description.start;
    if (!start) {
        return;
    }
    if (!belongs_to(*start, character)) {
        character.warnings_of[Stage::surroundings] = {other_model};
        return;
    }
    character.start = std::make_shared<const StartState>(StartState{rows_of(start->Z), rows_of(start->contact_force)});
}

void place_at_start(const Character& character, const Affine& offset, State& state) {
    const StartState& start = *character.start;
    EXPECTS(start.Z.rows() == state.Z.rows() && start.contact_force.rows() == state.contact_force.rows());
    state.Z = start.Z;
    state.contact_force = start.contact_force;
    if (const Mat3 turn = offset.leftCols<3>(); turn != Mat3::Identity()) {
        state.Z = turned(character, start.Z, turn);
        state.contact_force = start.contact_force * turn.transpose();
    }
    state.clear_history();
}

} // namespace limber::app
