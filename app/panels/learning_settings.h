#pragma once

#include "app/panels/studio.h"

namespace limber::app {

/// What the selected character is to learn (scene/lesson_settings.h).
void lesson_settings(Studio& studio);
/// What is to be learnt, in words: "turn left", and "do as weighted (left)" where other weights than those of that key
/// were chosen for it.
std::string goal_words(GaitRole role, const Objective& objective);

/// The same for its body as it is on the stage.
Lesson chosen_lesson(const Studio& studio);

} // namespace limber::app
