// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character/rig_paint.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_files/file_paint.h"
#include "app/character_files/file_surface.h"
#include "app/character_skin/skin.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "engine/body/body_step.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/gltf_files.h"
#include "tests/support/gltf_sampler.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/vrm_files.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::GltfSampler;
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
        auto scene = describe(path);
        EXPECT_TRUE(scene) << sentence(scene.error());
        CharacterDescription small = scene.value().value;
        small.target_vertices = 300;
        small.modes = 4;
        small.clusters = 10;
        return small;
    }

    CharacterPtr built(const CharacterDescription& description, Purpose purpose = Purpose::numbers) {
        auto result = build_character(description, nullptr, Stage::nothing, nullptr, {}, purpose);
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

// The surface of the file after each of a hundred steps of its first clip. The tets are made in the file's units, so
// that they are not quite the same.
TEST_F(CharacterInGltf, MovesInCentimetresAsInMetres) {
    const auto motion_of = [&](double scale) {
        CharacterDescription fine = described(scale);
        fine.target_vertices = 2000;
        fine.modes = 8;
        fine.clusters = 60;
        const CharacterPtr character = built(fine);
        LiveControls controls = starting_controls(*character);
        controls.young = 5e4;
        Motion motion(character);
        const FileSurfacePtr surface = file_surface(*character).value();
        const Matrix jacobian = secondary_jacobian(*surface, *character);
        std::vector<Points> frames;
        for (int step = 0; step < 100; ++step) {
            EXPECT_NE(motion.step(controls).status, StepStatus::not_finite);
            frames.push_back(surface_positions(*surface, jacobian, *character, motion.state()));
        }
        return frames;
    };
    const std::vector<Points> large = motion_of(1.0);
    const std::vector<Points> small = motion_of(100.0);
    const double size = bounding_box(large.front()).diagonal();
    double furthest = 0.0;
    double difference = 0.0;
    for (std::size_t i = 0; i < large.size(); ++i) {
        difference = std::max(difference, (large[i] - small[i]).rowwise().norm().maxCoeff());
        furthest = std::max(furthest, (large[i] - large.front()).rowwise().norm().maxCoeff());
    }
    EXPECT_LT(difference, 0.03 * size);
    EXPECT_GT(furthest, 0.3 * size);
}

TEST_F(CharacterInGltf, IsTheSameWhenItsSceneIsSavedAndOpened) {
    const CharacterDescription scene = described(1.0);
    ASSERT_TRUE(write_scene(scene, folder / "tower.json"));
    const auto again = read_scene(folder / "tower.json");
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value, scene);
    EXPECT_EQ(scene.clips[1].filename(), scene.mesh.filename().string() + "#2");
}

// Where the file itself has its vertices [m], turned as the character is.
Points posed_by_file(const GltfSampler& file, const Character& character) {
    const Mat3 map = character.description.metres_per_unit * rotation_of(character.description.turn);
    return file.points() * map.transpose();
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
    const Matrix J = secondary_jacobian(*surface.value(), *tower);
    ASSERT_EQ(tower->clips.size(), 4U);
    for (std::size_t c = 0; c < 4; ++c) {
        const Clip& clip = tower->clips[c];
        for (const std::size_t frame : {std::size_t{0}, clip.keys.size() / 3, clip.keys.size() - 1}) {
            const AffineStack P = rig_maps(tower->rig, clip.keys[frame], clip.weights_of_frame(frame));
            GltfSampler file(tower_glb(100.0));
            file.play(c, static_cast<double>(frame) / clip.frame_rate);
            const Points x = surface_positions(*surface.value(), J, *tower, rest_state(*tower, P));
            EXPECT_LT((x - posed_by_file(file, *tower)).cwiseAbs().maxCoeff(), 1e-6)
                << clip.name << ", frame " << frame;
        }
    }
}

