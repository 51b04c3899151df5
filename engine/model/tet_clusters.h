// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/cluster_set.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_basis.h"

#include <optional>
#include <vector>

/// The clusters of tets of a reduced model (reduced_model.h, planar_model.h).
namespace limber {

/// What they are summed from. W: n x m; T: 4m x k, of the coordinates to affine maps in the frame.
struct ClusteredTets {
    const TetMesh& mesh;
    const Material& material;
    const Rig& rig;
    const Matrix& W;
    const Clusters& clusters;
    const RestFrame& frame;
    const Matrix& T;
    bool is_planar = false; // the gradients along z are those of the rig, without round-off
};

struct TetClusterSets {
    std::vector<ClusterSet> sets; // as in ReducedModel
    double w_sum = 0.0;           // [J]
    double lambda_ratio_max = 0.0;
};

/// A label a tet, of a cluster that is there.
std::optional<Error> fault_in_clusters(const TetMesh& mesh, const Clusters& clusters);

TetClusterSets tet_cluster_sets(const ClusteredTets& tets);

} // namespace limber
