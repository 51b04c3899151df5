// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/control/gait_search.h"
#include "engine/stepper/state.h"

#include <string>

/// The start state of a scene, if its description has one (start_description.h).
namespace limber::app {

struct StartState {
    AffineStack Z;        // k x 3
    Points contact_force; // s x 3 [N]
};

/// A fingerprint of the model, its muscles and its contact points, to which the numbers of a start state belong.
std::string start_model_of(const Character& character);

/// The start state and the objective of a search's rollouts, for its scene.
StartDescription start_of(const GaitSearch& search, const Character& character);

/// Sets the character's start state from its description; leaves it empty with a warning if it belongs to another
/// model. Needs the model and the contact points.
void load_start(Character& character);

/// Sets `state` to the character's start state without velocity; `offset` moves the whole body like
/// LiveControls::rig_offset. Turned displacements may leave a linear subspace; the nearest are taken. Precondition: it
/// has a start state.
void place_at_start(const Character& character, const Affine& offset, State& state);

} // namespace limber::app
