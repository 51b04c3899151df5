// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/character_examples.h"
#include "app/character_skin/skin.h"
#include "app/motion/behaviour_player.h"
#include "app/motion/motion.h"
#include "app/motion/moving_body.h"
#include "app/motion/step_controls.h"
#include "engine/body/body_step.h"
#include "engine/body/planar_body.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"
#include "tests/support/thin_meshes.h"

#include <gmock/gmock.h>

#include <cmath>

/// Bodies of a scene that move in their plane.
namespace limber::app {
namespace {

using limber::testing::obj_file;
using limber::testing::ScratchFolder;
using limber::testing::sheet;
using limber::testing::write_bytes;
using ::testing::HasSubstr;

class PlanarCharacter : public ::testing::Test {
protected:
    CharacterDescription planar_scene() {
        write_bytes(folder / "flat.obj", obj_file(sheet(2, 4, 0.1)));
        CharacterDescription scene;
        scene.mesh = folder / "flat.obj";
        scene.rig_kind = RigKind::none;
        scene.plane_depth = 0.15;
        scene.material.young = 6e4;
        scene.material.poisson = 0.3;
        scene.material.density = 700.0;
        return scene;
    }
    // Hops by a cage of four cells.
    CharacterDescription hopping_scene() {
        CharacterDescription scene = planar_scene();
        scene.contact.floor = true;
        set_cage(scene.muscles);
        set_exact_steps(scene, scene.step.iterations, scene.step.tolerance);
        return scene;
    }
    static CharacterPtr built(const CharacterDescription& scene, Purpose purpose = Purpose::numbers) {
        auto result = build_character(scene, nullptr, Stage::nothing, nullptr, {}, purpose);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }
    static std::string refusal(const CharacterDescription& scene) {
        auto result = build_character(scene, nullptr, Stage::nothing, nullptr, {}, Purpose::numbers);
        return result ? std::string() : sentence(result.error());
    }

    ScratchFolder folder;
};

TEST_F(PlanarCharacter, IsASlabOfItsTriangles) {
    const CharacterPtr flat = built(planar_scene());
    ASSERT_TRUE(flat);
    EXPECT_EQ(flat->vertex_count(), 2 * 15);
    EXPECT_EQ(flat->mesh.tet_count(), 3 * 16);
    EXPECT_EQ(flat->model.coordinate_count(), 15);
    EXPECT_EQ(flat->clusters.count, 16);
    EXPECT_NEAR(flat->mass.sum(), 1000.0 * 0.2 * 0.4 * 0.15, 1e-9) << "of the reference material";
    EXPECT_NEAR(flat->mesh.X.col(2).maxCoeff(), 0.075, 1e-12);
    EXPECT_NEAR(flat->mesh.X.col(2).minCoeff(), -0.075, 1e-12);
}

// Young's modulus, Poisson's ratio and density are scalars of the step.
TEST_F(PlanarCharacter, MovesAsABodyOfItsMaterial) {
    const CharacterPtr flat = built(planar_scene());
    ASSERT_TRUE(flat);
    const Body body = build_planar_body(sheet(2, 4, 0.1),
                                        {.depth = 0.15, .material = {.young = 6e4, .poisson = 0.3, .density = 700.0}})
                          .value();
    Rng rng(1);
    Points noise = limber::testing::shaken(Points::Zero(15, 3), 0.5, rng);
    noise.col(2).setZero();
    const Points velocities = noise.replicate(2, 1);
    const auto end_of = [&](const Body& one) {
        Controls controls = rest_controls(one);
        if (&one == flat.get()) {
            fill_step_controls(starting_controls(*flat), *flat, 0.0, controls);
        }
        controls.arithmetic = Arithmetic::double_precision;
        controls.iterations = 500;
        State state = rest_state(one, controls.P);
        state.Zdot = nearest_coordinates(one, velocities, controls.P);
        state.clear_history();
        BodyWorkspace workspace(one);
        for (int i = 0; i < 5; ++i) {
            step(one, controls, state, workspace);
        }
        return positions(one, state);
    };
    EXPECT_LT((end_of(*flat) - end_of(body)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_F(PlanarCharacter, KeepsItsDepthInMetresInEveryUnitAndTurn) {
    CharacterDescription scene = planar_scene();
    scene.metres_per_unit = 2.0;
    scene.turn = {Vec3::UnitZ(), 90.0};
    const CharacterPtr turned = built(scene);
    ASSERT_TRUE(turned);
    EXPECT_NEAR(turned->mesh.X.col(2).maxCoeff() - turned->mesh.X.col(2).minCoeff(), 0.15, 1e-12);
    EXPECT_NEAR(turned->mesh.X.col(0).maxCoeff() - turned->mesh.X.col(0).minCoeff(), 0.8, 1e-12);
    EXPECT_NEAR(turned->file_positions.col(1).maxCoeff(), 0.4, 1e-12);
}

TEST_F(PlanarCharacter, LiesInTheUprightPlaneOnceTurned) {
    CharacterDescription scene = planar_scene();
    scene.turn = {Vec3::UnitX(), 90.0};
    EXPECT_THAT(refusal(scene), HasSubstr("flat.obj: is not flat: its vertices lie between z = 0 and z = 0.4"));
    SurfaceMesh level = sheet(2, 4, 0.1);
    level.V.col(2) = level.V.col(1);
    level.V.col(1).setConstant(0.3);
    write_bytes(folder / "level.obj", obj_file(level));
    scene.mesh = folder / "level.obj";
    const CharacterPtr upright = built(scene);
    ASSERT_TRUE(upright);
    EXPECT_NEAR(upright->mesh.X.col(1).maxCoeff() - upright->mesh.X.col(1).minCoeff(), 0.4, 1e-12);
}

TEST_F(PlanarCharacter, IsRefusedWithWhatLeavesThePlane) {
    const auto fault = [](CharacterDescription scene, auto edit) {
        edit(scene);
        const auto found = fault_in(scene);
        return found ? found->message : std::string();
    };
    const CharacterDescription flat = planar_scene();
    EXPECT_FALSE(fault_in(flat));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.rig_kind = RigKind::affine_handle; }), HasSubstr("rig must be"));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.shell_thickness = 0.1; }), HasSubstr("plane_depth must be 0"));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.muscles.modes = 3; }), HasSubstr("muscles must be a cage"));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.subspace = SubspaceKind::displacement; }),
                HasSubstr("subspace must be"));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.newton.emplace(); }), HasSubstr("newton must be left out"));
    EXPECT_THAT(fault(flat, [](auto& scene) { scene.plane_depth = -1.0; }), HasSubstr("plane_depth must lie"));
}

