#pragma once

#include "app/panels/studio.h"

/// What a lesson is set to, which is no part of the scene: what the gait is wanted for, in weights (AALM equation 17
/// and its kin), what of it is the person's own (style control, AALM figure 9), and how long the search may take.
namespace limber::app {

void lesson_settings(Studio& studio);
/// For a body under these controls: where it faces, and how many of its steps a rollout takes.
Lesson chosen_lesson(const LiveControls& controls, const Character& character);

} // namespace limber::app
