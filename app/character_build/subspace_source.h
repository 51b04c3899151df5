// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <filesystem>
#include <optional>

/// What a character's subspace is made from: files, and the loads of its scene.
namespace limber::app {

/// What a body whose displacements are corrected when they are shown cannot have. What acts on it acts on no linear
/// function of the coordinates. Contact of modal warping is linearised in each step; of rotation-strain that would take
/// a pass over all tets for each point and coordinate.
std::optional<Error> missing_in_reconstruction(const CharacterDescription& description);

/// 3n x k, of the motion in `subspace_file`. Errors name the file.
Result<Matrix> basis_of_motion_file(const Character& character, Progress* progress);
/// Those in `subspace_file`. Errors name the file.
Result<SkinningModes> weights_in_file(const Character& character);

/// Of the file that its subspace is made from, if it has one, before anything is computed; needs mesh and rig.
std::optional<Error> fault_in_file_of_subspace(const Character& character);

/// Empty: none is read.
std::filesystem::path file_of_subspace(const CharacterDescription& description);
/// Whether there is a subspace for each load, of which one acts at a time.
bool switches_between_loads(const CharacterDescription& description);

} // namespace limber::app
