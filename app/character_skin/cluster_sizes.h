// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"

#include <span>
#include <string>
#include <vector>

/// The sizes of a character's clusters, for the legend of their colours.
namespace limber::app {

struct ClusterSizes {
    std::vector<int> tets;            // c, how many
    std::vector<double> volumes;      // c [m^3]
    double volume = 0.0;              // of the body
    std::vector<std::size_t> samples; // c + 1: the range of each in `sampled`
    std::vector<int> sampled;         // tets of each cluster, spread over it, at most sampled_max

    int count() const {
        return static_cast<int>(tets.size());
    }
    std::span<const int> sample(int cluster) const;
};

/// From so many tets the mean strain of a cluster is taken while it is shown, so that its cost has a limit.
inline constexpr std::size_t sampled_max = 64;

/// volumes: t [m^3].
ClusterSizes cluster_sizes(const Clusters& clusters, const Vector& volumes);

/// "120 clusters of 12 to 260 tets, median 90"
std::string legend_of(const ClusterSizes& sizes);

} // namespace limber::app
