// SPDX-License-Identifier: MIT
#include "engine/model/tet_clusters.h"

#include "engine/model/cluster_gradients.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <vector>

namespace limber {
namespace {

// Whether the ratio is the same in every tet, to round-off.
bool is_constant(const Vector& ratio) {
    return ratio.maxCoeff() - ratio.minCoeff() <= 1e-9 * (1.0 + ratio.maxCoeff());
}

// Removes the clusters of weight zero.
ClusterGradients without_empty(const ClusterGradients& gradients) {
    std::vector<Index> rows;
    std::vector<Index> kept;
    for (Index c = 0; c < gradients.weight.size(); ++c) {
        if (gradients.weight(c) > 0.0) {
            kept.push_back(c);
            rows.insert(rows.end(), {3 * c, 3 * c + 1, 3 * c + 2});
        }
    }
    return {gradients.on_modes(rows, Eigen::all), gradients.on_rig(rows, Eigen::all), gradients.weight(kept)};
}

// The gradients along the normal, and of the normal's coordinate, are zero but for round-off; the depth's own is one.
void remove_round_off(ClusterGradients& gradients) {
    for (Index c = 0; c < gradients.weight.size(); ++c) {
        gradients.on_modes.row(3 * c + 2).setZero();
        auto on_rig = gradients.on_rig.middleRows(3 * c, 3);
        on_rig.col(2).setZero();
        on_rig.row(2).setZero();
        on_rig(2, 2) = 1.0;
    }
}

ClusterGradients gradients_of(const ClusteredTets& tets, const Vector& weight_of_tet) {
    ClusterGradients gradients = cluster_gradients(tets.mesh, hat_gradients(tets.mesh), weight_of_tet, tets.rig, tets.W,
                                                   tets.frame, tets.clusters);
    if (tets.is_planar) {
        remove_round_off(gradients);
    }
    return gradients;
}

} // namespace

std::optional<Error> fault_in_clusters(const TetMesh& mesh, const Clusters& clusters) {
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count()) {
        return Error{ErrorKind::bad_input, "the clusters belong to another mesh", "clusters"};
    }
    const auto outside = [&](int label) {
        return label < 0 || label >= clusters.count;
    };
    if (std::any_of(clusters.of_tet.begin(), clusters.of_tet.end(), outside)) {
        return Error{ErrorKind::bad_input, "a tet has a label that no cluster has", "clusters"};
    }
    return std::nullopt;
}

TetClusterSets tet_cluster_sets(const ClusteredTets& tets) {
    const Vector volumes = tet_volumes(tets.mesh);
    const Vector two_mu = 2.0 * lame_mu(tets.material);
    const Vector lambda = lame_lambda(tets.material);
    const Vector ratio = lambda.cwiseQuotient(two_mu);
    const auto shape = gradients_of(tets, two_mu.cwiseProduct(volumes));
    const bool one_set = is_constant(ratio);
    const Vector none = Vector::Zero(tets.clusters.count);
    TetClusterSets made;
    made.w_sum = shape.weight.sum();
    made.lambda_ratio_max = ratio.maxCoeff();
    made.sets.push_back(cluster_set(shape.on_modes * tets.T, shape.on_rig, shape.weight,
                                    one_set ? Vector(ratio.mean() * shape.weight) : none));
    if (!one_set) {
        const auto volume = without_empty(gradients_of(tets, lambda.cwiseProduct(volumes)));
        made.sets.push_back(
            cluster_set(volume.on_modes * tets.T, volume.on_rig, Vector::Zero(volume.weight.size()), volume.weight));
    }
    return made;
}

} // namespace limber