TEST_F(PlanarCharacter, FacesAlongItsPlane) {
    const CharacterDescription flat = planar_scene();
    EXPECT_LT((front_of(flat) - Vec3::UnitX()).norm(), 1e-12);
}

TEST_F(PlanarCharacter, HopsByACageInItsPlane) {
    const CharacterPtr flat = built(hopping_scene());
    ASSERT_TRUE(flat);
    EXPECT_GT(flat->model.muscle_count(), 4);
    BehaviourPlayer player(flat, widest_instruction_set());
    Motion motion(flat);
    LiveControls controls = starting_controls(*flat);
    controls.muscles.behaviour.kind = BehaviourKind::hop;
    controls.muscles.behaviour.height = 0.1;
    controls.muscles.behaviour.distance = 0.0;
    const double height_at_rest = positions(*flat, motion.state()).col(1).mean();
    double apex = 0.0;
    for (int i = 0; i < 240; ++i) {
        motion.step(controls);
        apex = std::max(apex, positions(*flat, motion.state()).col(1).mean() - height_at_rest);
        ASSERT_EQ(motion.state().Z.col(2).cwiseAbs().maxCoeff(), 0.0);
    }
    EXPECT_GT(apex, 0.06);
    EXPECT_LT(apex, 0.14);
}

TEST_F(PlanarCharacter, HasAMuscleForEachVertexButForRigidMotions) {
    CharacterDescription scene = planar_scene();
    set_each_vertex(scene.muscles);
    const CharacterPtr flat = built(scene);
    ASSERT_TRUE(flat);
    EXPECT_EQ(flat->model.muscle_count(), 2 * 15 - 3);
    EXPECT_EQ(flat->musculature.names.front(), "Shape 1");
    write_bytes(folder / "fine.obj", obj_file(sheet(12, 12, 0.05)));
    scene.mesh = folder / "fine.obj";
    EXPECT_THAT(refusal(scene), HasSubstr("use a cage, or a mesh of fewer vertices"));
}

// An example pose in a file of the same triangles, and one that was kept.
TEST_F(PlanarCharacter, TakesExamplePosesOfItsFlatMesh) {
    CharacterDescription scene = planar_scene();
    SurfaceMesh bent = sheet(2, 4, 0.1);
    for (Index v = 0; v < bent.V.rows(); ++v) {
        bent.V(v, 0) += bent.V(v, 1) * bent.V(v, 1);
    }
    write_bytes(folder / "bent.obj", obj_file(bent));
    add_examples(scene.muscles, {(folder / "bent.obj").string()});
    const CharacterPtr flat = built(scene);
    ASSERT_TRUE(flat);
    ASSERT_EQ(flat->model.muscle_count(), 1);
    State state = rest_state(*flat, rest_controls(*flat).P);
    Points moved = flat->mesh.X;
    moved.topRows(15).leftCols<2>() = bent.V.leftCols<2>();
    moved.bottomRows(15).leftCols<2>() = bent.V.leftCols<2>();
    state.Z = nearest_coordinates(*flat, moved - flat->mesh.X, rest_controls(*flat).P);
    CharacterDescription keeping = planar_scene();
    keeping.muscles.examples.push_back({"kept", {}, kept_shape(*flat, state)});
    const CharacterPtr kept = built(keeping);
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->model.muscle_count(), 1);
    EXPECT_NEAR(kept->musculature.example_strains(0), flat->musculature.example_strains(0), 1e-4);
    for (Index tet = 0; tet < flat->mesh.tet_count(); ++tet) {
        EXPECT_NEAR((*flat->musculature.stretches)(9 * tet + 8, 0), 0.0, 1e-12) << "its depth does not change";
    }
}

TEST_F(PlanarCharacter, HasASkinForTheWindow) {
    const CharacterPtr flat = built(planar_scene(), Purpose::window);
    ASSERT_TRUE(flat);
    ASSERT_TRUE(flat->skin);
    EXPECT_EQ(flat->boundary.rows(), 2 * 16 + 2 * 2 * (2 + 4));
}

} // namespace
} // namespace limber::app
