// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"

#include <optional>

/// The clusters of tets of a reduced model (reduced_model.h, planar_model.h).
namespace limber {

/// What they are summed from. W: n x m.
struct ClusteredTets {
    const TetMesh& mesh;
    const Material& material;
    const Rig& rig;
    const Matrix& W;
    const Clusters& clusters;
};

/// A label a tet, of a cluster that is there.
std::optional<Error> fault_in_clusters(const TetMesh& mesh, const Clusters& clusters);

/// Adds the sets of clusters, their w_sum and lambda_ratio_max. The coordinates and the frame of the model are known,
/// and whether it is planar: then the gradients along z are those of the rig, without round-off.
void add_cluster_sets(const ClusteredTets& tets, ReducedModel& model);

} // namespace limber
