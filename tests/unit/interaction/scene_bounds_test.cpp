// SPDX-License-Identifier: MIT
#include "app/interaction/scene_bounds.h"

#include "app/character_skin/skin.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

const Vec3 vertical = Vec3::UnitY();

Affine moved_by(const Vec3& offset) {
    Affine map = identity_affine();
    map.col(3) = offset;
    return map;
}

// A bar from -0.2 to 0.2 across and 1 m high, with one bone, a clip that walks off along x, and one that stands 0.5 m
// lower.
std::shared_ptr<Character> walking_bar() {
    auto character = std::make_shared<Character>();
    character->mesh = testing::bar_mesh(2, 4, 2, Vec3(0.4, 1.0, 0.4));
    character->boundary_vertices = boundary_vertices(character->mesh.T);
    character->rig = affine_handle(character->mesh);
    const Pose rest = rest_pose(character->rig.skeleton);
    Clip walks{"walks", 30, true, {rest, rest}};
    walks.keys[0][0].col(3).z() += 3.0;
    walks.keys[1][0].col(3).x() += 4.0;
    Clip sinks{"sinks", 30, true, {rest, rest}};
    for (Pose& key : sinks.keys) {
        key[0].col(3).y() -= 0.5;
    }
    character->clips = {walks, sinks};
    auto skin = std::make_shared<Skin>();
    skin->outline = SkinOutline(*character, vertical);
    character->skin = skin;
    return character;
}

// Two bars: one at the origin, and one that is moved by 5 m along x.
class Bounds : public ::testing::Test {
protected:
    Bounds() : body(bounding_box(walking_bar()->mesh.X)) {
        for (const int id : {1, 2}) {
            const Vec3 place((id - 1) * 5.0, 0, 0);
            snapshots.push_back(snapshot(id, place));
            CharacterInstance instance;
            instance.id = id;
            instance.home = moved_by(place);
            instance.controls.clip = -1;
            scene.instances.push_back(instance);
        }
    }

    static Snapshot snapshot(int id, const Vec3& place) {
        Snapshot snapshot;
        snapshot.id = id;
        snapshot.character = walking_bar();
        Pose pose = rest_pose(snapshot.character->rig.skeleton);
        pose[0] = compose(moved_by(place), pose[0]);
        snapshot.state.P = skinning_maps(snapshot.character->rig.skeleton, pose);
        return snapshot;
    }
    // Removes the rig, and moves the body by `way` from its rest place.
    static void set_free(Snapshot& snapshot, const Vec3& way) {
        auto character = std::make_shared<Character>(*snapshot.character);
        character->description.rig_kind = RigKind::none;
        auto points = std::make_shared<ContactPoints>();
        points->phi = Matrix::Ones(1, 2); // two points that follow Z alike
        points->rig_rows = Matrix::Zero(snapshot.state.P.rows(), 2);
        character->contact_points = points;
        snapshot.character = character;
        snapshot.state.Z = way.transpose();
    }
    SceneBounds bounds(const DrawnMotion& motion = {}, int clip = -1) const {
        return {snapshots, scene, motion, vertical, clip};
    }

    BoundingBox body;
    std::vector<Snapshot> snapshots;
    Scene scene;
};

TEST_F(Bounds, HoldAllCharacters) {
    const BoundingBox all = bounds().box_of_all();
    EXPECT_LT((all.low - body.low).norm(), 1e-12);
    EXPECT_LT((all.high - body.high - Vec3(5, 0, 0)).norm(), 1e-12);
}

TEST_F(Bounds, MoveAlongWithABodyThatMovesByItself) {
    set_free(snapshots[1], Vec3(0, 2, 0));
    EXPECT_TRUE(moves_by_itself(snapshots[1]));
    EXPECT_FALSE(moves_by_itself(snapshots[0]));
    EXPECT_NEAR(bounds().box(snapshots[1]).low.y(), body.low.y() + 2.0, 1e-12);
    EXPECT_NEAR(bounds({true, 3.0}).box(snapshots[1]).low.y(), body.low.y() + 6.0, 1e-12);
    EXPECT_NEAR(bounds({false, 3.0}).box(snapshots[1]).low.y(), body.low.y(), 1e-12);
    EXPECT_NEAR(bounds().rig_box_of_all().high.y(), body.high.y(), 1e-12);
}

TEST_F(Bounds, StartAtTheFirstPoseOfTheClipInTheirPlace) {
    LiveControls controls;
    controls.clip = 0;
    controls.rig_offset = moved_by(Vec3(0, 1, 0));
    const BoundingBox start = starting_box(*snapshots[0].character, controls);
    EXPECT_LT((start.low - body.low - Vec3(0, 1, 3)).norm(), 1e-12);
}

TEST_F(Bounds, KnowTheGroundOnWhichTheLowestCharacterStands) {
    EXPECT_NEAR(bounds().ground(), body.low.y(), 1e-12);
    scene.instances[1].home = moved_by(Vec3(5, -2, 0));
    EXPECT_NEAR(bounds().ground(), body.low.y() - 2.0, 1e-12);
    snapshots[1].is_enabled = false;
    EXPECT_NEAR(bounds().ground(), body.low.y(), 1e-12) << "a disabled one is not drawn";
}

// While the simulation is paused, a clip that was added or chosen plays from the next step on.
TEST_F(Bounds, KeepTheGroundOfTheShownClipUntilAnotherOnePlays) {
    scene.instances[0].controls.clip = 1;
    EXPECT_NEAR(bounds({}, 1).ground(), body.low.y(), 1e-12) << "it stands in its rest pose";
    snapshots[0].clip = 1;
    EXPECT_NEAR(bounds({}, 1).ground(), body.low.y() - 0.5, 1e-12);
    scene.instances[0].controls.clip = -1;
    EXPECT_NEAR(bounds().ground(), body.low.y() - 0.5, 1e-12) << "it still plays";
}

TEST_F(Bounds, LeaveOutWhatHasFallenOutOfTheScene) {
    set_free(snapshots[1], Vec3(0, -1000, 0));
    EXPECT_EQ(bounds().boxes_in_the_scene().size(), 1u);
    set_free(snapshots[0], Vec3(0, -1000, 0));
    EXPECT_EQ(bounds().boxes_in_the_scene().size(), 2u) << "all have fallen";
}

TEST_F(Bounds, AreSharpNearTheTargetOfTheCamera) {
    OrbitCamera camera;
    camera.distance = 2.0;
    camera.target = Vec3(5, 0, 0);
    EXPECT_GT(bounds().sharp_box(camera, snapshots[0]).low.x(), 4.0);
    camera.target = Vec3(0, 100, 0);
    EXPECT_LT(bounds().sharp_box(camera, snapshots[0]).high.x(), 1.0) << "the selected one";
}

TEST_F(Bounds, MakeTheCameraFollowWhatWalksOff) {
    EXPECT_FALSE(bounds({}, 0).camera_targets(snapshots[0]).goes) << "one of two, and held by its rig";
    snapshots.pop_back();
    EXPECT_TRUE(bounds({}, 0).camera_targets(snapshots[0]).goes) << "alone, and its clip travels";
    EXPECT_FALSE(bounds({}, -1).camera_targets(snapshots[0]).goes);
    EXPECT_FALSE(bounds().camera_targets(snapshots[0]).is_compared);
    scene.instances[1].shows = "trot";
    EXPECT_TRUE(bounds().camera_targets(snapshots[0]).is_compared);
}

} // namespace
} // namespace limber::app
