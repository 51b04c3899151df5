#pragma once

#include "app/panels/studio.h"

namespace limber::app {

/// What the selected character is to learn (scene/lesson_settings.h).
void lesson_settings(Studio& studio);
/// The same for its body as it is on the stage.
Lesson chosen_lesson(const Studio& studio);

} // namespace limber::app