// Its strip is as high as the post is, no tet is in it, and its target moves nothing else. The other target lies on
// both bones.
TEST_F(CharacterInGltf, OfWhichTetsFillAPartMovesAsAWholeAsTheFileSays) {
    const auto path = folder / "card.glb";
    ASSERT_TRUE(write_file(path, limber::testing::post_with_card_glb()));
    CharacterDescription scene = describe(path).value().value;
    scene.target_vertices = 300;
    scene.modes = 4;
    scene.clusters = 10;
    const CharacterPtr post = built(scene, Purpose::window);
    ASSERT_TRUE(post);
    EXPECT_LT(post->mesh.X.col(1).maxCoeff(), 2.1);
    ASSERT_EQ(post->rig.target_count(), 2);
    EXPECT_GT(post->rig.targets[0].d.norm(), 0.1);
    EXPECT_THAT(post->warnings, ::testing::Contains(HasSubstr("open sheet")));
    const Pose rest = rest_pose(post->rig.skeleton);
    Pose pose = rest;
    pose[1].leftCols<3>() = Eigen::AngleAxisd(1.2, Vec3(0.6, 0.0, 0.8)).toRotationMatrix();
    const AffineStack P = rig_maps(post->rig, pose, std::vector<double>{1.0, 0.5});
    GltfSampler file(limber::testing::post_with_card_glb());
    file.turn(1, Eigen::Quaterniond(Eigen::AngleAxisd(1.2, Vec3(0.6, 0.0, 0.8))));
    file.weigh({1.0, 0.5});
    const Points expected = posed_by_file(file, *post);
    const FileSurface& surface = *post->skin->file_surface;
    const Points x = surface_positions(surface, secondary_jacobian(surface, *post), *post, rest_state(*post, P));
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-6);
    const Index tip = x.rows() - 1;
    const Vec3 displaced = surface.X.row(tip) + Eigen::RowVector3d(0.0, 0.0, 0.5 * 0.3 * 1.5);
    const Vec3 turned = pose[1].leftCols<3>() * (displaced - Vec3(0, 1, 0)) + Vec3(0, 1, 0);
    EXPECT_LT((x.row(tip).transpose() - turned).norm(), 1e-6);
    EXPECT_TRUE(drawn_mesh(surface, *post).morphs_first);
    Snapshot snapshot;
    snapshot.character = post;
    snapshot.state = rest_state(*post, P);
    EXPECT_THAT(drawn_maps(snapshot, {}).target_weights,
                ::testing::ElementsAre(::testing::FloatNear(1.0F, 1e-6F), ::testing::FloatNear(0.5F, 1e-6F)));
}

