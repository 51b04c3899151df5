// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/cluster_features.h"
#include "engine/core/progress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// k-means++ [Arthur and Vassilvitskii 2007] and Lloyd's iteration for weighted points. On large sets both run on an
/// even subset first; its centres then need few iterations on the whole set. Results have the same bits on any number
/// of threads: sums are accumulated per block and added in block order.
namespace limber {

struct KMeansOptions {
    int cluster_count = 1;
    int iterations_max = 30;
    double changes_min = 5e-4;         // stops when a smaller share of points changes its cluster
    std::size_t subset_min = 4096;     // minimum size of the subset
    std::size_t subset_a_cluster = 40; // and minimum size for each cluster
    std::uint64_t seed = 1;
    Threads threads = {};
};

/// A label in [0, cluster_count) for every point; labels may be unused where points coincide. Nullopt when cancelled.
std::optional<std::vector<int>> k_means(const FeatureTable& points, std::span<const double> weights,
                                        const KMeansOptions& options, Progress* progress);

} // namespace limber
