// SPDX-License-Identifier: MIT
#include "app/comparison/leader_step.h"

#include "engine/body/body_step.h"

namespace limber::app {

LeaderStep last_step_of(const Motion& leader, const LiveControls& live) {
    return {leader.controls(), leader.held_handles(live), live.young, live.poisson, leader.acting_forces()};
}

State in_all_vertices(const Character& character, const State& state) {
    State displaced = state;
    displaced.Z = displacements(character, state.Z);
    displaced.Zdot = displacements(character, state.Zdot);
    displaced.previous.Z = displacements(character, state.previous.Z);
    displaced.previous.Zdot = displacements(character, state.previous.Zdot);
    displaced.contact_force.resize(0, 3);
    return displaced;
}

std::optional<Error> missing_in(const Character& character, const std::string& what) {
    if (character.contact_points) {
        return Error{ErrorKind::bad_input, what + " has no contact: compare the character without obstacles",
                     character.description.name};
    }
    if (character.pinned.size() > 0) {
        return Error{ErrorKind::bad_input, what + " has no pins: compare the character without them",
                     character.description.name};
    }
    if (character.musculature.count() > 0) {
        return Error{ErrorKind::bad_input, what + " has no muscles: compare the character with --muscles 0",
                     character.description.name};
    }
    return std::nullopt;
}

} // namespace limber::app
