#pragma once

#include "app/character/stage.h"

namespace limber::app {

/// Builds the selected character's model anew from that stage on.
struct RebuildCharacter {
    Stage from = Stage::nothing;
};

} // namespace limber::app
