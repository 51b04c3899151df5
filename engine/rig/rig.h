// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/rig/skeleton.h"

/// A linear blend skinning rig: x_i = sum_b w_ib P_b [X_i 1].
namespace limber {

struct Rig {
    Skeleton skeleton;
    Matrix W; // n x b weights on the tet mesh's vertices, rows sum to one
};

/// One bone at the centre of the mesh with weight one everywhere: the affine handle.
Rig affine_handle(const TetMesh& mesh);

/// Returns an error for weights of another mesh, not finite, negative beyond round-off, or rows that do not sum to one.
std::optional<Error> fault_in(const Rig& rig, const TetMesh& mesh);

/// n x 4b: the row of vertex i has w_ib [X_i 1] for every bone, so that x = J P for P of `skinning_maps`. The rig
/// Jacobian of FCD equation 2 is I_3 (x) this.
Matrix rig_jacobian(const Points& X, const Matrix& W);

} // namespace limber
