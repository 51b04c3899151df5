#include "app/character/character.h"
#include "app/interaction/interaction.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

// A bar of two bones at rest, and the tool that edits it.
class Hand : public ::testing::Test {
protected:
    Hand() {
        character.mesh = testing::bar_mesh(2, 6, 2, Vec3(0.4, 2.0, 0.4));
        character.boundary = boundary_triangles(character.mesh.T);
        character.boundary_vertices = boundary_vertices(character.mesh.T);
        Bone lower{"lower", -1, identity_affine(), 1.0};
        Bone upper{"upper", 0, identity_affine(), 1.0};
        const BoundingBox box = bounding_box(character.mesh.X);
        lower.rest.col(3) = Vec3(box.centre().x(), box.low.y(), box.centre().z());
        upper.rest.col(3) = box.centre();
        character.rig.skeleton.bones = {lower, upper};
        pose = rest_pose(character.rig.skeleton);
        positions = character.mesh.X;
        triangles = character.boundary;
        OrbitCamera camera;
        camera.pitch = 0.0;
        interaction.camera.jump_to(framing(camera, area, box));
    }

    Touchable scene() {
        Touchable it;
        it.character = &character;
        it.pose = &pose;
        it.triangles = &triangles;
        it.surface = [this] {
            return positions;
        };
        it.point_of = [](const PointHandle& handle) {
            return handle.target;
        };
        it.area = area;
        return it;
    }
    Commands play(const std::vector<InputEvent>& events) {
        return interaction.apply(events, scene(), controls, 1.0);
    }
    MouseMoved at(const Pixel& p) const {
        return {p.x(), p.y()};
    }
    MouseButtonChanged press(const Pixel& p, bool shift = false, MouseButton button = MouseButton::left) const {
        return {button, true, p.x(), p.y(), false, shift, false};
    }
    MouseButtonChanged release(const Pixel& p, MouseButton button = MouseButton::left) const {
        return {button, false, p.x(), p.y(), false, false, false};
    }
    Pixel seen(const Vec3& point) const {
        return *pixel_of(interaction.camera.now(), area, point);
    }
    Pixel flank() const {
        return seen(bounding_box(character.mesh.X).centre() + Vec3(0.12, 0.37, 0));
    }
    Pixel beside() const {
        return {20, 300};
    }

    const ViewArea area{0, 0, 800, 600};
    Character character;
    Pose pose;
    Points positions;
    Triangles triangles;
    LiveControls controls;
    Interaction interaction;
};

TEST_F(Hand, DragPullsThePressedPointUntilRelease) {
    const Pixel start = flank();
    play({at(start), press(start)});
    ASSERT_EQ(controls.handles.size(), 1u);
    const Vec3 held = controls.handles[0].target;
    EXPECT_NEAR(held.z(), bounding_box(character.mesh.X).high.z(), 1e-9);
    play({at(start + Pixel(60, -30))});
    EXPECT_LT((seen(controls.handles[0].target) - start - Pixel(60, -30)).norm(), 1e-6);
    EXPECT_NEAR(controls.handles[0].target.z(), held.z(), 1e-9) << "the target stays in the plane of the press";
    play({release(start + Pixel(60, -30))});
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, ShiftDragPinsAHandleThatCanBeMoved) {
    const Pixel start = flank();
    const Pixel end = start + Pixel(80, 0);
    play({at(start), press(start, true), at(end), release(end)});
    ASSERT_EQ(controls.handles.size(), 1u);
    EXPECT_EQ(interaction.selection.kind, Selection::Kind::handle);
    play({at(end), press(end), at(end + Pixel(0, 50)), release(end + Pixel(0, 50))});
    ASSERT_EQ(controls.handles.size(), 1u);
    EXPECT_LT((seen(controls.handles[0].target) - end - Pixel(0, 50)).norm(), 1e-6);
}

TEST_F(Hand, SelectsABoneInsideTheBodyButNotBehindIt) {
    const Vec3 middle = bounding_box(character.mesh.X).centre() + Vec3(0, 0.4, 0);
    const Pixel here = seen(middle);
    play({at(here), press(here), release(here)});
    EXPECT_EQ(interaction.selection, (Selection{Selection::Kind::bone, 1}));
    interaction.selection = {};
    pose[1].col(3) += Vec3(0, 0, -2);
    const Pixel behind = seen(middle + Vec3(0, 0, -2));
    play({at(behind), press(behind), release(behind)});
    EXPECT_EQ(interaction.selection, Selection{});
    EXPECT_EQ(interaction.hint(scene()).find("bone"), std::string::npos) << interaction.hint(scene());
    pose[1].col(3) += Vec3(0.8, 0, 0);
    const Pixel beside_it = seen(pose[1].col(3) + Vec3(0, 0.5, 0));
    play({at(beside_it), press(beside_it), release(beside_it)});
    EXPECT_EQ(interaction.selection, (Selection{Selection::Kind::bone, 1})) << "where no body is in front of it";
}

