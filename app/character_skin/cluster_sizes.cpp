// SPDX-License-Identifier: MIT
#include "app/character_skin/cluster_sizes.h"

#include <algorithm>

namespace limber::app {

std::span<const int> ClusterSizes::sample(int cluster) const {
    const auto c = static_cast<std::size_t>(cluster);
    return std::span(sampled).subspan(samples[c], samples[c + 1] - samples[c]);
}

ClusterSizes cluster_sizes(const Clusters& clusters, const Vector& volumes) {
    const auto count = static_cast<std::size_t>(clusters.count);
    ClusterSizes sizes{std::vector<int>(count, 0), std::vector<double>(count, 0.0), volumes.sum(), {0}, {}};
    std::vector<std::vector<int>> members(count);
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        const auto c = static_cast<std::size_t>(clusters.of_tet[t]);
        ++sizes.tets[c];
        sizes.volumes[c] += volumes(static_cast<Index>(t));
        members[c].push_back(static_cast<int>(t));
    }
    for (const std::vector<int>& tets : members) {
        const std::size_t sampled = std::min(tets.size(), sampled_max);
        for (std::size_t i = 0; i < sampled; ++i) {
            sizes.sampled.push_back(tets[i * tets.size() / sampled]);
        }
        sizes.samples.push_back(sizes.sampled.size());
    }
    return sizes;
}

std::string legend_of(const ClusterSizes& sizes) {
    if (sizes.tets.empty()) {
        return "no clusters";
    }
    std::vector<int> sorted = sizes.tets;
    std::ranges::sort(sorted);
    if (sorted.size() == 1) {
        return "1 cluster of " + std::to_string(sorted.front()) + " tets";
    }
    return std::to_string(sorted.size()) + " clusters of " + std::to_string(sorted.front()) + " to " +
           std::to_string(sorted.back()) + " tets, median " + std::to_string(sorted[sorted.size() / 2]);
}

} // namespace limber::app
