// SPDX-License-Identifier: MIT
#include "app/character/build_character.h"
#include "app/character/character.h"
#include "app/character/file_surface.h"
#include "app/character/skin.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "engine/body/body_step.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/gltf_files.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::tower_glb;
using ::testing::HasSubstr;

class CharacterInGltf : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }

    CharacterDescription described(double scale) {
        const auto path = folder / ("tower_" + std::to_string(scale) + ".glb");
        EXPECT_TRUE(write_file(path, tower_glb(scale)));
        auto scene = describe(path, MeshUnit::metre);
        EXPECT_TRUE(scene) << sentence(scene.error());
        CharacterDescription small = scene.value().value;
        small.target_vertices = 300;
        small.modes = 4;
        small.clusters = 10;
        return small;
    }

    CharacterPtr built(const CharacterDescription& description) {
        auto result = build_character(description, nullptr, Stage::nothing);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }

    ScratchFolder folder;
};

TEST_F(CharacterInGltf, HasTheBonesTargetsAndClipsOfItsFile) {
    const CharacterPtr tower = built(described(1.0));
    ASSERT_TRUE(tower);
    ASSERT_EQ(tower->bone_count(), 2);
    EXPECT_EQ(tower->rig.skeleton.bones[1].name, "tip");
    ASSERT_EQ(tower->rig.target_count(), 1);
    EXPECT_EQ(tower->rig.targets[0].name, "swell");
    ASSERT_EQ(tower->clips.size(), 4U);
    EXPECT_EQ(tower->clips[2].name, "curve");
    EXPECT_EQ(tower->clips[3].weights_of_frame(60)[0], 0.5);
    EXPECT_NEAR(bounding_box(tower->mesh.X).diagonal(), std::sqrt(6.0), 0.1);
}

TEST_F(CharacterInGltf, IsAsLargeInCentimetresAsInMetres) {
    const CharacterPtr metres = built(described(1.0));
    const CharacterPtr centimetres = built(described(100.0));
    ASSERT_TRUE(metres && centimetres);
    EXPECT_EQ(centimetres->description.metres_per_unit, 0.01);
    EXPECT_THAT(centimetres->warnings, ::testing::Contains(HasSubstr("one unit is taken as 0.01 m")));
    EXPECT_NEAR(bounding_box(centimetres->mesh.X).diagonal(), bounding_box(metres->mesh.X).diagonal(), 0.01);
    const Affine one = metres->clips[1].keys.back()[1];
    EXPECT_LT((centimetres->clips[1].keys.back()[1] - one).norm(), 1e-6);
}

TEST_F(CharacterInGltf, IsTheSameWhenItsSceneIsSavedAndOpened) {
    const CharacterDescription scene = described(1.0);
    ASSERT_TRUE(write_scene(scene, folder / "tower.json"));
    const auto again = read_scene(folder / "tower.json");
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value, scene);
    EXPECT_EQ(scene.clips[1].filename(), scene.mesh.filename().string() + "#2");
}

// What the file itself says: x = sum w P [X 1] + sum P d.
Points posed_by_file(const GltfCharacter& file, const Character& character, const AffineStack& P) {
    const Mat3 map = character.description.metres_per_unit * rotation_of(character.description.turn);
    Rig rig{character.rig.skeleton, file.rig.W, file.rig.targets};
    for (Target& target : rig.targets) {
        target.d *= map.transpose();
    }
    const Points X = file.rig.surface.V * map.transpose();
    Points x = Points::Zero(X.rows(), 3);
    add_rig_motion(X, rig, P, x);
    return x;
}

