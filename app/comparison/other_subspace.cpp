// SPDX-License-Identifier: MIT
#include "app/comparison/other_subspace.h"

#include "engine/body/body_step.h"

namespace limber::app {

Controls followed_controls(const Character& character, const LeaderStep& leader) {
    return controls_in(character, leader.controls, pulls_of(leader));
}

State nearest_state(const Character& character, const State& full) {
    State state = full;
    state.Z = nearest_coordinates(character, full.Z, full.P);
    state.Zdot = nearest_coordinates(character, full.Zdot, full.P);
    state.previous.Z = nearest_coordinates(character, full.previous.Z, full.previous.P);
    state.previous.Zdot = nearest_coordinates(character, full.previous.Zdot, full.previous.P);
    if (state.contact_force.rows() != contact_points_in(character)) {
        state.contact_force = Points::Zero(contact_points_in(character), 3);
    }
    return state;
}

Index contact_points_in(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

} // namespace limber::app
