// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_labels;
using limber::testing::write_small_scene;

/// A bar without a rig of two regions, split in the middle.
class BarOfTwoRegions : public ::testing::Test {
protected:
    BarOfTwoRegions() {
        scene.rig_kind = RigKind::none;
        scene.rig.clear();
        scene.clips.clear();
        scene.active_clip = -1;
        scene.modes = 16;
        scene.clusters = 60;
        scene.step.gravity.setZero();
        const TetMesh bar = limber::testing::small_bar();
        for (Index t = 0; t < bar.tet_count(); ++t) {
            double middle = 0.0;
            for (const int vertex : bar.T.row(t)) {
                middle += 0.25 * bar.X(vertex, 0);
            }
            labels.push_back(middle < 0.5 ? 0 : 1);
        }
        EXPECT_TRUE(write_labels(labels, folder / "labels.json"));
        scene.material.labels = folder / "labels.json";
    }

    CharacterPtr built() {
        auto result = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(result) << sentence(result.error());
        return std::move(result).value();
    }

    // The growth of each region's volume when the bar is pulled to 1.2 times its length.
    std::array<double, 2> growth_when_pulled(const CharacterPtr& character) const {
        LiveControls controls = starting_controls(*character);
        controls.damping = 20.0;
        for (int v = 0; v < character->vertex_count(); ++v) {
            const Vec3 X = character->mesh.X.row(v);
            if (X.x() < 1e-9 || X.x() > 1.0 - 1e-9) {
                const Vec3 target(1.2 * X.x(), X.y(), X.z());
                controls.handles.push_back({v, {v, v, v}, {1, 0, 0}, 1e4, target});
            }
        }
        Motion motion(character);
        motion.restart(controls);
        for (int frame = 0; frame < 100; ++frame) {
            motion.step(controls);
        }
        const Vector before = tet_volumes(character->mesh);
        const Vector after = tet_volumes({body_positions(*character, motion.state()), character->mesh.T});
        std::array<double, 2> rest{};
        std::array<double, 2> pulled{};
        for (std::size_t t = 0; t < labels.size(); ++t) {
            rest.at(static_cast<std::size_t>(labels[t])) += before(static_cast<Index>(t));
            pulled.at(static_cast<std::size_t>(labels[t])) += after(static_cast<Index>(t));
        }
        return {pulled[0] / rest[0] - 1.0, pulled[1] / rest[1] - 1.0};
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    std::vector<int> labels; // t
};

TEST_F(BarOfTwoRegions, KeepsVolumeOnlyInTheRegionOfHighPoissonsRatio) {
    for (const double base : {0.0, 0.3}) { // does not affect the regions
        scene.material.poisson = base;
        scene.material.regions = {{"water", 1, 1, 0.45}, {"cork", 1, 1, 0.0}};
        const auto [water, cork] = growth_when_pulled(built());
        EXPECT_GT(cork, 0.1) << base;
        EXPECT_LT(std::abs(water), 0.3 * cork) << base;
    }
}

TEST_F(BarOfTwoRegions, InheritsTheBasePoissonsRatio) {
    scene.material.poisson = 0.3;
    scene.material.regions = {{"water", 1, 1, 0.45}, {"flesh", 1, 1}};
    const CharacterPtr character = built();
    for (std::size_t t = 0; t < labels.size(); ++t) {
        EXPECT_EQ(character->material.poisson(static_cast<Index>(t)), labels[t] == 0 ? 0.45 : 0.3);
    }
    EXPECT_EQ(character->model.sets.size(), 2u);
    CharacterDescription other = scene;
    other.material.poisson = 0.2;
    EXPECT_EQ(earliest_difference(scene, other), Stage::operators);
    scene.material.regions[0].poisson.reset();
    other.material.regions[0].poisson.reset();
    EXPECT_EQ(earliest_difference(scene, other), Stage::state);
}

TEST_F(BarOfTwoRegions, EqualRatiosMoveLikeASingleRatio) {
    scene.material.poisson = 0.4;
    scene.material.regions = {{"water", 1, 1, 0.4}, {"flesh", 2, 1}};
    const auto own = growth_when_pulled(built());
    scene.material.regions[0].poisson.reset();
    const auto base = growth_when_pulled(built());
    EXPECT_NEAR(own[0], base[0], 1e-4);
    EXPECT_NEAR(own[1], base[1], 1e-4);
}

// The ratio of the whole body as its base, or as that of each region above another base.
TEST_F(BarOfTwoRegions, OneBodyHasOneAnswerHoweverItIsDescribed) {
    scene.muscles.modes = 4;
    for (const double ratio : {0.0, 0.3, 0.45}) {
        SCOPED_TRACE(ratio);
        scene.material.poisson = ratio;
        scene.material.regions = {{"water", 1, 1}, {"flesh", 2, 1.5}};
        const CharacterPtr by_base = built();
        for (const double base : {0.0, 0.2}) {
            scene.material.poisson = base;
            scene.material.regions = {{"water", 1, 1, ratio}, {"flesh", 2, 1.5, ratio}};
            const CharacterPtr by_region = built();
            const auto expected = growth_when_pulled(by_base);
            const auto growth = growth_when_pulled(by_region);
            EXPECT_NEAR(growth[0], expected[0], 1e-4);
            EXPECT_NEAR(growth[1], expected[1], 1e-4);
            const auto scale = [](const Character& character) {
                const MaterialDescription& material = character.description.material;
                return skinning_eigenvalue_scale(material, material);
            };
            const Vector rates = scale(*by_base) * by_base->modes->lambda;
            EXPECT_LT((scale(*by_region) * by_region->modes->lambda - rates).norm(), 1e-8 * rates.norm());
            EXPECT_LT((*by_region->musculature.D - *by_base->musculature.D).norm(),
                      1e-6 * by_base->musculature.D->norm());
        }
    }
}

TEST(MaterialScales, AreRelativeToTheBuiltBody) {
    MaterialDescription built;
    built.young = 2e5;
    built.poisson = 0.25;
    built.labels = "labels";
    built.regions = {{"water", 1, 1, 0.45}};
    const MaterialScales same = material_scales(built, built);
    EXPECT_DOUBLE_EQ(same.young, 2.0);
    EXPECT_DOUBLE_EQ(same.volume, 1.0);
    MaterialDescription now = built;
    now.poisson = 0.4; // mu = E / 2 (1 + nu); lambda / 2 mu from 1/2 to 2
    const MaterialScales other = material_scales(now, built);
    EXPECT_DOUBLE_EQ(other.young, 2.0 * 1.25 / 1.4);
    EXPECT_NEAR(other.volume, 4.0, 1e-12);
    built.poisson = 0.0; // nothing to scale
    EXPECT_DOUBLE_EQ(material_scales(now, built).volume, 1.0);
}

} // namespace
} // namespace limber::app
