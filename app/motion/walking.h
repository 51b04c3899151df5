#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/control/walker.h"

#include <functional>

namespace limber::app {

/// Why no body of this scene can learn to move, as far as its description tells: it has no muscles, nothing to push
/// against, or a rig that holds it.
std::optional<Error> fault_in_walker(const CharacterDescription& scene);

/// The character as a search sees it: its material, its muscles' strength, its world and its step are those of the
/// controls, at their placement, without handles, and settled on its support. Fails with bad_input if the character
/// cannot walk, and if its numbers are not finite before it rests.
/// The instruction set must run here; it decides the last bits of where it rests, and of every rollout from there.
/// While it comes to rest, `goes_on` is called before each step; if it returned false, the walker is not usable.
Result<Walker> walker_of(const CharacterPtr& character, LiveControls controls,
                         InstructionSet instruction_set = widest_instruction_set(),
                         const std::function<bool()>& goes_on = {});
/// The same under the controls with which its scene starts.
Result<Walker> walker_of(const CharacterPtr& character, InstructionSet instruction_set = widest_instruction_set());

/// The same where it has not come to rest: it starts from the state that its scene has, else from the rig's pose.
Result<Walker> walker_at_start(const CharacterPtr& character, LiveControls controls, InstructionSet instruction_set);

/// Whether a search uses the same body in the same world: compares all but the playback and the handles.
bool is_same_world(LiveControls one, LiveControls other);

/// What a search needs and the scene may not say: a body of its own instead of the handle that a bare mesh is held
/// by, and a floor under it.
CharacterDescription set_free(CharacterDescription scene);

} // namespace limber::app
