// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <vector>

/// Bounded biharmonic weights: smooth weights of point handles, as an animator would paint them [Jacobson et al. 2011,
/// Bounded Biharmonic Weights for Real-Time Deformation].
///
///     minimise  w_j' A w_j / 2   subject to   w_j = 1 at handle j and 0 at the others,   0 <= w_j <= 1
///
///     A   n x n   L M^-1 L, the bilaplacian of linear elements with the volumes of vertices as mass
///
/// Each weight is the solution of a problem of its own; afterwards the rows are divided by their sums, as in section 3
/// of the article. Weights depend on the shape alone.
namespace limber {

struct HandleWeightOptions {
    double tolerance = 1e-8; // of the optimality conditions
    Threads threads = {};    // one handle a thread
};

struct HandleWeights {
    Matrix W;       // n x m, in [0, 1]; rows sum to one
    Matrix optimal; // n x m, before the division: the solutions
    /// max |w - clamp(w - A w / s, 0, 1)| over the vertices without handles, s the mean diagonal entry of A; 0 at the
    /// solution.
    double residual_max = 0.0;
};

/// Vertices far from each other along the mesh's edges: greedily, each the farthest from those before it, so that fewer
/// are the first of more. The first is the farthest from the centre. Connected components come first. Precondition:
/// 1 <= count <= n.
std::vector<int> spread_vertices(const TetMesh& mesh, Index count);

/// The same as handles. Fails with bad_input when the mesh has fewer vertices, or more components than handles.
Result<std::vector<int>> spread_handles(const TetMesh& mesh, Index count);

/// L M^-1 L [1/m], n x n.
SparseMatrix bilaplacian(const TetMesh& mesh);

/// Solves by an interior point method, one factorisation an iteration. Fails with bad_input without handles, when two
/// handles have the same vertex, or when a connected component has no handle; with not_converged, and with cancelled.
Result<HandleWeights> bounded_biharmonic_weights(const TetMesh& mesh, const std::vector<int>& handles,
                                                 const HandleWeightOptions& options = {}, Progress* progress = nullptr);

/// The same of so many handles that are spread over the mesh. Fails as these.
Result<HandleWeights> spread_handle_weights(const TetMesh& mesh, Index count, const HandleWeightOptions& options = {},
                                            Progress* progress = nullptr);

} // namespace limber
