// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"

#include "engine/clusters/cluster_features.h"
#include "engine/clusters/connected_pieces.h"
#include "engine/clusters/k_means.h"
#include "engine/mesh/topology.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

namespace limber {
namespace {

// Splitting gives more clusters than k-means was asked for, and joining reduces them to the requested number; k-means
// is repeated with more clusters only if too few are left.
constexpr int attempts_max = 4;
constexpr double share_accepted = 0.95;

std::optional<Error> fault_in(const ClusterOptions& options, const TetMesh& mesh) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one cluster is needed", "clusters"};
    }
    if (options.count > mesh.tet_count()) {
        return Error{ErrorKind::bad_input,
                     std::to_string(options.count) + " clusters are more than the mesh has tets; ask for at most " +
                         std::to_string(mesh.tet_count()),
                     "clusters"};
    }
    if (!(options.feature_exponent >= 0.0 && options.feature_exponent <= 10.0)) {
        return Error{ErrorKind::bad_input, "the feature exponent must lie between 0 and 10", "feature_exponent"};
    }
    if (options.tets_min < 0) {
        return Error{ErrorKind::bad_input, "the smallest cluster cannot have a negative number of tets", "tets_min"};
    }
    if (!(options.volume_share_min >= 0.0 && options.volume_share_min < 1.0)) {
        return Error{ErrorKind::bad_input, "the smallest cluster's share of an average volume must be in [0, 1)",
                     "volume_share_min"};
    }
    if (options.iterations_max < 1) {
        return Error{ErrorKind::bad_input, "at least one iteration is needed", "iterations_max"};
    }
    return std::nullopt;
}

// If the requested clusters have few tets, the limit for small pieces is lower.
SmallPieces small_pieces(const ClusterOptions& options, std::span<const double> volumes) {
    const auto tet_count = static_cast<Index>(volumes.size());
    const double volume = std::accumulate(volumes.begin(), volumes.end(), 0.0);
    return {std::min(options.tets_min, tet_count / (4 * options.count)),
            options.volume_share_min * volume / static_cast<double>(options.count)};
}

// The number of clusters to ask k-means for next, when `asked` clusters gave `became` after splitting and joining.
Index next_count(Index asked, Index became, Index wanted, Index tet_count) {
    const double ratio = static_cast<double>(wanted) / static_cast<double>(became);
    return std::clamp<Index>(std::lround(static_cast<double>(asked) * ratio), 1, tet_count);
}

bool is_too_few(const Labels& pieces, Index wanted) {
    return static_cast<double>(pieces.count) < share_accepted * static_cast<double>(wanted);
}

} // namespace

Result<Clusters> clusters_of(const TetMesh& mesh, const Matrix& W, const Vector& lambda, const ClusterOptions& options,
                             Progress* progress) {
    EXPECTS(W.rows() == mesh.vertex_count() && W.cols() == lambda.size() && W.cols() > 0);
    if (auto fault = fault_in(options, mesh)) {
        return *fault;
    }
    if (options.count == mesh.tet_count()) {
        return one_cluster_a_tet(mesh.tet_count());
    }
    const FeatureTable features = cluster_features(mesh, W, lambda, options.feature_exponent, options.threads);
    const Tets neighbours = face_neighbours(mesh.T);
    const Vector tet_volume = tet_volumes(mesh);
    const std::span<const double> volumes(tet_volume.data(), static_cast<std::size_t>(tet_volume.size()));
    const SmallPieces small = small_pieces(options, volumes);

    Labels pieces;
    Index asked = options.count;
    for (int attempt = 0; attempt < attempts_max && is_too_few(pieces, options.count); ++attempt) {
        const auto labels = k_means(features, volumes,
                                    {.cluster_count = static_cast<int>(asked),
                                     .iterations_max = options.iterations_max,
                                     .seed = options.seed,
                                     .threads = options.threads},
                                    progress);
        if (!labels) {
            return Error{ErrorKind::cancelled, "the clustering was cancelled", ""};
        }
        Labels joined =
            joined_small_pieces(connected_pieces(neighbours, *labels), neighbours, features, volumes, small);
        asked = next_count(asked, joined.count, options.count, mesh.tet_count());
        if (joined.count > pieces.count) {
            pieces = std::move(joined);
        }
    }
    if (pieces.count > options.count) {
        pieces = joined_cheapest_pieces(pieces, neighbours, features, volumes, static_cast<int>(options.count));
    }
    return Clusters{std::move(pieces.of_tet), pieces.count};
}

Clusters one_cluster_a_tet(Index tet_count) {
    Clusters clusters{std::vector<int>(static_cast<std::size_t>(tet_count)), static_cast<int>(tet_count)};
    std::iota(clusters.of_tet.begin(), clusters.of_tet.end(), 0);
    return clusters;
}

Clusters one_cluster(Index tet_count) {
    return {std::vector<int>(static_cast<std::size_t>(tet_count), 0), 1};
}

} // namespace limber
