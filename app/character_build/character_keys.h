// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/fingerprint.h"
#include "engine/rig/rig_draft.h"

/// The cache keys of a character's precomputed results. A key is the fingerprint of everything that the result depends
/// on and of nothing else, so that a renamed or moved scene finds its entries. Keys contain values, not the files or
/// options that they come from.
namespace limber::app {

/// `names` are those of the parts that messages about the tets may mention.
Fingerprint tets_key(const SurfaceMesh& surface, Index target_vertices, const std::vector<std::string>& names);
/// Of values on a surface that are carried to a mesh.
Fingerprint field_key(const SurfaceMesh& surface, const Matrix& values, const TetMesh& mesh, SurfaceFit fit);
Fingerprint leak_key(const Character& character);
/// The key of the eigenproblem, independent of the count.
Fingerprint problem_key(const Character& character);
/// `count`: number of solved modes; the character may use fewer.
Fingerprint modes_key(const Character& character, Index count);
Fingerprint handles_key(const TetMesh& mesh, Index count);
/// The key of a linear subspace's basis. `material`: of the modes.
Fingerprint basis_key(const Character& character, const Material& material);
Fingerprint clusters_key(const Character& character);
/// `material`: of the model.
Fingerprint model_key(const Character& character, const Material& material);
/// Of a linear subspace. `material`: of the training.
Fingerprint cubature_key(const Character& character, const Material& material, const NewtonDescription& newton);
/// Of the second derivatives of its pockets' volumes.
Fingerprint pockets_key(const CubaturePressure& pressure);
/// `region`: n, or empty for the whole body; `count`: number of solved modes.
Fingerprint muscle_modes_key(const Character& character, const Material& material, const Vector& region, Index count);

} // namespace limber::app
