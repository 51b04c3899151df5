// SPDX-License-Identifier: MIT
#include "app/comparison/leader_step.h"

#include "engine/body/body_step.h"

namespace limber::app {

LeaderStep last_step_of(const Motion& leader, const LiveControls& live) {
    return {leader.controls(), leader.held_handles(live), live.young, live.poisson, leader.acting_forces()};
}

State in_all_vertices(const Character& character, const State& state) {
    State displaced = state;
    displaced.Z = displacements(character, state.Z, state.P);
    displaced.Zdot = displacements(character, state.Zdot, state.P);
    displaced.previous.Z = displacements(character, state.previous.Z, state.previous.P);
    displaced.previous.Zdot = displacements(character, state.previous.Zdot, state.previous.P);
    return displaced;
}

} // namespace limber::app
