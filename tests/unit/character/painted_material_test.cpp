// SPDX-License-Identifier: MIT
#include "app/character/build_character.h"
#include "app/character/rig_paint.h"
#include "app/document/character_file.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

class PaintedMaterial : public ::testing::Test {
protected:
    PaintedMaterial() {
        scene = read_scene(write_small_scene(folder)).value().value;
        plain = read_character(scene).value();
    }
    PaintedRegion painted(std::uint8_t level) const {
        return PaintedRegion(PaintLevels(plain->boundary_vertices.size(), level));
    }

    ScratchFolder folder;
    CharacterDescription scene;
    CharacterPtr plain;
};

TEST_F(PaintedMaterial, HasThePowerOfTheFactorThatThePaintHas) {
    for (const std::uint8_t level : {std::uint8_t{0}, std::uint8_t{51}, std::uint8_t{255}}) {
        scene.material.parts = {{"stiff", painted(level), 16.0, 0.25}, {"heavy", painted(255), 1.0, 2.0}};
        const auto built = read_character(scene).value();
        const double w = level / 255.0;
        // Inside, the paint is extended until a sweep changes it by less than 1e-4.
        EXPECT_TRUE(built->material.young.isApprox(std::pow(16.0, w) * plain->material.young, 2e-2)) << level;
        EXPECT_TRUE(built->material.density.isApprox(2.0 * std::pow(0.25, w) * plain->material.density, 2e-2));
        EXPECT_EQ(built->material.poisson, plain->material.poisson);
        if (level == 0) {
            EXPECT_EQ(built->material.young, plain->material.young) << "without paint, bit for bit";
        }
    }
}

TEST_F(PaintedMaterial, OfAnotherMeshIsRefused) {
    scene.material.parts = {{"belly", PaintedRegion(PaintLevels(3, 255)), 2.0, 1.0}};
    const auto refused = read_character(scene);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()),
                HasSubstr("the part \"belly\" of the material was painted on a surface of 3"));
}

TEST_F(PaintedMaterial, IsSavedAndReadAgain) {
    scene.material.parts = {{"belly", painted(77), 0.1, 0.9}, {"new", {}, 1.0, 1.0}};
    const auto again = parse_scene(scene_json(scene, folder.path()), "here", folder.path());
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.material, scene.material);
    scene.material.parts[0].young_factor = 0.0;
    const auto refused = parse_scene(scene_json(scene, folder.path()), "here", folder.path());
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("material.parts[0].young"));
}

TEST_F(PaintedMaterial, RebuildsTheOperatorsUnlessOnlyANameChanges) {
    CharacterDescription after = scene;
    after.material.parts = {{"belly", painted(77), 0.1, 0.9}};
    EXPECT_EQ(earliest_difference(scene, after), Stage::operators);
    CharacterDescription renamed = after;
    renamed.material.parts[0].name = "paunch";
    EXPECT_EQ(earliest_difference(after, renamed), Stage::state);
}

TEST_F(PaintedMaterial, MovesAsTheSameMaterialMadeByLabelsDoes) {
    scene.material.parts = {{"all", painted(255), 4.0, 2.0}};
    CharacterDescription uniform = scene;
    uniform.material.parts.clear();
    uniform.material.young *= 4.0;
    uniform.material.density *= 2.0;
    const auto parts = build_character(scene, nullptr, Stage::mesh).value();
    const auto other = build_character(uniform, nullptr, Stage::mesh).value();
    EXPECT_NEAR(parts->mass.sum(), 2.0 * other->mass.sum(), 1e-5 * parts->mass.sum())
        << "the base density is applied while it steps, and inside the paint is extended";
    EXPECT_TRUE(parts->modes->lambda.isApprox(2.0 * other->modes->lambda, 1e-2));
}

TEST_F(PaintedMaterial, OfABoneIsWhatTheBoneHolds) {
    const PaintLevels levels = paint_of_bone(*plain, 1);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        EXPECT_NEAR(levels[i] / 255.0, plain->rig.W(plain->boundary_vertices[i], 1), 0.5 / 255.0 + 1e-12);
    }
}

} // namespace
} // namespace limber::app
