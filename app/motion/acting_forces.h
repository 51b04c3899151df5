// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/loads/acting_component.h"
#include "engine/stepper/state.h"

#include <vector>

/// What acts on a body from outside, at places of its mesh, so that it can act on any subspace of the body.
namespace limber::app {

/// Of one step. The lists must outlive it.
struct Pulls {
    const std::vector<PointHandle>& handles; // that hold the body
    const std::vector<AppliedForce>& forces; // as strong as they are now
    const std::vector<PointSpring>& springs; // as long at rest as they are now
};

/// The spring between these points in the subspace of this character.
Spring spring_on(const Character& character, const PointSpring& spring);

/// The controls of a step in the subspace of this character, which has the same body: with its points, and its contact
/// points where there is contact.
Controls controls_in(const Character& character, Controls controls, const Pulls& pulls);

/// The forces on the body at the start of a step, in the frame of its rest: handles and springs pull with the stiffness
/// that they have now, contacts with the forces of the last step. `controls`: with the points of this character.
/// `spread`: points whose places give the rotation of the body.
std::vector<VertexForce> forces_on(const Character& character, const ContactPoints& spread, const State& state,
                                   const Controls& controls, const Pulls& pulls);

} // namespace limber::app
