// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character/subspace_transfer.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/character_skin/skin.h"
#include "app/motion/motion.h"
#include "app/motion/step_controls.h"
#include "app/view/drawables.h"
#include "app/view/scene_baking.h"
#include "engine/body/body_step.h"
#include "engine/body/thin_body.h"
#include "engine/mesh/surface_file.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"
#include "tests/support/thin_meshes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

/// Rods and shells of a scene.
namespace limber::app {
namespace {

using limber::testing::obj_file;
using limber::testing::ScratchFolder;
using limber::testing::sheet;
using limber::testing::write_bytes;
using ::testing::HasSubstr;

// A zigzag one metre above the ground, eleven vertices.
std::string zigzag_obj() {
    std::ostringstream text;
    for (int i = 0; i <= 10; ++i) {
        text << "v " << 0.08 * i << " 1 " << 0.05 * (i % 2) << "\n";
    }
    text << "l 1 2 3 4 5 6 7 8 9 10 11\n";
    return text.str();
}

class ThinCharacter : public ::testing::Test {
protected:
    CharacterDescription thin_scene(const std::string& file) {
        CharacterDescription scene;
        scene.mesh = folder / file;
        scene.rig_kind = RigKind::none;
        return scene;
    }
    CharacterDescription rod_scene() {
        write_bytes(folder / "zigzag.obj", zigzag_obj());
        CharacterDescription scene = thin_scene("zigzag.obj");
        scene.rod_radius = 0.01;
        return scene;
    }
    CharacterDescription shell_scene() {
        write_bytes(folder / "sheet.obj", obj_file(sheet(4, 3, 0.1)));
        CharacterDescription scene = thin_scene("sheet.obj");
        scene.shell_thickness = 0.02;
        scene.material.young = 3e4;
        scene.material.poisson = 0.3;
        scene.material.density = 700.0;
        return scene;
    }
    static CharacterPtr built(const CharacterDescription& scene, const CharacterPtr& previous = nullptr) {
        auto result = build_character(scene, previous, Stage::nothing, nullptr, {}, Purpose::numbers);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }

    ScratchFolder folder;
};

TEST_F(ThinCharacter, OfRodsHasAVertexForEachOfItsPolylines) {
    const CharacterPtr rods = built(rod_scene());
    ASSERT_TRUE(rods);
    EXPECT_EQ(rods->vertex_count(), 11);
    EXPECT_EQ(rods->mesh.tet_count(), 0);
    EXPECT_EQ(rods->model.coordinate_count(), 11);
    EXPECT_EQ(rods->thin->edges.rows(), 10);
    const double length = 10.0 * std::hypot(0.08, 0.05);
    const double mass = 1000.0 * std::numbers::pi * 1e-4 * length;
    EXPECT_NEAR(rods->mass.sum(), mass, 1e-9 * mass);
}

TEST_F(ThinCharacter, LiesOnTheGroundByItsRadius) {
    CharacterDescription scene = rod_scene();
    scene.contact.floor = true;
    scene.contact.floor_height = 0.8;
    scene.contact.points = 11;
    const CharacterPtr rods = built(scene);
    ASSERT_TRUE(rods);
    Motion motion(rods);
    const LiveControls controls = starting_controls(*rods);
    for (int i = 0; i < 180; ++i) {
        motion.step(controls);
    }
    const Points x = positions(*rods, motion.state());
    EXPECT_NEAR(x.col(1).minCoeff(), 0.81, 2e-3);
    EXPECT_NEAR(x.col(1).maxCoeff(), 0.81, 2e-3);
}

// Stiffness and density are scalars of the step, Poisson's ratio is built in.
TEST_F(ThinCharacter, MovesAsABodyOfItsMaterial) {
    const CharacterDescription scene = shell_scene();
    const CharacterPtr shell = built(scene);
    ASSERT_TRUE(shell);
    const SurfaceMesh surface = read_surface(scene.mesh).value().value;
    const Body body = build_shell_body(surface, {0.02, 3e4, 0.3, 700.0}).value();
    Rng rng(1);
    const Points velocities = limber::testing::shaken(Points::Zero(20, 3), 0.5, rng);
    const auto end_of = [&](const Body& one) {
        Controls controls = rest_controls(one);
        if (&one == shell.get()) {
            fill_step_controls(starting_controls(*shell), *shell, 0.0, controls);
        }
        controls.arithmetic = Arithmetic::double_precision;
        controls.iterations = 300;
        State state = rest_state(one, controls.P);
        state.Zdot = nearest_coordinates(one, velocities, controls.P);
        state.clear_history();
        BodyWorkspace workspace(one);
        for (int i = 0; i < 5; ++i) {
            step(one, controls, state, workspace);
        }
        return positions(one, state);
    };
    EXPECT_LT((end_of(*shell) - end_of(body)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_F(ThinCharacter, IsRebuiltByWhatIsBuiltIn) {
    const CharacterDescription rods = rod_scene();
    const CharacterDescription shell = shell_scene();
    const auto difference = [](const CharacterDescription& before, auto edit) {
        CharacterDescription after = before;
        edit(after);
        return earliest_difference(before, after);
    };
    const auto other_ratio = [](CharacterDescription& scene) {
        scene.material.poisson = 0.1;
    };
    EXPECT_EQ(difference(rods, [](CharacterDescription& scene) { scene.rod_radius = 0.02; }), Stage::mesh);
    EXPECT_EQ(difference(shell, [](CharacterDescription& scene) { scene.shell_thickness = 0.01; }), Stage::mesh);
    EXPECT_EQ(difference(shell, other_ratio), Stage::operators);
    EXPECT_EQ(difference(rods, other_ratio), Stage::state);
    EXPECT_EQ(difference(shell, [](CharacterDescription& scene) { scene.material.young = 1e6; }), Stage::state);
}

TEST_F(ThinCharacter, IsRefusedWithWhatNeedsTets) {
    const auto refusal = [](CharacterDescription scene, auto edit) {
        edit(scene);
        const auto fault = fault_in(scene);
        return fault ? fault->message : std::string();
    };
    const CharacterDescription rods = rod_scene();
    EXPECT_FALSE(fault_in(rods));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.rig_kind = RigKind::affine_handle; }), HasSubstr("rig must be"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.shell_thickness = 0.1; }), HasSubstr("one of both"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.muscles.modes = 3; }), HasSubstr("muscles must be a cage"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.muscles.pockets = true; }), HasSubstr("muscles must be a cage"));
    EXPECT_EQ(refusal(rods, [](auto& scene) { scene.muscles.cage_cells = 3; }), "");
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.subspace = SubspaceKind::displacement; }),
                HasSubstr("subspace must be"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.material.parts.resize(1); }), HasSubstr("material must be"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.rod_radius = -1.0; }), HasSubstr("rod_radius must lie"));
    EXPECT_THAT(refusal(rods, [](auto& scene) { scene.rod_radius = std::nan(""); }), HasSubstr("rod_radius must lie"));
}