TEST_F(Hand, KeyDeletesTheSelectedHandle) {
    const Pixel start = flank();
    play({at(start), press(start, true), at(start + Pixel(80, 0)), release(start + Pixel(80, 0))});
    KeyChanged key;
    key.key = 261;
    key.down = true;
    play({key});
    EXPECT_TRUE(controls.handles.empty());
    EXPECT_EQ(interaction.selection, Selection{});
}

TEST_F(Hand, KeyPinsTheDraggedPoint) {
    const Pixel start = flank();
    KeyChanged key;
    key.key = 'I';
    key.down = true;
    play({at(start), press(start), at(start + Pixel(50, 0)), key, release(start + Pixel(50, 0))});
    EXPECT_EQ(controls.handles.size(), 1u);
}

TEST_F(Hand, ClickSelectsABoneAndItsRingRotatesIt) {
    const Pixel joint = seen(pose[1].col(3));
    const Pixel on_bone = seen(apply(pose[1], Vec3(0, 0.5, 0)));
    play({at(on_bone), press(on_bone), release(on_bone)});
    EXPECT_EQ(interaction.selection, (Selection{Selection::Kind::bone, 1}));
    EXPECT_TRUE(controls.handles.empty());
    // The free ring lies around the joint, a fifth wider than the others.
    const Pixel right = joint + Pixel(62 * 1.2, 0);
    const Pixel above = joint + Pixel(0, -62 * 1.2);
    play({at(right), press(right), at((right + above) / 2), at(above), release(above)});
    ASSERT_EQ(controls.bone_offsets.size(), 2u);
    const Mat3 quarter = Eigen::AngleAxisd(1.5707963, Vec3::UnitZ()).toRotationMatrix();
    EXPECT_LT((controls.bone_offsets[1].leftCols<3>() - quarter).norm(), 0.02);
    EXPECT_EQ(controls.bone_offsets[0], identity_affine());
}

TEST_F(Hand, SingleBoneMovesTheWholeRig) {
    character.rig.skeleton.bones.resize(1);
    pose.resize(1);
    const Pixel on_bone = seen(apply(pose[0], Vec3(0, 0.5, 0)));
    play({at(on_bone), press(on_bone), release(on_bone)});
    EXPECT_EQ(interaction.selection.kind, Selection::Kind::whole_rig);
    const Pixel knob = seen(bounding_box(character.mesh.X).centre());
    play({at(knob), press(knob), at(knob + Pixel(40, 0)), release(knob + Pixel(40, 0))});
    EXPECT_GT(controls.rig_offset(0, 3), 0.05);
    EXPECT_NEAR(controls.rig_offset(1, 3), 0.0, 1e-9);
}

TEST_F(Hand, ClickBesideTheCharacterOrbitsAndSelectsNothing) {
    interaction.selection = {Selection::Kind::bone, 0};
    const double yaw = interaction.camera.goal.yaw;
    play({at(beside()), press(beside()), at(beside() + Pixel(50, 0)), release(beside() + Pixel(50, 0))});
    EXPECT_NE(interaction.camera.goal.yaw, yaw);
    EXPECT_EQ(interaction.selection.kind, Selection::Kind::bone) << "a drag is not a click";
    play({at(beside()), press(beside()), release(beside())});
    EXPECT_EQ(interaction.selection, Selection{});
}

TEST_F(Hand, RightButtonOrbitsAnywhere) {
    const double yaw = interaction.camera.goal.yaw;
    play({at(flank()), press(flank(), false, MouseButton::right), at(flank() + Pixel(50, 0))});
    EXPECT_NE(interaction.camera.goal.yaw, yaw);
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, WheelMovesTheDraggedPointInDepthOrZooms) {
    const double distance = interaction.camera.goal.distance;
    play({at(beside()), Scrolled{1}});
    EXPECT_LT(interaction.camera.goal.distance, distance);
    for (int i = 0; i < 5; ++i) {
        play({});
    }
    const Pixel start = flank();
    play({at(start), press(start)});
    const double depth = controls.handles[0].target.z();
    play({Scrolled{1}});
    EXPECT_LT(controls.handles[0].target.z(), depth);
}

TEST_F(Hand, DoubleClickSetsTheOrbitCentre) {
    const Pixel there = flank();
    const OrbitCamera before = interaction.camera.now();
    interaction.apply({at(there), press(there), release(there)}, scene(), controls, 0.1);
    interaction.apply({press(there)}, scene(), controls, 0.1);
    EXPECT_LT((*pixel_of(before, area, interaction.camera.goal.target) - there).norm(), 1e-6);
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, HintSaysWhatAClickDoes) {
    play({at(flank())});
    EXPECT_NE(interaction.hint(scene()).find("pull the flesh"), std::string::npos);
    EXPECT_EQ(interaction.cursor(), CursorShape::grab);
    play({at(seen(apply(pose[1], Vec3(0, 0.5, 0))))});
    EXPECT_NE(interaction.hint(scene()).find("upper"), std::string::npos);
    EXPECT_EQ(interaction.cursor(), CursorShape::hand);
    play({at(beside())});
    EXPECT_NE(interaction.hint(scene()).find("orbit"), std::string::npos);
}