// Maps do not show such a body: what is drawn is still the surface of the file, where an export has it.
TEST_F(CharacterInGltf, OfAWarpedBodyIsDrawnAsTheSurfaceOfItsFile) {
    CharacterDescription scene = described(1.0);
    scene.modes = 4;
    scene.subspace = SubspaceKind::warped;
    const CharacterPtr tower = built(scene, Purpose::window);
    ASSERT_TRUE(tower);
    const FileSurface& surface = *tower->skin->file_surface;
    Snapshot snapshot;
    snapshot.character = tower;
    snapshot.state =
        rest_state(*tower, rig_maps(tower->rig, tower->clips[0].keys.back(), tower->clips[0].weights_of_frame(0)));
    snapshot.state.Z.setConstant(0.1);
    const auto drawn = reconstructed_surface(snapshot, {}, surface);
    ASSERT_TRUE(drawn);
    const Points expected = surface_positions(surface, secondary_jacobian(surface, *tower), *tower, snapshot.state);
    State rig_alone = snapshot.state;
    rig_alone.Z.setZero();
    const Points without = surface_positions(surface, secondary_jacobian(surface, *tower), *tower, rig_alone);
    ASSERT_GT((expected - without).cwiseAbs().maxCoeff(), 1e-4);
    const auto still = reconstructed_surface(snapshot, {.secondary = false}, surface);
    ASSERT_EQ(drawn->vertices.size(), static_cast<std::size_t>(expected.rows()));
    for (Index i = 0; i < expected.rows(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto& at = drawn->vertices[static_cast<std::size_t>(i)].position;
            EXPECT_NEAR(at[axis], expected(i, static_cast<Index>(axis)), 1e-6);
            EXPECT_NEAR(still->vertices[static_cast<std::size_t>(i)].position[axis],
                        without(i, static_cast<Index>(axis)), 1e-6);
        }
    }
    // Likewise where only the positions of the tets are known, as in full space.
    const Points x = body_positions(*tower, snapshot.state);
    EXPECT_LT((carried_surface(x, *tower, snapshot.state.P, surface) - expected).cwiseAbs().maxCoeff(), 1e-9);
    const auto at_positions = deformed_skin(x, snapshot, surface);
    snapshot.dynamics = 0.0;
    const auto still_at_positions = deformed_skin(x, snapshot, surface);
    for (std::size_t i = 0; i < drawn->vertices.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(at_positions->vertices[i].position[axis], drawn->vertices[i].position[axis], 1e-6);
            EXPECT_NEAR(at_positions->vertices[i].normal[axis], drawn->vertices[i].normal[axis], 1e-3);
            EXPECT_NEAR(still_at_positions->vertices[i].position[axis], still->vertices[i].position[axis], 1e-6);
        }
    }
    scene.subspace = SubspaceKind::skinning;
    const CharacterPtr skinned = built(scene, Purpose::window);
    ASSERT_TRUE(skinned);
    snapshot.character = skinned;
    snapshot.state = rest_state(*skinned, snapshot.state.P);
    EXPECT_FALSE(reconstructed_surface(snapshot, {}, *skinned->skin->file_surface)) << "the GPU computes it";
}

TEST_F(CharacterInGltf, IsRefusedWhereItsFileBecameAnother) {
    const CharacterPtr tower = built(described(1.0));
    ASSERT_TRUE(tower);
    ASSERT_TRUE(write_file(tower->description.mesh, limber::testing::post_with_card_glb()));
    const auto refused = file_surface(*tower);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("has other bones or morph targets than when it was opened"));
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
        surface_positions(*surface.value(), secondary_jacobian(*surface.value(), *tower), *tower, state) -
        surface.value()->X;
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
    const Points x = surface_positions(*surface.value(), secondary_jacobian(*surface.value(), *roof), *roof, still);
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

TEST_F(CharacterInGltf, BringsTheColoursOfItsVerticesAsPaint) {
    ASSERT_TRUE(write_file(folder / "bar.glb", limber::testing::coloured_bar_glb()));
    auto scene = describe(folder / "bar.glb").value().value;
    scene.target_vertices = 1200;
    scene.modes = 4;
    scene.clusters = 10;
    const CharacterPtr bar = built(scene, Purpose::window);
    ASSERT_TRUE(bar);
    const std::vector<NamedPaint>& paint = bar->skin->paint_in_file;
    ASSERT_EQ(paint.size(), 4U);
    std::vector<std::string> names;
    for (const NamedPaint& one : paint) {
        names.push_back(one.name);
        ASSERT_EQ(one.levels.size(), bar->boundary_vertices.size());
    }
    EXPECT_THAT(names, ::testing::ElementsAre("COLOR_0 red", "COLOR_0 green", "COLOR_0 blue", "_HEIGHT"));
    for (std::size_t i = 0; i < bar->boundary_vertices.size(); ++i) {
        const double height = bar->mesh.X(bar->boundary_vertices[i], 1) / 4.0;
        EXPECT_NEAR(paint[0].levels[i] / 255.0, height, 0.05);
        EXPECT_EQ(paint[1].levels[i], 64);
        EXPECT_EQ(paint[2].levels[i], 255);
        EXPECT_EQ(paint[3].levels[i], paint[0].levels[i]);
    }
    const Index in_file = bar->skin->file_surface->X.rows();
    const Vector heights = bar->skin->file_surface->X.col(1) / 4.0;
    EXPECT_EQ(paint_of_values(heights, *bar, bar->skin->file_surface.get()).value(), paint[0].levels);
    const Vector all = Vector::Constant(bar->vertex_count(), 0.2);
    EXPECT_EQ(paint_of_values(all, *bar, nullptr).value(), PaintLevels(bar->boundary_vertices.size(), 51));
    EXPECT_FALSE(paint_of_values(Vector::Zero(in_file + 100000), *bar, bar->skin->file_surface.get()));
    EXPECT_FALSE(paint_of_values(2.0 * all.array() + 1.0, *bar, nullptr));
}

