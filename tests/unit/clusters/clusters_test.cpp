// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"

#include "engine/clusters/connected_pieces.h"
#include "engine/clusters/k_means.h"
#include "engine/clusters/nearest_centres.h"
#include "engine/core/random.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace limber {
namespace {

using ::testing::HasSubstr;

Result<Clusters> clusters_of_a_bar(const ClusterOptions& options, Progress* progress = nullptr) {
    const TetMesh mesh = testing::bar_mesh(4, 2, 2);
    return clusters_of(mesh, mesh.X, Vec3(1.0, 2.0, 3.0), options, progress);
}

TEST(Clusters, RejectInvalidRequests) {
    EXPECT_EQ(clusters_of_a_bar({.count = 0}).error().where, "clusters");
    EXPECT_THAT(clusters_of_a_bar({.count = 97}).error().message, HasSubstr("at most 96"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(clusters_of_a_bar({.count = 5, .feature_exponent = nan}).error().where, "feature_exponent");
    EXPECT_EQ(clusters_of_a_bar({.count = 5, .feature_exponent = -1.0}).error().where, "feature_exponent");
    EXPECT_EQ(clusters_of_a_bar({.count = 5, .tets_min = -1}).error().where, "tets_min");
    EXPECT_EQ(clusters_of_a_bar({.count = 5, .volume_share_min = 1.0}).error().where, "volume_share_min");
    EXPECT_EQ(clusters_of_a_bar({.count = 5, .iterations_max = 0}).error().where, "iterations_max");
}

TEST(Clusters, StopWhenCancelled) {
    Progress progress;
    progress.cancel();
    EXPECT_EQ(clusters_of_a_bar({.count = 5}, &progress).error().kind, ErrorKind::cancelled);
}

FeatureTable random_points(std::size_t count, std::size_t features) {
    Rng rng(4);
    FeatureTable points(count, features);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < features; ++k) {
            points.at(i, k) = static_cast<float>(rng.normal());
        }
    }
    return points;
}

TEST(NearestCentres, EqualAPlainSearch) {
    const FeatureTable points = random_points(feature_lanes, 5);
    const FeatureTable others = random_points(70, 5);
    std::vector<float> centres;
    for (std::size_t c = 0; c < 70; ++c) {
        for (std::size_t k = 0; k < 5; ++k) {
            centres.push_back(others.at(c, k) + 0.1f);
        }
    }
    NearestCentres nearest;
    nearest_centres(points.block(0), centres.data(), 5, 70, nearest);
    for (std::size_t i = 0; i < feature_lanes; ++i) {
        float best = std::numeric_limits<float>::infinity();
        int label = -1;
        for (std::size_t c = 0; c < 70; ++c) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < 5; ++k) {
                const float d = points.at(i, k) - centres[c * 5 + k];
                sum += d * d;
            }
            label = sum < best ? static_cast<int>(c) : label;
            best = std::min(best, sum);
        }
        EXPECT_EQ(nearest.centre[i], label);
        EXPECT_EQ(nearest.squared_distance[i], best);
    }
}

TEST(KMeans, SeparatesDistantGroups) {
    FeatureTable points = random_points(300, 3);
    for (std::size_t i = 0; i < 300; ++i) {
        points.at(i, 0) += static_cast<float>(i % 3) * 100.0f;
    }
    const std::vector<double> weights(300, 1.0);
    const auto labels = k_means(points, weights, {.cluster_count = 3}, nullptr);
    ASSERT_TRUE(labels);
    for (std::size_t i = 3; i < 300; ++i) {
        EXPECT_EQ((*labels)[i], (*labels)[i % 3]);
    }
    EXPECT_EQ(std::set<int>(labels->begin(), labels->end()).size(), 3u);
}

TEST(KMeans, FindsNoMoreGroupsThanThereAreDistinctPoints) {
    FeatureTable points(40, 1);
    for (std::size_t i = 0; i < 40; ++i) {
        points.at(i, 0) = static_cast<float>(i % 2);
    }
    const std::vector<double> weights(40, 1.0);
    const auto labels = k_means(points, weights, {.cluster_count = 7}, nullptr);
    EXPECT_EQ(std::set<int>(labels->begin(), labels->end()).size(), 2u);
}

