// SPDX-License-Identifier: MIT
#include "app/character_skin/cluster_sizes.h"

#include <gtest/gtest.h>

#include <set>

namespace limber::app {
namespace {

TEST(ClusterSizes, AreTheNumbersAndVolumesOfTheirTets) {
    const Clusters clusters{{0, 1, 1, 2, 1, 2}, 3};
    const Vector volumes = (Vector(6) << 1, 2, 3, 4, 5, 6).finished();
    const ClusterSizes sizes = cluster_sizes(clusters, volumes);
    EXPECT_EQ(sizes.tets, (std::vector<int>{1, 3, 2}));
    EXPECT_EQ(sizes.volumes, (std::vector<double>{1, 10, 10}));
    EXPECT_EQ(sizes.volume, 21.0);
    EXPECT_EQ(std::vector<int>(sizes.sample(1).begin(), sizes.sample(1).end()), (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(legend_of(sizes), "3 clusters of 1 to 3 tets, median 2");
}

TEST(ClusterSizes, ASampleOfALargeClusterIsSpreadOverIt) {
    constexpr int count = 1000;
    const ClusterSizes sizes = cluster_sizes(one_cluster(count), Vector::Ones(count));
    const auto sample = sizes.sample(0);
    ASSERT_EQ(sample.size(), sampled_max);
    EXPECT_EQ(std::set<int>(sample.begin(), sample.end()).size(), sampled_max);
    EXPECT_EQ(sample.front(), 0);
    EXPECT_GT(sample.back(), count - 2 * count / static_cast<int>(sampled_max));
    EXPECT_EQ(legend_of(sizes), "1 cluster of 1000 tets");
}

} // namespace
} // namespace limber::app
