// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"
#include "engine/subspace/subspace_kind.h"

namespace limber {

/// The columns of a linear subspace of this kind, 3n x m, vertex by vertex: `count` displacements u with C'u = 0 on
/// each axis, and twelve affine motions more for displacement_affine, which do not satisfy it. The columns of
/// substructured, twelve for each domain, do not satisfy it either; a body that nothing holds has the affine motions
/// besides. `C`: n x c, D M J of the rig (FCD equation 6); c = 0 for a body that nothing holds. Fails with bad_input
/// (more than the mesh has), not_converged and cancelled. Precondition: is_linear(kind), neither pod nor one that
/// depends on loads.
Result<Matrix> linear_basis(SubspaceKind kind, const TetMesh& mesh, const Material& material, const Matrix& C,
                            Index count, Progress* progress = nullptr);

/// The columns, and the twelve affine motions of the whole body behind them.
Matrix with_affine_motions(const Matrix& basis, const Points& X);

} // namespace limber
