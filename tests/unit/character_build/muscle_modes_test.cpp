// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character/material_scales.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "engine/actuation/muscles.h"
#include "tests/oracle/dense_pencil.h"
#include "tests/oracle/textbook_operators.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <cmath>

/// The shapes and frequencies of muscles are those of the body itself, with its own Poisson's ratio.
namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_labels;
using limber::testing::write_small_scene;

constexpr double third = 1.0 / 3.0;

class MuscleModes : public ::testing::Test {
protected:
    MuscleModes() {
        scene.muscles.modes = 4;
        scene.material.young = 3e4;
        scene.material.density = 700.0;
    }

    CharacterPtr built() const {
        auto result = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(result) << sentence(result.error());
        return std::move(result).value();
    }

    /// The first half of the tets belongs to region 0, the second to region 1.
    void describe_by_regions(double first, double second) {
        const Index tets = limber::testing::small_bar().tet_count();
        std::vector<int> labels(static_cast<std::size_t>(tets), 1);
        std::fill(labels.begin(), labels.begin() + tets / 2, 0);
        EXPECT_TRUE(write_labels(labels, folder / "labels.json"));
        scene.material.labels = folder / "labels.json";
        scene.material.regions = {{"first", 1, 1, first}, {"second", 1, 1, second}};
    }

    Material physical_material(Index tets) const {
        Material material =
            uniform_material({scene.material.young, scene.material.poisson, scene.material.density}, tets);
        for (Index t = 0; t < tets && !scene.material.regions.empty(); ++t) {
            material.poisson(t) = *scene.material.regions[t < tets / 2 ? 0 : 1].poisson;
        }
        return material;
    }

    /// [1/s^2], for the requested material.
    static Vector eigenvalues(const Character& character) {
        const MaterialDescription& material = character.description.material;
        const MaterialScales scales = material_scales(material, material);
        return scales.young / scales.density * character.musculature.lambda;
    }

    /// Every muscle d solves K d = lambda M d, compared with a dense eigensolver.
    void expect_modes_of_the_body() const {
        const CharacterPtr character = built();
        const Material material = physical_material(character->mesh.tet_count());
        const oracle::TextbookOperators textbook =
            oracle::textbook_operators(character->mesh, material, character->rig);
        const Matrix K = oracle::textbook_stiffness(textbook);
        const Vector expected = oracle::dense_pencil(K, textbook.M, {}).values;
        const Vector lambda = eigenvalues(*character);
        for (Index v = 0; v < lambda.size(); ++v) {
            EXPECT_NEAR(lambda(v), expected(6 + v), 1e-7 * expected(6 + v)) << "mode " << v;
            const Eigen::Map<const Points> moved(character->musculature.D->col(v).data(), character->vertex_count(), 3);
            const Vector d = oracle::flat(Points(moved));
            EXPECT_LT((K * d - expected(6 + v) * textbook.M.asDiagonal() * d).norm(), 1e-5 * (K * d).norm())
                << "mode " << v;
        }
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(MuscleModes, EqualTheBodysModesAtAnyPoissonsRatio) {
    for (const double poisson : {0.0, 0.3, 0.45}) {
        scene.material.poisson = poisson;
        SCOPED_TRACE(poisson);
        expect_modes_of_the_body();
    }
}

TEST_F(MuscleModes, EqualTheModesOfABodyWithSeveralRatios) {
    scene.material.poisson = 0.2;
    describe_by_regions(0.0, 0.45);
    expect_modes_of_the_body();
}

TEST_F(MuscleModes, DoNotDependOnTheDescriptionOfTheSameBody) {
    scene.material.poisson = 0.3;
    const CharacterPtr by_base = built();
    scene.material.poisson = 0.1;
    describe_by_regions(0.3, 0.3);
    const CharacterPtr by_regions = built();
    EXPECT_EQ(*by_base->musculature.D, *by_regions->musculature.D);
    const Vector base = eigenvalues(*by_base);
    EXPECT_LT((eigenvalues(*by_regions) - base).norm(), 1e-12 * base.norm());
}

// The walkers' gaits need modes of that ratio.
TEST_F(MuscleModes, UseThePoissonsRatioOfTheMuscles) {
    scene.muscles.poisson = third;
    const CharacterPtr soft = built();
    Material material = soft->material; // of reference
    material.young *= 1.0 + third;
    material.poisson.setConstant(third);
    const Matrix D = displacement_modes(soft->mesh, material, {.count = 4}).value().D;
    EXPECT_EQ(*soft->musculature.D, scaled_muscles(soft->mesh, D, {.peak_strain = scene.muscles.peak_strain}));
    scene.material.poisson = 0.45;
    EXPECT_EQ(*built()->musculature.D, *soft->musculature.D);
}

TEST_F(MuscleModes, AreRecomputedForAnotherRatioUnlessTheMusclesHaveTheirOwn) {
    CharacterDescription other = scene;
    other.material.poisson = 0.4;
    EXPECT_EQ(earliest_difference(scene, other), Stage::muscles);
    scene.muscles.poisson = other.muscles.poisson = third;
    EXPECT_EQ(earliest_difference(scene, other), Stage::state);
    other.muscles.poisson = 0.2;
    EXPECT_EQ(earliest_difference(scene, other), Stage::muscles);
    const auto read = parse_scene(scene_json(scene, folder.path()), "scene", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, scene);
}

} // namespace
} // namespace limber::app
