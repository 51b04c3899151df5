// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/subspace/displacement_modes.h"

#include <vector>

/// Bases of displacements, 3n x m, vertex by vertex, that are compared with skinning subspaces.
namespace limber::app {

/// Linear modal analysis: vibration modes that the rig, if there is one, cannot make. Fails as
/// constrained_displacement_modes.
Result<DisplacementModes> vibration_modes_of(const Character& character, Index count, Progress* progress);

/// The displacements of these modes, 3n x modes. `with_affine`: twelve more
/// columns, the affine motions of the whole body. Fails as constrained_displacement_modes.
Result<Matrix> displacement_basis(const Character& character, Index modes, bool with_affine, Progress* progress);

/// Vibration modes that the rig cannot make with their modal derivatives, 3n x count. Fails as modal_derivative_basis.
Result<Matrix> modal_derivatives_of(const Character& character, Index count, Progress* progress);

/// Proper orthogonal decomposition: the subspace of this size with the least squared distance, in the mass norm, from
/// the displacements of a motion (n x 3 each). Has fewer columns if the motion spans fewer.
Matrix pod_basis(const std::vector<AffineStack>& motion, const Vector& mass, Index count);

} // namespace limber::app
