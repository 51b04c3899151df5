#pragma once

#include "app/scene/character.h"
#include "app/scene/recall.h"

/// The doors of a character: its files, read, scaled to metres and turned. Each function fills its part of the
/// character and adds its warnings.
namespace limber::app {

/// A surface's tets are recalled where they are known.
Result<Done> load_mesh(Character& character, Recall& recall, Progress* progress);
Result<Done> load_material(Character& character);
Result<Done> load_rig(Character& character);
Result<Done> load_clips(Character& character);
/// The gait that the scene starts with: its own, the one in the file that it names, or one that rests.
Result<Done> load_gait(Character& character);
Result<Done> load_look(Character& character);
/// One a boundary vertex: how closely contact points lie there; empty where they lie alike everywhere.
Result<Vector> contact_density(const Character& character);
/// The contact points, which need the model, and what they may touch.
Result<Done> load_surroundings(Character& character);

} // namespace limber::app