TEST_F(CharacterInGltf, OfVrmIsSoftByItsSpringBones) {
    ASSERT_TRUE(write_file(folder / "tail.vrm", limber::testing::vrm_1_glb()));
    auto scene = describe(folder / "tail.vrm").value().value;
    EXPECT_EQ(scene.front, Vec3(0, 0, 1));
    scene.target_vertices = 1200;
    scene.modes = 4;
    scene.clusters = 10;
    const CharacterPtr vrm = built(scene);
    ASSERT_TRUE(vrm);
    ASSERT_EQ(vrm->springs.size(), 2U);
    const std::vector<MaterialPart> parts = softness_by_springs(*vrm);
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0].young_factor, 4.0);
    EXPECT_EQ(parts[1].name, "Spring: tail 1");
    EXPECT_NEAR(parts[1].young_factor, 0.02 * std::sqrt(50.0), 1e-12);
    EXPECT_EQ(parts[1].density_factor, 0.5);
    EXPECT_NEAR(parts[2].young_factor, 0.02 * std::pow(50.0, 0.125), 1e-12);
    EXPECT_EQ(parts[2].density_factor, 1.25);
    scene.material.parts = parts;
    const CharacterPtr soft = built(scene);
    ASSERT_TRUE(soft);
    double low = 0.0;
    double high = 0.0;
    for (Index t = 0; t < soft->mesh.tet_count(); ++t) {
        const double y = soft->mesh.X(soft->mesh.T(t, 0), 1);
        low = std::max(low, y < 1.0 ? soft->material.young(t) : 0.0);
        high = std::max(high, y > 3.5 ? soft->material.young(t) : 0.0);
    }
    EXPECT_GT(low, 20.0 * high) << "the tail is softer than what no spring swings";
    ASSERT_TRUE(write_file(folder / "old.vrm", limber::testing::vrm_0_glb()));
    EXPECT_EQ(describe(folder / "old.vrm").value().value.front, Vec3(0, 0, -1));
}

TEST_F(CharacterInGltf, TakesPaintOfAnotherBodyByItsBones) {
    ASSERT_TRUE(write_file(folder / "bar.glb", limber::testing::coloured_bar_glb()));
    auto scene = describe(folder / "bar.glb").value().value;
    scene.target_vertices = 1200;
    scene.modes = 4;
    scene.clusters = 10;
    const CharacterPtr small = built(scene, Purpose::window);
    scene.metres_per_unit = 2.0 * scene.metres_per_unit;
    scene.target_vertices = 2000;
    scene.turn = {Vec3(0, 0, 1), 90.0};
    const CharacterPtr large = built(scene, Purpose::window);
    ASSERT_TRUE(small && large);
    const PaintLevels& levels = small->skin->paint_in_file[0].levels;
    EXPECT_EQ(carried_paint(levels, *small, *small), levels);
    const PaintLevels carried = carried_paint(levels, *small, *large);
    ASSERT_EQ(carried.size(), large->boundary_vertices.size());
    for (std::size_t i = 0; i < carried.size(); ++i) {
        EXPECT_NEAR(carried[i], large->skin->paint_in_file[0].levels[i], 26) << "turned and twice as large";
    }
    EXPECT_TRUE(carried_paint(PaintLevels(3, 1), *small, *large).empty()) << "of neither";
}

} // namespace
} // namespace limber::app
