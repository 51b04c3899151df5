// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_basis.h"

namespace limber {

struct ClusterGradients {
    Matrix on_modes; // 3r x 4m
    Matrix on_rig;   // 3r x 4b
    Vector weight;   // r
};

/// The mean of the given gradients over each cluster, weighted by tet, as a linear map of the affine maps of the
/// secondary motion and the rig: three rows of G K B and G K J a cluster. Zero for a cluster of weight zero.
ClusterGradients cluster_gradients(const TetMesh& mesh, const TetGradients& gradients, const Vector& weight_of_tet,
                                   const Rig& rig, const Matrix& W, const RestFrame& frame, const Clusters& clusters);

} // namespace limber
