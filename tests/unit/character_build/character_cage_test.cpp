// SPDX-License-Identifier: MIT
#include "app/character_build/character_cage.h"

#include "app/motion/moving_body.h"
#include "tests/support/behaving_block.h"
#include "tests/support/mesh_files.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>

#include <string>

/// Cages of triangles around a block of flesh.
namespace limber::app {
namespace {

using limber::testing::behaving_block;
using limber::testing::box_surface;
using limber::testing::obj_file;
using limber::testing::ScratchFolder;
using limber::testing::sphere_surface;
using limber::testing::write_bytes;
using ::testing::HasSubstr;

class CagedBlock : public ::testing::Test {
protected:
    // Larger than the block by a margin on each side.
    std::filesystem::path write_cage(double margin) const {
        SurfaceMesh box = box_surface(Vec3(0.4, 1.0, 0.4) + Vec3::Constant(2.0 * margin));
        box.V.rowwise() -= Eigen::RowVector3d::Constant(margin);
        std::filesystem::path file = folder / "cage.obj";
        write_bytes(file, obj_file(box));
        return file;
    }
    Result<CharacterPtr> build() const {
        return build_character(scene, nullptr, Stage::mesh);
    }

    ScratchFolder folder;
    CharacterDescription scene = behaving_block(folder);
};

TEST_F(CagedBlock, HasMusclesOfTheVerticesOfItsCage) {
    set_cage_file(scene.muscles, write_cage(0.1));
    const auto built = build();
    ASSERT_TRUE(built) << sentence(built.error());
    const Character& character = *built.value();
    EXPECT_EQ(character.model.muscle_count(), 3 * 8 - 6) << "six motions of the cage change no shape";
    EXPECT_EQ(character.musculature.names.front(), "Cage 1");
    const auto weights = cage_weights(character);
    ASSERT_TRUE(weights);
    EXPECT_LT((weights.value().rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-9);
    EXPECT_GE(weights.value().minCoeff(), -1e-12);
}

// The unit of the character's file is that of its cage.
TEST_F(CagedBlock, FitsInAnotherUnitAndAnotherPlace) {
    set_cage_file(scene.muscles, write_cage(0.1));
    const auto metres = build();
    scene.metres_per_unit = 0.01;
    const auto centimetres = build();
    ASSERT_TRUE(metres);
    ASSERT_TRUE(centimetres) << sentence(centimetres.error());
    EXPECT_LT(
        (cage_weights(*metres.value()).value() - cage_weights(*centimetres.value()).value()).cwiseAbs().maxCoeff(),
        1e-9);
}

// The cage's muscles come first.
TEST_F(CagedBlock, HasMusclesOfItsSkinningModesToo) {
    set_cage_file(scene.muscles, write_cage(0.1));
    scene.muscles.skinning_modes = 2;
    const auto built = build();
    ASSERT_TRUE(built) << sentence(built.error());
    const Musculature& musculature = built.value()->musculature;
    EXPECT_EQ(built.value()->model.muscle_count(), 18 + 2 * 12 - 6);
    EXPECT_EQ(musculature.names[18], "Skinning 1");
    EXPECT_EQ(musculature.names.back(), "Skinning 18");
    EXPECT_GT(musculature.lambda.minCoeff(), 0.0);
}

TEST_F(CagedBlock, IsRefusedInASentenceWhereItsCageDoesNotFit) {
    const auto refusal = [&] {
        const auto built = build();
        return built ? std::string() : sentence(built.error());
    };
    set_cage_file(scene.muscles, write_cage(-0.05));
    EXPECT_THAT(refusal(), HasSubstr("the body is not inside the cage"));
    SurfaceMesh open = box_surface(Vec3::Constant(3.0));
    open.F.conservativeResize(open.F.rows() - 1, 3);
    write_bytes(scene.muscles.cage_file, obj_file(open));
    EXPECT_THAT(refusal(), HasSubstr("the cage is not closed"));
    write_bytes(scene.muscles.cage_file, obj_file(sphere_surface(3, Vec3(0.2, 0.5, 0.2), 3.0)));
    EXPECT_THAT(refusal(), HasSubstr("or a cage of fewer vertices"));
    set_skinning_modes(scene.muscles, scene.modes + 1);
    EXPECT_THAT(refusal(), HasSubstr("must be at most 6, the modes of the subspace"));
    set_cage_file(scene.muscles, folder / "none.obj");
    EXPECT_THAT(refusal(), HasSubstr("none.obj"));
    scene.muscles.cage_file = folder / "block.msh";
    EXPECT_THAT(refusal(), HasSubstr("is no surface that can be a cage"));
}

} // namespace
} // namespace limber::app
