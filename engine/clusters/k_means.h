#pragma once

#include "engine/clusters/cluster_features.h"
#include "engine/core/progress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// k-means++ [Arthur and Vassilvitskii 2007] and Lloyd's iteration, the points weighted. On large sets
/// both run on an even subset first, whose centres the whole set then needs few iterations to improve.
/// The same bits on any number of threads: sums are kept per block and added in block order.
namespace limber {

struct KMeansOptions {
    int cluster_count = 1;
    int iterations_max = 30;
    double changes_min = 5e-4;         // stops when fewer points than this share change their cluster
    std::size_t subset_min = 4096;     // points, where there are more,
    std::size_t subset_a_cluster = 40; // and at least so many a cluster
    std::uint64_t seed = 1;
    Threads threads = {};
};

/// A label in [0, cluster_count) for every point; some may be unused where points coincide. Nothing when cancelled.
std::optional<std::vector<int>> k_means(const FeatureTable& points, std::span<const double> weights,
                                        const KMeansOptions& options, Progress* progress);

} // namespace limber