TEST(KMeans, OfASubsetLabelsTheWholeSet) {
    FeatureTable points = random_points(5000, 2);
    for (std::size_t i = 0; i < 5000; ++i) {
        points.at(i, 1) += static_cast<float>(i % 4) * 50.0f;
    }
    const std::vector<double> weights(5000, 0.5);
    const auto labels =
        k_means(points, weights, {.cluster_count = 4, .subset_min = 300, .subset_a_cluster = 10}, nullptr);
    for (std::size_t i = 4; i < 5000; ++i) {
        EXPECT_EQ((*labels)[i], (*labels)[i % 4]);
    }
}

TEST(ConnectedPieces, SplitDisconnectedClusters) {
    const TetMesh mesh = testing::bar_mesh(5, 1, 1); // six tets in each cell, cell after cell
    std::vector<int> labels(30, 0);
    std::fill(labels.begin() + 12, labels.begin() + 18, 1); // the middle cell
    const Labels pieces = connected_pieces(face_neighbours(mesh.T), labels);
    EXPECT_EQ(pieces.count, 3);
    EXPECT_EQ(pieces.of_tet.front(), 0);
    EXPECT_EQ(pieces.of_tet[12], 1);
    EXPECT_EQ(pieces.of_tet.back(), 2);
}

TEST(ConnectedPieces, MergeWithTheMostSimilarNeighbour) {
    const TetMesh mesh = testing::bar_mesh(5, 1, 1);
    FeatureTable features(30, 1);
    std::vector<int> labels(30, 0);
    for (std::size_t t = 0; t < 30; ++t) {
        labels[t] = t < 12 ? 0 : t < 18 ? 1 : 2;
        features.at(t, 0) = t < 12 ? 0.0f : t < 18 ? 0.6f : 1.0f;
    }
    const Vector volumes = tet_volumes(mesh);
    const std::span<const double> span(volumes.data(), 30);
    const Tets neighbours = face_neighbours(mesh.T);
    const Labels joined =
        joined_small_pieces(connected_pieces(neighbours, labels), neighbours, features, span, {.tets_min = 8});
    EXPECT_EQ(joined.count, 2);
    EXPECT_EQ(joined.of_tet[11], 0);
    EXPECT_EQ(joined.of_tet[12], 1);
    EXPECT_EQ(joined.of_tet[29], 1);
    const Labels one =
        joined_small_pieces(connected_pieces(neighbours, labels), neighbours, features, span, {.tets_min = 31});
    EXPECT_EQ(one.count, 1);
}

TEST(ConnectedPieces, MergeTheMostSimilarUntilFewEnoughAreLeft) {
    const TetMesh mesh = testing::bar_mesh(6, 1, 1);
    FeatureTable features(36, 1);
    std::vector<int> labels(36);
    for (std::size_t t = 0; t < 36; ++t) {
        const std::size_t cell = t / 6;
        labels[t] = static_cast<int>(cell);
        features.at(t, 0) = static_cast<float>(cell) + (cell >= 2 ? 5.0f : 0.0f) + (cell >= 5 ? 5.0f : 0.0f);
    }
    const Vector volumes = tet_volumes(mesh);
    const std::span<const double> span(volumes.data(), 36);
    const Tets neighbours = face_neighbours(mesh.T);
    const Labels pieces = connected_pieces(neighbours, labels);
    for (int count = 1; count <= 6; ++count) {
        EXPECT_EQ(joined_cheapest_pieces(pieces, neighbours, features, span, count).count, count);
    }
    const Labels three = joined_cheapest_pieces(pieces, neighbours, features, span, 3);
    for (std::size_t t = 0; t < 36; ++t) {
        EXPECT_EQ(three.of_tet[t], t < 12 ? 0 : t < 30 ? 1 : 2);
    }
}

} // namespace
} // namespace limber
