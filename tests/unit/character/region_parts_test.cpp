// SPDX-License-Identifier: MIT
#include "app/character/region_parts.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "engine/mesh/topology.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace limber::app {
namespace {

using limber::testing::write_labels;

/// The small bar of two regions, split in the middle.
class PartsOfRegions : public ::testing::Test {
protected:
    PartsOfRegions() {
        scene = read_scene(limber::testing::write_small_scene(folder)).value().value;
        scene.material.labels = folder / "labels.json";
        scene.material.regions = {{"plain", 1.0, 1.0}, {"hard", 16.0, 2.0}};
    }
    static double middle_of(const TetMesh& mesh, Index t) {
        double middle = 0.0;
        for (const int vertex : mesh.T.row(t)) {
            middle += 0.25 * mesh.X(vertex, 0);
        }
        return middle;
    }
    CharacterPtr with_labels(const std::vector<int>& labels) {
        EXPECT_TRUE(write_labels(labels, folder / "labels.json"));
        auto read = read_character(scene);
        EXPECT_TRUE(read) << sentence(read.error());
        return std::move(read).value();
    }

    limber::testing::ScratchFolder folder;
    CharacterDescription scene;
};

TEST_F(PartsOfRegions, HaveTheSameMaterialAwayFromTheBorder) {
    const TetMesh bar = limber::testing::small_bar();
    const double half = 0.5 * bar.X.col(0).maxCoeff();
    std::vector<int> labels;
    for (Index t = 0; t < bar.tet_count(); ++t) {
        labels.push_back(middle_of(bar, t) < half ? 0 : 1);
    }
    const CharacterPtr labelled = with_labels(labels);
    const auto parts = parts_of_regions(*labelled);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 1U) << "the plain region needs none";
    EXPECT_EQ(parts->front().name, "hard");
    scene.material.labels.clear();
    scene.material.regions.clear();
    scene.material.parts = *parts;
    const auto painted = read_character(scene);
    ASSERT_TRUE(painted) << sentence(painted.error());
    int compared = 0;
    for (Index t = 0; t < bar.tet_count(); ++t) {
        if (std::abs(middle_of(bar, t) - half) > 0.6 * half) {
            ++compared;
            EXPECT_NEAR(painted.value()->material.young(t) / labelled->material.young(t), 1.0, 0.1) << t;
            EXPECT_NEAR(painted.value()->material.density(t) / labelled->material.density(t), 1.0, 0.1) << t;
        }
    }
    EXPECT_GT(compared, 0);
}

TEST_F(PartsOfRegions, ThatDoNotReachTheSurfaceAreNone) {
    const TetMesh bar = limber::testing::small_bar();
    const std::vector<int> surface = boundary_vertices(bar.T);
    std::vector<int> labels;
    for (Index t = 0; t < bar.tet_count(); ++t) {
        const auto is_on_surface = [&](int vertex) {
            return std::ranges::binary_search(surface, vertex);
        };
        labels.push_back(std::ranges::none_of(bar.T.row(t), is_on_surface) ? 1 : 0);
    }
    ASSERT_GT(std::ranges::count(labels, 1), 0);
    EXPECT_FALSE(parts_of_regions(*with_labels(labels)));
}

TEST_F(PartsOfRegions, OfNoTetsAreLeftOut) {
    const TetMesh bar = limber::testing::small_bar();
    scene.material.regions.push_back({"unused", 3.0, 1.0});
    const auto parts = parts_of_regions(*with_labels(std::vector<int>(static_cast<std::size_t>(bar.tet_count()), 1)));
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 1U);
    EXPECT_EQ(parts->front().name, "hard");
}

} // namespace
} // namespace limber::app