TEST_F(ThinCharacter, OfRodsIsShownAsTubes) {
    const CharacterPtr rods = built(rod_scene());
    ASSERT_TRUE(rods);
    Snapshot snapshot;
    snapshot.character = rods;
    snapshot.state = Motion(rods).state();
    snapshot.state.Z.setConstant(0.1);
    const Points expected = positions_on(*rods->thin_surface, body_positions(*rods, snapshot.state));
    ASSERT_EQ(expected.rows(), 11 * 8 + 2);

    const SkinGeometry geometry = shown_geometry(*rods, nullptr);
    EXPECT_EQ(geometry.vertices.size(), 11U * 8U + 2U);
    const auto skin = reconstructed_skin(snapshot, {}, geometry.triangles);
    ASSERT_TRUE(skin);
    ASSERT_EQ(skin->vertices.size(), geometry.vertices.size());
    EXPECT_NEAR(skin->vertices[40].position[1], expected(40, 1), 1e-6);

    SceneBaking baking = SceneBaking::of({rods}).value();
    baking.keep_coordinates();
    baking.add_frame({&snapshot.state});
    const BakedMotion motion = baking.take(60.0);
    const BakedSurface& surface = motion.surfaces.at(0);
    EXPECT_TRUE(checked(motion));
    EXPECT_FALSE(surface.linear.is_known());
    EXPECT_EQ(surface.F, rods->thin_surface->triangles);
    EXPECT_EQ(surface.frames.at(0), FloatPoints(expected.cast<float>()));
}

// The corners of the boundary are the body's vertices below those of the skin, so that what is picked can be held.
TEST_F(ThinCharacter, HasASkinForTheWindow) {
    for (const CharacterDescription& scene : {rod_scene(), shell_scene()}) {
        const auto built = build_character(scene, nullptr, Stage::nothing, nullptr, {}, Purpose::window);
        ASSERT_TRUE(built) << sentence(built.error());
        const Character& it = *built.value();
        ASSERT_TRUE(it.skin);
        EXPECT_EQ(it.skin->triangles, it.thin_surface->triangles);
        EXPECT_EQ(static_cast<Index>(it.skin->geometry->vertices.size()), it.thin_surface->vertex_count);
        EXPECT_EQ(it.skin->geometry->triangles.size(), static_cast<std::size_t>(it.boundary.size()));
        ASSERT_EQ(it.boundary.rows(), it.skin->triangles.rows());

        Snapshot snapshot;
        snapshot.character = built.value();
        snapshot.state = Motion(built.value()).state();
        const Points x = skin_positions(snapshot, {});
        ASSERT_EQ(x.rows(), it.thin_surface->vertex_count);
        for (Index k = 0; k < it.boundary.size(); ++k) {
            const Eigen::RowVector3d away = x.row(it.skin->triangles.data()[k]) - it.mesh.X.row(it.boundary.data()[k]);
            EXPECT_NEAR(away.norm(), it.thin->radius, 1e-9);
        }
    }
}

