// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <cstdint>
#include <vector>

/// Groups of tets that share one rotation (FCD section 6): k-means++ on the modes' weights, averaged to the tets and
/// scaled by lambda^-exponent, then split into connected components; small components join the face neighbour with the
/// closest mean.
namespace limber {

struct ClusterOptions {
    Index count = 100;              // requested; splitting and merging change it a little
    double feature_exponent = 0.5;  // 2 in the paper, which fragments badly; 1/2 to 1 is better
    Index tets_min = 8;             // smaller components are merged
    double volume_share_min = 1e-3; // of an average cluster's volume; smaller components are merged
    int iterations_max = 30;
    std::uint64_t seed = 1;
    Threads threads = {};
};

struct Clusters {
    std::vector<int> of_tet; // t labels in [0, count), every label used
    int count = 0;
};

/// lambda: m eigenvalues; modes with a null eigenvalue are dropped. Fails with bad_input (count < 1 or more clusters
/// than tets, options out of range) and with cancelled. Results have the same bits on any number of threads.
Result<Clusters> clusters_of(const TetMesh& mesh, const Matrix& W, const Vector& lambda, const ClusterOptions& options,
                             Progress* progress = nullptr);

/// One cluster for each tet.
Clusters one_cluster_a_tet(Index tet_count);
/// One cluster for the whole body.
Clusters one_cluster(Index tet_count);

} // namespace limber
