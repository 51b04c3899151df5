// SPDX-License-Identifier: MIT
#include "app/comparison/leader_step.h"

#include "engine/body/body_step.h"

namespace limber::app {

Pulls pulls_of(const LeaderStep& step) {
    return {step.handles, step.forces, step.springs};
}

LeaderStep last_step_of(const Motion& leader, const LiveControls& live) {
    return {leader.controls(),      leader.held_handles(live), live.young,           live.poisson,
            leader.acting_forces(), leader.acting_springs(),   leader.step_seconds()};
}

State in_all_vertices(const Character& character, const State& state) {
    State displaced = state;
    displaced.Z = displacements(character, state.Z, state.P);
    displaced.Zdot = displacement_rates(character, state.Z, state.Zdot, state.P, state.Pdot);
    displaced.previous.Z = displacements(character, state.previous.Z, state.previous.P);
    displaced.previous.Zdot =
        displacement_rates(character, state.previous.Z, state.previous.Zdot, state.previous.P, state.previous.Pdot);
    return displaced;
}

} // namespace limber::app
