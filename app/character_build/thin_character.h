// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/element_model.h"

/// The stages of a character that consists of rods or is a shell (engine/body/thin_body.h), in place of those of tets.
/// Its reference material has Young's modulus and density of `UniformMaterial`, and the Poisson's ratio of its
/// description, which is built in (material_scales.h).
namespace limber::app {

/// What the commands say that do not support such a character.
Error refusal_of_thin_body(const CharacterDescription& scene);

/// Vertices without tets in the unit of the file, and what connects them: polylines of rods or triangles of a shell.
/// Fails with bad_input.
Result<Repaired<TetMesh>> read_thin_mesh(Character& character);

/// Of the reference material; needs the mesh in metres. Fails as rod_body_elements and shell_body_elements.
Result<ElementBody> thin_elements(const Character& character);

/// Masses of the reference material; needs the mesh in metres.
Result<Done> load_thin_mass(Character& character);
/// Needs the masses. Fails as element_modes.
Result<SkinningModes> thin_modes_of(const Character& character, Progress* progress);
/// Needs the modes and the rig. Fails as element_model.
Result<ReducedModel> thin_model_of(const Character& character);

} // namespace limber::app
