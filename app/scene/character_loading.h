#pragma once

#include "app/scene/cached_build.h"
#include "app/scene/character.h"

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
/// One a boundary vertex: how closely contact points lie there; empty where they lie alike everywhere. Fails with
/// bad_input where the file cannot be read, or leaves no vertex to touch.
Result<Vector> contact_density(const Character& character);
/// Those that are there may be kept where the model and what is said of the points are what they were: choosing them
/// takes most of the time.
enum class KeepPoints { no, yes };
/// The contact points, which need the model, and what they may touch; then where the body starts, which needs both.
Result<Done> load_surroundings(Character& character, KeepPoints keep = KeepPoints::no);

} // namespace limber::app
