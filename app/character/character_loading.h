#pragma once

#include "app/character/cached_build.h"
#include "app/character/character.h"

/// The doors of a character: its files, read, scaled to metres and turned. Each function fills its part of the
/// character and adds its warnings.
namespace limber::app {

/// A surface's tets are recalled where they are known.
Result<Done> load_mesh(Character& character, CachedBuild& cached_build, Progress* progress);
Result<Done> load_material(Character& character);
Result<Done> load_rig(Character& character);
Result<Done> load_clips(Character& character);
/// The gait that the scene starts with: its own, the one in the file that it names, or one that rests.
Result<Done> load_gait(Character& character);
Result<Done> load_look(Character& character);
} // namespace limber::app
