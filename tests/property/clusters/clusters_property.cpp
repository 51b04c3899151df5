// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"

#include "engine/mesh/topology.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

namespace limber {
namespace {

struct Body {
    TetMesh mesh;
    Matrix W;
    Vector lambda;
};

Body body(const TetMesh& mesh, Index modes) {
    const Material material = uniform_material({}, mesh.tet_count());
    auto solved = skinning_modes(mesh, material, Matrix(mesh.vertex_count(), 0), {.count = modes});
    EXPECT_TRUE(solved);
    return {mesh, solved.value().W, solved.value().lambda};
}

const Body& bar() {
    static const Body made = body(testing::bar_mesh(30, 8, 6, Vec3(3.0, 1.0, 0.7)), 8);
    return made;
}

const Body& ball() {
    static const Body made = body(testing::ball_mesh(9), 10);
    return made;
}

Clusters clusters(const Body& of, const ClusterOptions& options) {
    const auto found = clusters_of(of.mesh, of.W, of.lambda, options);
    EXPECT_TRUE(found) << (found ? "" : sentence(found.error()));
    return found.value();
}

void expect_every_label_used(const Clusters& found, const TetMesh& mesh) {
    ASSERT_EQ(found.of_tet.size(), static_cast<std::size_t>(mesh.tet_count()));
    const std::set<int> labels(found.of_tet.begin(), found.of_tet.end());
    EXPECT_EQ(static_cast<int>(labels.size()), found.count);
    EXPECT_EQ(*labels.begin(), 0);
    EXPECT_EQ(*labels.rbegin(), found.count - 1);
}

// Floods every cluster from its first tet; each tet must be reached.
void expect_connected(const Clusters& found, const TetMesh& mesh) {
    const Tets neighbours = face_neighbours(mesh.T);
    std::vector<bool> started(static_cast<std::size_t>(found.count), false);
    std::vector<bool> reached(found.of_tet.size(), false);
    for (std::size_t t = 0; t < found.of_tet.size(); ++t) {
        const auto label = static_cast<std::size_t>(found.of_tet[t]);
        if (started[label]) {
            EXPECT_TRUE(reached[t]) << "tet " << t << " hangs loose from cluster " << label;
            continue;
        }
        started[label] = true;
        std::vector<std::size_t> front = {t};
        reached[t] = true;
        while (!front.empty()) {
            const std::size_t here = front.back();
            front.pop_back();
            for (const int u : neighbours.row(static_cast<Index>(here))) {
                const auto there = static_cast<std::size_t>(u);
                if (u >= 0 && !reached[there] && found.of_tet[there] == found.of_tet[t]) {
                    reached[there] = true;
                    front.push_back(there);
                }
            }
        }
    }
}

std::size_t smallest(const Clusters& found) {
    std::vector<std::size_t> sizes(static_cast<std::size_t>(found.count), 0);
    for (const int label : found.of_tet) {
        ++sizes[static_cast<std::size_t>(label)];
    }
    return *std::min_element(sizes.begin(), sizes.end());
}

TEST(ClusterLaws, EveryLabelIsUsedAndEveryClusterIsConnected) {
    for (const Body* of : {&bar(), &ball()}) {
        for (const Index count : {1, 2, 7, 50, 300}) {
            const Clusters found = clusters(*of, {.count = count});
            expect_every_label_used(found, of->mesh);
            expect_connected(found, of->mesh);
        }
    }
}

TEST(ClusterLaws, CountIsTheRequestedOneOrSlightlyLess) {
    for (const Body* of : {&bar(), &ball()}) {
        for (const double exponent : {0.0, 0.5, 1.0}) {
            for (const Index count : {1, 5, 20, 100, 400}) {
                const Clusters found = clusters(*of, {.count = count, .feature_exponent = exponent});
                EXPECT_LE(found.count, count) << exponent;
                EXPECT_GE(found.count, count - count / 10) << exponent;
            }
        }
    }
}

TEST(ClusterLaws, ClustersAreNotTiny) {
    EXPECT_GE(smallest(clusters(bar(), {.count = 60})), 8u);
    EXPECT_GE(smallest(clusters(ball(), {.count = 60, .feature_exponent = 2.0})), 8u);
}

TEST(ClusterLaws, ThePapersExponentStillGivesConnectedClusters) {
    const Clusters found = clusters(ball(), {.count = 100, .feature_exponent = 2.0});
    expect_every_label_used(found, ball().mesh);
    expect_connected(found, ball().mesh);
}

TEST(ClusterLaws, BitsDoNotDependOnTheThreads) {
    const Clusters one = clusters(ball(), {.count = 90, .threads = {1}});
    for (const int threads : {2, 3, 8}) {
        EXPECT_EQ(clusters(ball(), {.count = 90, .threads = {threads}}).of_tet, one.of_tet);
    }
}

TEST(ClusterLaws, SeedDeterminesTheClusters) {
    const Clusters first = clusters(bar(), {.count = 40, .seed = 5});
    EXPECT_EQ(clusters(bar(), {.count = 40, .seed = 5}).of_tet, first.of_tet);
    EXPECT_NE(clusters(bar(), {.count = 40, .seed = 6}).of_tet, first.of_tet);
}

TEST(ClusterLaws, SignsOfTheModesDoNotMatter) {
    Body flipped = bar();
    flipped.W.col(2) *= -1.0;
    flipped.W.col(5) *= -1.0;
    EXPECT_EQ(clusters(flipped, {.count = 40}).of_tet, clusters(bar(), {.count = 40}).of_tet);
}

TEST(ClusterLaws, AsManyClustersAsTetsAreTheTets) {
    const TetMesh mesh = testing::bar_mesh(3, 2, 2);
    const Body small = body(mesh, 3);
    const Clusters found = clusters(small, {.count = mesh.tet_count()});
    EXPECT_EQ(found.of_tet, one_cluster_a_tet(mesh.tet_count()).of_tet);
    EXPECT_EQ(found.count, mesh.tet_count());
}

TEST(ClusterLaws, SubsetOfATinyMeshWorks) {
    const TetMesh mesh = testing::two_tets();
    const Body small = body(mesh, 2);
    for (Index count = 1; count <= mesh.tet_count(); ++count) {
        expect_every_label_used(clusters(small, {.count = count}), mesh);
    }
}

TEST(ClusterLaws, ConstantModeIsClusteredByPosition) {
    const Body stiff = body(testing::bar_mesh(20, 3, 3, Vec3(4.0, 1.0, 1.0)), 1);
    const Clusters found = clusters(stiff, {.count = 10});
    expect_connected(found, stiff.mesh);
    EXPECT_NEAR(found.count, 10, 2);
}

} // namespace
} // namespace limber
