// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/control/walker.h"

#include <functional>

namespace limber::app {

/// Why no gait can be searched for this scene, as far as the description shows: a kind that has no muscles, no
/// muscles, nothing to push against, or a rig that holds the body.
std::optional<Error> fault_in_walker(const CharacterDescription& scene);

/// The body for a gait search: material, muscle strength, obstacles, gravity, time step and placement are those of the
/// controls, without handles, forces and gusts, and the body is settled on its support. Fails with bad_input if the
/// character cannot walk or if its state becomes non-finite before it rests. The instruction set must be supported by
/// this CPU; it determines the last bits of the resting state and of all rollouts. `goes_on` is called before each
/// settling step; if it returns false, settling stops and the walker must not be used.
Result<Walker> walker_of(const CharacterPtr& character, LiveControls controls,
                         InstructionSet instruction_set = widest_instruction_set(),
                         const std::function<bool()>& goes_on = {});
/// The same with the starting controls of its scene.
Result<Walker> walker_of(const CharacterPtr& character, InstructionSet instruction_set = widest_instruction_set());

/// The same without settling: it starts from the scene's start state, or else from the rig's pose. Fails also with
/// bad_input for a body that switches between loads.
Result<Walker> walker_at_start(const CharacterPtr& character, LiveControls controls, InstructionSet instruction_set);

/// Whether a search with these controls uses the same body and the same surroundings: compares everything but the
/// playback and the handles.
bool is_same_world(LiveControls one, LiveControls other);

/// Changes the scene of a bare mesh so that a search can use it: a free body instead of one held by an affine handle,
/// and a floor under it.
CharacterDescription set_free(CharacterDescription scene);

} // namespace limber::app