TEST_F(Hand, SelectsTheBoneUnderThePressEvenIfItMoves) {
    const Pixel on_bone = seen(apply(pose[1], Vec3(0, 0.5, 0)));
    play({at(on_bone), press(on_bone)});
    pose[1].col(3) += Vec3(0.5, 0, 0);
    play({release(on_bone)});
    EXPECT_EQ(interaction.selection, (Selection{Selection::Kind::bone, 1}));
}

TEST_F(Hand, HasNoHoverOverAPanel) {
    play({at(flank())});
    interaction.clear_hover();
    EXPECT_EQ(interaction.cursor(), CursorShape::arrow);
    EXPECT_TRUE(interaction.hint(scene()).empty());
}

TEST_F(Hand, DrawsAllBonesOrNoneIfHidden) {
    Touchable shown = scene();
    EXPECT_EQ(interaction.sketch(shown, controls).dots.size(), 2u);
    shown.bones_shown = false;
    EXPECT_TRUE(interaction.sketch(shown, controls).dots.empty());
}

// A target on the floor, right of the bar's foot, seen from above.
class HandWithTarget : public Hand {
protected:
    HandWithTarget() {
        OrbitCamera camera;
        camera.pitch = 0.6;
        interaction.camera.jump_to(framing(camera, area, bounding_box(character.mesh.X)));
        goal.at = Vec3(0.8, bounding_box(character.mesh.X).low.y(), 0.1);
        goal.radius = 0.2;
    }
    Commands carry(const std::vector<InputEvent>& events) {
        Touchable it = scene();
        it.goal = goal;
        return interaction.apply(events, it, controls, 1.0);
    }
    Goal goal;
};

TEST_F(HandWithTarget, DragsTheTargetAlongTheFloor) {
    for (const Vec3& grip : {Vec3(0, 0, 0), Vec3(0.12, 0, 0.1)}) {
        const Vec3 way(-0.3, 0.0, 0.4);
        const Pixel start = seen(goal.at + grip);
        carry({at(start)});
        EXPECT_TRUE(interaction.has_goal());
        EXPECT_EQ(interaction.cursor(), CursorShape::hand);
        carry({press(start)});
        EXPECT_TRUE(interaction.is_holding());
        const Commands commands = carry({at(seen(goal.at + grip + way))});
        ASSERT_EQ(commands.size(), 1u);
        ASSERT_TRUE(std::holds_alternative<MoveGoal>(commands.front()));
        EXPECT_LT((std::get<MoveGoal>(commands.front()).at - goal.at - way).norm(), 1e-9);
        carry({release(seen(goal.at + grip + way))});
        EXPECT_FALSE(interaction.is_holding());
        EXPECT_TRUE(controls.handles.empty());
        EXPECT_EQ(interaction.selection, Selection{});
    }
    const OrbitCamera before = interaction.camera.goal;
    carry({at(beside()), press(beside()), at(beside() + Pixel(30, 0)), release(beside() + Pixel(30, 0))});
    EXPECT_NE(interaction.camera.goal.yaw, before.yaw) << "a drag beside it orbits the camera";
}

TEST_F(HandWithTarget, PullsTheBodyInsideTheTargetRing) {
    goal.at = bounding_box(character.mesh.X).centre();
    goal.at.y() = bounding_box(character.mesh.X).low.y();
    goal.radius = 2.0;
    const Pixel on_flesh = seen(bounding_box(character.mesh.X).centre() + Vec3(0, 0.4, 0.2));
    carry({at(on_flesh), press(on_flesh)});
    EXPECT_EQ(controls.handles.size(), 1u);
}

TEST_F(Hand, PassesOnActionsAndDroppedFiles) {
    KeyChanged space;
    space.key = ' ';
    space.down = true;
    const Commands commands = play({space, FilesDropped{{"a.json"}}});
    ASSERT_EQ(commands.size(), 2u);
    EXPECT_EQ(std::get<Action>(commands[0]), Action::play_or_pause);
    EXPECT_EQ(std::get<OpenFirstOf>(commands[1]).paths, std::vector<std::filesystem::path>{"a.json"});
}

TEST_F(Hand, IgnoresInputWithoutACharacter) {
    const Touchable nothing;
    interaction.apply({at(flank()), press(flank()), release(flank()), Scrolled{1}}, nothing, controls, 0.1);
    EXPECT_TRUE(controls.handles.empty());
    EXPECT_TRUE(interaction.hint(nothing).empty());
}

} // namespace
} // namespace limber::app
