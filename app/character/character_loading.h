// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/cached_build.h"
#include "app/character/character.h"
#include "app/character/gltf_reads.h"

/// Reads the files of a character, scales them to metres and applies the turn. Each function fills its part of the
/// character and adds its warnings.
namespace limber::app {

/// Takes the tets of a surface from the cache if possible.
Result<Done> load_mesh(Character& character, CachedBuild& cached_build, GltfReads& files, Progress* progress);
Result<Done> load_material(Character& character);
Result<Done> load_rig(Character& character, GltfReads& files);
Result<Done> load_clips(Character& character, GltfReads& files);
/// Loads the starting gait: the one in the scene, the one in its gait file, or an empty gait.
Result<Done> load_gait(Character& character);
Result<Done> load_look(Character& character);
} // namespace limber::app