TEST_F(ThinCharacter, KeepsItsMotionInTheWindowWhenItsMaterialChanges) {
    CharacterDescription scene = shell_scene();
    const auto before = build_character(scene, nullptr, Stage::nothing, nullptr, {}, Purpose::window);
    ASSERT_TRUE(before) << sentence(before.error());
    scene.material.poisson = 0.1;
    const auto after = build_character(scene, before.value(), Stage::operators, nullptr, {}, Purpose::window);
    ASSERT_TRUE(after) << sentence(after.error());
    ASSERT_TRUE(after.value()->transfer);
    Motion motion(before.value());
    State state = motion.state();
    state.Z.setConstant(0.02);
    const Points x = body_positions(*before.value(), state);
    const State moved = carried(*after.value()->transfer, {*before.value(), *after.value()}, state);
    const Points y = body_positions(*after.value(), moved);
    EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-9) << "both bases are complete";
}

TEST_F(ThinCharacter, HasTheShapesOfACageAsMuscles) {
    for (CharacterDescription scene : {rod_scene(), shell_scene()}) {
        scene.muscles.cage_cells = 4;
        const CharacterPtr it = built(scene);
        ASSERT_TRUE(it);
        EXPECT_GE(it->musculature.count(), 6U);
        EXPECT_EQ(it->model.muscle_count(), static_cast<Index>(it->musculature.count()));
        EXPECT_EQ(it->musculature.lambda.size(), it->model.muscle_count());
        EXPECT_GT(it->musculature.lambda.minCoeff(), 0.0);
        EXPECT_EQ(it->musculature.D->cols(), it->model.muscle_count());
    }
}

TEST_F(ThinCharacter, HasTheShapesOfSkinningModesAsMuscles) {
    for (CharacterDescription scene : {rod_scene(), shell_scene()}) {
        scene.muscles.skinning_modes = 2;
        const CharacterPtr it = built(scene);
        ASSERT_TRUE(it);
        EXPECT_GE(it->model.muscle_count(), 6);
        EXPECT_EQ(it->musculature.names.front(), "Skinning 1");
        EXPECT_GT(it->musculature.lambda.minCoeff(), 0.0);
    }
}

// One example is kept of a body, the other is a file with the same polylines.
TEST_F(ThinCharacter, HasExamplePosesAsMuscles) {
    CharacterDescription scene = rod_scene();
    Points bent = built(scene)->mesh.X;
    bent.col(1) += 0.4 * bent.col(0).cwiseAbs2();
    std::ostringstream text;
    for (int i = 0; i <= 10; ++i) {
        text << "v " << 0.06 * i << " 1 " << 0.05 * (i % 2) << "\n";
    }
    text << "l 1 2 3 4 5 6 7 8 9 10 11\n";
    write_bytes(folder / "short.obj", text.str());
    scene.muscles.examples = {{"bent", {}, KeptShape(bent)}, example_in_file(folder / "short.obj")};
    for (const Index clusters : {1, 2}) {
        scene.muscles.clusters = clusters;
        const CharacterPtr it = built(scene);
        ASSERT_TRUE(it);
        ASSERT_EQ(it->musculature.count(), 2U);
        EXPECT_EQ(it->musculature.names[0], "bent");
        EXPECT_GT(it->musculature.example_strains.minCoeff(), 0.01);
    }
    scene.muscles.examples = {{"rest", {}, KeptShape(built(rod_scene())->mesh.X)}};
    const auto refused = build_character(scene, nullptr, Stage::nothing, nullptr, {}, Purpose::numbers);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("\"rest\" is the rest pose"));
}

// The points of a sheet have colours as those of a solid.
TEST_F(ThinCharacter, HasTheColoursOfItsVertices) {
    CharacterDescription scene = shell_scene();
    write_bytes(folder / "colours.json", R"({"format": "limber-labels", "version": 1, "labels":
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]})");
    scene.look.labels = folder / "colours.json";
    scene.look.palette = {Colour{0, 0, 0}, Colour{255, 0, 0}};
    const CharacterPtr shell = built(scene);
    ASSERT_TRUE(shell);
    const SkinGeometry geometry = shown_geometry(*shell, nullptr);
    const auto red = std::ranges::count_if(geometry.vertices, [](const SkinVertex& v) { return v.colour[0] > 0.5F; });
    EXPECT_EQ(red, 2) << "on either side";
    EXPECT_EQ(geometry.vertices.front().has_colour, 1.0F);
}

TEST_F(ThinCharacter, OfRodsNeedsPolylines) {
    CharacterDescription scene = shell_scene();
    scene.shell_thickness = 0.0;
    scene.rod_radius = 0.01;
    const auto refused = build_character(scene, nullptr, Stage::nothing, nullptr, {}, Purpose::numbers);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("sheet.obj: has no polyline"));
}

} // namespace
} // namespace limber::app
