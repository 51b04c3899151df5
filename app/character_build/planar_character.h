// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

/// The stages of a character that moves in the plane of its triangles (engine/model/planar_model.h), in place of those
/// of tets from a file.
namespace limber::app {

/// What the commands say that do not support such a character.
Error refusal_of_planar_body(const CharacterDescription& scene);

/// The triangles of the file as a slab without depth, in the unit of the file: give_depth places its faces. Fails with
/// bad_input: a mesh that is not flat in the x-y plane once turned, or a triangle without area.
Result<Repaired<TetMesh>> read_planar_mesh(const Character& character);

/// Moves the two faces of the slab apart, in character.file_positions and the mesh; needs the unit.
void give_depth(Character& character);

/// Needs the masses. Fails as planar_modes.
Result<SkinningModes> planar_modes_of(const Character& character, Progress* progress);
/// `material`: of the elastic energy; needs the modes, the clusters and the rig. Fails as planar_model.
Result<ReducedModel> planar_model_of(const Character& character, const Material& material);

} // namespace limber::app
