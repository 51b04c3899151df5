#pragma once

#include "app/panels/studio.h"

namespace limber::app {

/// The candidates of a generation not long ago, a small picture each; a click plays one on the stage.
void population(Studio& studio);

} // namespace limber::app
