#pragma once

#include "app/character/character.h"
#include "engine/control/gait_search.h"
#include "engine/stepper/state.h"

#include <string>

/// The state from which a scene starts where its description has one (start_description.h).
namespace limber::app {

struct StartState {
    AffineStack Z;        // k x 3
    Points contact_force; // s x 3 [N]
};

/// Of all bits to which the numbers of a start belong: of the model, its muscles and its contact points.
std::string start_model_of(const Character& character);

/// Where a search's rollouts start and what they are measured by, as its scene keeps it.
StartDescription start_of(const GaitSearch& search, const Character& character);

/// Fills the character's start from its description; leaves it empty, with a warning, where it belongs to another
/// model. Needs the model and the contact points.
void load_start(Character& character);

/// Puts a state at rest there, without a velocity; `offset` moves the whole body as LiveControls::rig_offset does.
void place_at(const StartState& start, const Affine& offset, State& state);

} // namespace limber::app
