#pragma once

#include "app/character/character.h"
#include "engine/core/fingerprint.h"

/// Under which keys the cache has what a character's preparation computes: for each product a fingerprint of
/// everything that it depends on, and of nothing else, so that a scene that was renamed, moved or lit otherwise finds
/// its own. The values themselves stand in it, not the files or options that they came from.
namespace limber::app {

Fingerprint tets_key(const SurfaceMesh& surface, Index target_vertices);
Fingerprint leak_key(const Character& character);
/// Of the eigenproblem, whatever the count; `is_held_back`: whether the rig's motion is taken out of it.
Fingerprint problem_key(const Character& character, bool is_held_back);
/// `count`: of those that are solved for, of which the character may take fewer.
Fingerprint modes_key(const Character& character, Index count);
Fingerprint clusters_key(const Character& character);
/// `material`: which the model is built with.
Fingerprint model_key(const Character& character, const Material& material);
/// `region`: n, or empty for the whole body; `count`: of those that are solved for.
Fingerprint muscle_modes_key(const Character& character, const Material& material, const Vector& region, Index count);

} // namespace limber::app