TEST_F(CharacterInGltf, IsDrawnAsTheSurfaceOfItsFileWhichItsRigMovesAsTheFileSays) {
    CharacterDescription scene = described(100.0);
    scene.turn = {Vec3(0, 0, 1), 90.0};
    const CharacterPtr tower = built(scene);
    ASSERT_TRUE(tower);
    const auto read = read_gltf(scene.mesh);
    const auto surface = file_surface(*tower);
    ASSERT_TRUE(surface) << sentence(surface.error());
    ASSERT_TRUE(surface.value());
    EXPECT_EQ(surface.value()->F, read.value().value.rig.surface.F);
    const Matrix J = surface_jacobian(*surface.value(), *tower);
    const Clip& clip = tower->clips[0];
    for (const std::size_t frame : {std::size_t{0}, clip.keys.size() / 2}) {
        const AffineStack P = rig_maps(tower->rig, clip.keys[frame], clip.weights_of_frame(frame));
        const State still = rest_state(*tower, P);
        const Points expected = posed_by_file(read.value().value, *tower, P);
        EXPECT_LT((surface_positions(J, *tower, still) - expected).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST_F(CharacterInGltf, CarriesTheSecondaryMotionOfItsTets) {
    const CharacterPtr tower = built(described(1.0));
    ASSERT_TRUE(tower);
    const auto surface = file_surface(*tower);
    ASSERT_TRUE(surface && surface.value());
    State state = rest_state(*tower, rig_maps(tower->rig, rest_pose(tower->rig.skeleton)));
    state.Z.setRandom();
    const Points on_tets = positions(*tower, state) - tower->mesh.X;
    const Points on_surface =
        surface_positions(surface_jacobian(*surface.value(), *tower), *tower, state) - surface.value()->X;
    const Points carried = surface.value()->embedding.carried(on_tets);
    EXPECT_GT(on_surface.norm(), 0.1);
    EXPECT_LT((on_surface - carried).norm(), 0.25 * carried.norm()); // a mode's weight is linear there, not its motion
}

TEST_F(CharacterInGltf, IsDrawnWithARigThatIsNotOfItsFile) {
    CharacterDescription scene = described(1.0);
    scene.rig_kind = RigKind::affine_handle;
    scene.rig.clear();
    scene.clips.clear();
    const CharacterPtr tower = built(scene);
    ASSERT_TRUE(tower);
    const auto surface = file_surface(*tower);
    ASSERT_TRUE(surface && surface.value());
    ASSERT_EQ(surface.value()->rig.W.size(), 12);
    EXPECT_LT((surface.value()->rig.W.array() - 1.0).abs().maxCoeff(), 1e-14);
    EXPECT_FALSE(fault_in(tower->rig.skeleton));
}

TEST_F(CharacterInGltf, OfAWavefrontFileIsDrawnAsItsSurfaceToo) {
    const auto path = folder / "roof.obj";
    ASSERT_TRUE(write_file(path, "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.5 1 0.5\nf 1 2 3 4\nf 2 1 5\nf 3 2 5\nf 4 3 "
                                 "5\nf 1 4 5\n"));
    CharacterDescription scene = described(1.0);
    scene.mesh = path;
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.clips.clear();
    const CharacterPtr roof = built(scene);
    ASSERT_TRUE(roof);
    const auto surface = file_surface(*roof);
    ASSERT_TRUE(surface && surface.value());
    EXPECT_EQ(surface.value()->X.rows(), 5);
    const State still = rest_state(*roof, rig_maps(roof->rig, rest_pose(roof->rig.skeleton)));
    const Points x = surface_positions(surface_jacobian(*surface.value(), *roof), *roof, still);
    EXPECT_LT((x - surface.value()->X).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(CharacterInGltf, ReadsItsPicturesOnceAndSurvivesTheLossOfItsFile) {
    const CharacterDescription scene = described(1.0);
    const auto first = build_character(scene, nullptr, Stage::mesh, nullptr, {}, Purpose::window);
    ASSERT_TRUE(first) << sentence(first.error());
    ASSERT_TRUE(first.value()->skin->file_geometry);
    EXPECT_EQ(first.value()->skin->file_geometry->vertices.size(), 12U);
    std::filesystem::remove(scene.mesh);
    CharacterDescription changed = scene;
    changed.modes = 3;
    const auto second = build_character(changed, first.value(), Stage::subspace, nullptr, {}, Purpose::window);
    ASSERT_TRUE(second) << sentence(second.error());
    EXPECT_EQ(second.value()->skin->file_surface, first.value()->skin->file_surface);
    EXPECT_EQ(second.value()->skin->file_geometry->mode_count, 3);
    EXPECT_EQ(second.value()->skin->file_geometry->materials, first.value()->skin->file_geometry->materials);
}

TEST_F(CharacterInGltf, RefusesAClipThatItsFileHasNot) {
    CharacterDescription scene = described(1.0);
    scene.clips = {scene.mesh.string() + "#5"};
    const auto refused = build_character(scene, nullptr, Stage::nothing);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("4 animations"));
}

} // namespace
} // namespace limber::app
