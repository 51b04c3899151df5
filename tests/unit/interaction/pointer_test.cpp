// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/interaction/bone_tool.h"
#include "app/interaction/camera_tool.h"
#include "app/interaction/force_tool.h"
#include "app/interaction/gizmo_tool.h"
#include "app/interaction/goal_tool.h"
#include "app/interaction/handle_tool.h"
#include "app/interaction/obstacle_tool.h"
#include "app/interaction/pointer.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::app {
namespace {

// A bar of two bones at rest, and the tools that edit it.
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
        OrbitCamera start;
        start.pitch = 0.0;
        camera.camera.jump_to(framing(start, area, box));
    }

    Touchable scene() const {
        Touchable it;
        it.character = &character;
        it.controls = &controls;
        it.obstacles = {std::shared_ptr<const Obstacles>(), &obstacles};
        it.pose = &pose;
        it.triangles = &triangles;
        it.surface = [this] {
            return positions;
        };
        it.point_of = [](const PointHandle& handle) {
            return handle.target;
        };
        it.arrow_of = [](const AppliedForce& applied) {
            return ForceArrow{Vec3::Zero(), 0.01 * applied.force};
        };
        it.metres_per_newton = 0.01;
        it.selection = selection;
        it.camera = camera.camera.now();
        it.area = area;
        it.is_dragging = pointer.is_holding();
        return it;
    }
    // One frame. Returns the commands that the tools do not mean for the character's controls.
    Commands play(const std::vector<InputEvent>& events, double seconds = 1.0) {
        Commands others;
        pointer.start_frame(seconds);
        for (const InputEvent& event : events) {
            carry_out(pointer.take(event, tools, scene()), others);
        }
        carry_out(pointer.take_edits(scene()), others);
        camera.camera.advance(seconds);
        pointer.look(tools, scene());
        return others;
    }
    void carry_out(const Commands& commands, Commands& others) {
        for (const Command& command : commands) {
            if (const auto* select = std::get_if<Select>(&command)) {
                selection = select->selection;
            } else if (std::holds_alternative<ClearSelection>(command)) {
                selection = {};
            } else if (const auto* added = std::get_if<AddHandle>(&command)) {
                controls.handles.push_back(added->handle);
            } else if (const auto* handle = std::get_if<MoveHandle>(&command)) {
                std::ranges::find(controls.handles, handle->id, &PointHandle::id)->target = handle->target;
            } else if (const auto* removed = std::get_if<RemoveHandle>(&command)) {
                std::erase_if(controls.handles, [&](const PointHandle& one) { return one.id == removed->id; });
            } else if (const auto* pushed = std::get_if<AddForce>(&command)) {
                controls.forces.push_back(pushed->applied);
            } else if (const auto* changed = std::get_if<ChangeForce>(&command)) {
                std::ranges::find(controls.forces, changed->id, &AppliedForce::id)->force = changed->force;
            } else if (const auto* dropped = std::get_if<RemoveForce>(&command)) {
                std::erase_if(controls.forces, [&](const AppliedForce& one) { return one.id == dropped->id; });
            } else if (const auto* bone = std::get_if<PoseBone>(&command)) {
                controls.bone_offsets.resize(bone->bone_count, identity_affine());
                controls.bone_offsets[static_cast<std::size_t>(bone->bone)] = bone->offset;
            } else if (const auto* placed = std::get_if<PlaceRig>(&command)) {
                controls.rig_offset = placed->offset;
            } else {
                others.push_back(command);
            }
        }
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
        return *pixel_of(camera.camera.now(), area, point);
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
    Obstacles obstacles;
    Selection selection;
    CameraTool camera;
    BoneTool bones;
    ForceTool forces;
    HandleTool handles;
    RigGizmoTool gizmo;
    ObstacleTool obstacle;
    GoalTool goals;
    const Tools tools{&camera, &bones, &forces, &handles, &gizmo, &obstacle, &goals};
    Pointer pointer;
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

TEST_F(Hand, CtrlDragPullsOutAForceWhoseTipCanBeMoved) {
    const Pixel start = flank();
    const Pixel end = start + Pixel(90, 20);
    MouseButtonChanged down = press(start);
    down.control = true;
    play({at(start), down, at(end)});
    ASSERT_EQ(controls.forces.size(), 1u);
    EXPECT_TRUE(controls.handles.empty()) << "the flesh is not pulled";
    play({release(end)});
    EXPECT_EQ(selection, (Selection{Selection::Kind::force, 1}));
    const Vec3 force = controls.forces[0].force;
    EXPECT_LT((seen(scene().arrow_of(controls.forces[0]).tip) - end).norm(), 1e-6) << "the tip is under the mouse";
    const double surface = bounding_box(character.mesh.X).high.z();
    EXPECT_NEAR(0.01 * force.z(), surface, 1e-9)
        << "the tip is in the plane through the pressed point that faces the camera";
    const Pixel tip = end + Pixel(-40, 60);
    play({at(end), press(end), at(tip), release(tip)});
    ASSERT_EQ(controls.forces.size(), 1u);
    EXPECT_LT((seen(scene().arrow_of(controls.forces[0]).tip) - tip).norm(), 1e-6);
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, ACtrlClickPlacesNoForce) {
    const Pixel start = flank();
    MouseButtonChanged down = press(start);
    down.control = true;
    play({at(start), down, release(start)});
    EXPECT_TRUE(controls.forces.empty());
}

TEST_F(Hand, ShiftDragPinsAHandleThatCanBeMoved) {
    const Pixel start = flank();
    const Pixel end = start + Pixel(80, 0);
    play({at(start), press(start, true), at(end), release(end)});
    ASSERT_EQ(controls.handles.size(), 1u);
    EXPECT_EQ(selection.kind, Selection::Kind::handle);
    play({at(end), press(end), at(end + Pixel(0, 50)), release(end + Pixel(0, 50))});
    ASSERT_EQ(controls.handles.size(), 1u);
    EXPECT_LT((seen(controls.handles[0].target) - end - Pixel(0, 50)).norm(), 1e-6);
}

TEST_F(Hand, SelectsABoneInsideTheBodyButNotBehindIt) {
    const Vec3 middle = bounding_box(character.mesh.X).centre() + Vec3(0, 0.4, 0);
    const Pixel here = seen(middle);
    play({at(here), press(here), release(here)});
    EXPECT_EQ(selection, (Selection{Selection::Kind::bone, 1}));
    selection = {};
    pose[1].col(3) += Vec3(0, 0, -2);
    const Pixel behind = seen(middle + Vec3(0, 0, -2));
    play({at(behind), press(behind), release(behind)});
    EXPECT_EQ(selection, Selection{});
    EXPECT_EQ(pointer.hint(scene()).find("bone"), std::string::npos) << pointer.hint(scene());
    pose[1].col(3) += Vec3(0.8, 0, 0);
    const Pixel beside_it = seen(pose[1].col(3) + Vec3(0, 0.5, 0));
    play({at(beside_it), press(beside_it), release(beside_it)});
    EXPECT_EQ(selection, (Selection{Selection::Kind::bone, 1})) << "where no body is in front of it";
}

TEST_F(Hand, KeyPinsTheDraggedPoint) {
    const Pixel start = flank();
    KeyChanged key;
    key.key = 'I';
    key.down = true;
    const Commands commands = play({at(start), press(start), at(start + Pixel(50, 0)), key});
    ASSERT_EQ(commands.size(), 1u);
    EXPECT_EQ(std::get<Action>(commands.front()), Action::pin_handle);
    handles.pin();
    play({release(start + Pixel(50, 0))});
    EXPECT_EQ(controls.handles.size(), 1u);
    EXPECT_EQ(selection.kind, Selection::Kind::handle);
}

TEST_F(Hand, ClickSelectsABoneAndItsRingRotatesIt) {
    const Pixel joint = seen(pose[1].col(3));
    const Pixel on_bone = seen(apply(pose[1], Vec3(0, 0.5, 0)));
    play({at(on_bone), press(on_bone), release(on_bone)});
    EXPECT_EQ(selection, (Selection{Selection::Kind::bone, 1}));
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
    EXPECT_EQ(selection.kind, Selection::Kind::whole_rig);
    const Pixel knob = seen(bounding_box(character.mesh.X).centre());
    play({at(knob), press(knob), at(knob + Pixel(40, 0)), release(knob + Pixel(40, 0))});
    EXPECT_GT(controls.rig_offset(0, 3), 0.05);
    EXPECT_NEAR(controls.rig_offset(1, 3), 0.0, 1e-9);
}

TEST_F(Hand, ClickBesideTheCharacterOrbitsAndSelectsNothing) {
    selection = {Selection::Kind::bone, 0};
    const double yaw = camera.camera.goal.yaw;
    play({at(beside()), press(beside()), at(beside() + Pixel(50, 0)), release(beside() + Pixel(50, 0))});
    EXPECT_NE(camera.camera.goal.yaw, yaw);
    EXPECT_EQ(selection.kind, Selection::Kind::bone) << "a drag is not a click";
    play({at(beside()), press(beside()), release(beside())});
    EXPECT_EQ(selection, Selection{});
}

TEST_F(Hand, RightButtonOrbitsAnywhere) {
    const double yaw = camera.camera.goal.yaw;
    play({at(flank()), press(flank(), false, MouseButton::right), at(flank() + Pixel(50, 0))});
    EXPECT_NE(camera.camera.goal.yaw, yaw);
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, WheelMovesTheDraggedPointInDepthOrZooms) {
    const double distance = camera.camera.goal.distance;
    play({at(beside()), Scrolled{1}});
    EXPECT_LT(camera.camera.goal.distance, distance);
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
    const OrbitCamera before = camera.camera.now();
    play({at(there), press(there), release(there)}, 0.1);
    play({press(there)}, 0.1);
    EXPECT_LT((*pixel_of(before, area, camera.camera.goal.target) - there).norm(), 1e-6);
    EXPECT_TRUE(controls.handles.empty());
}

TEST_F(Hand, HintSaysWhatAClickDoes) {
    play({at(flank())});
    EXPECT_NE(pointer.hint(scene()).find("pull the flesh"), std::string::npos);
    EXPECT_EQ(pointer.cursor(), CursorShape::grab);
    play({at(seen(apply(pose[1], Vec3(0, 0.5, 0))))});
    EXPECT_NE(pointer.hint(scene()).find("upper"), std::string::npos);
    EXPECT_EQ(pointer.cursor(), CursorShape::hand);
    play({at(beside())});
    EXPECT_NE(pointer.hint(scene()).find("orbit"), std::string::npos);
}

TEST_F(Hand, SelectsTheBoneUnderThePressEvenIfItMoves) {
    const Pixel on_bone = seen(apply(pose[1], Vec3(0, 0.5, 0)));
    play({at(on_bone), press(on_bone)});
    pose[1].col(3) += Vec3(0.5, 0, 0);
    play({release(on_bone)});
    EXPECT_EQ(selection, (Selection{Selection::Kind::bone, 1}));
}

TEST_F(Hand, HasNoHoverOverAPanel) {
    play({at(flank())});
    pointer.leave_view(tools);
    EXPECT_EQ(pointer.cursor(), CursorShape::arrow);
    EXPECT_TRUE(pointer.hint(scene()).empty());
}

TEST_F(Hand, DrawsAllBonesOrNoneIfHidden) {
    Touchable shown = scene();
    Sketch sketch;
    bones.draw(sketch, shown);
    EXPECT_EQ(sketch.dots.size(), 2u);
    shown.bones_shown = false;
    Sketch hidden;
    bones.draw(hidden, shown);
    EXPECT_TRUE(hidden.dots.empty());
}

// It would lie over a body that stays where its pins are.
TEST_F(Hand, DrawsTheHandleOfAPinnedBodyWhileItIsUsedAlone) {
    character.rig.skeleton.bones.pop_back();
    pose.pop_back();
    character.description.rig_kind = RigKind::affine_handle;
    const auto drawn = [&] {
        Sketch sketch;
        bones.draw(sketch, scene());
        return sketch.dots.size();
    };
    EXPECT_EQ(drawn(), 1u) << "without pins";
    character.description.pins = PaintedRegion(PaintLevels(character.boundary_vertices.size(), 255));
    EXPECT_EQ(drawn(), 0u);
    const BoneSegment bone = bone_segments(character.rig.skeleton, pose).front();
    const Pixel on_bone = seen(0.5 * (bone.joint + bone.tip));
    play({at(on_bone)});
    EXPECT_EQ(drawn(), 1u) << "under the mouse";
    play({press(on_bone), release(on_bone), at(beside())});
    EXPECT_EQ(selection.kind, Selection::Kind::whole_rig);
    EXPECT_EQ(drawn(), 1u) << "selected";
}

// A target on the floor, right of the bar's foot, seen from above.
class HandWithTarget : public Hand {
protected:
    HandWithTarget() {
        OrbitCamera above;
        above.pitch = 0.6;
        camera.camera.jump_to(framing(above, area, bounding_box(character.mesh.X)));
        goal.at = Vec3(0.8, bounding_box(character.mesh.X).low.y(), 0.1);
        goal.radius = 0.2;
    }
    Commands carry(const std::vector<InputEvent>& events) {
        goals.set_goal(goal);
        return play(events);
    }
    Goal goal;
};

TEST_F(HandWithTarget, DragsTheTargetAlongTheFloor) {
    for (const Vec3& grip : {Vec3(0, 0, 0), Vec3(0.12, 0, 0.1)}) {
        const Vec3 way(-0.3, 0.0, 0.4);
        const Pixel start = seen(goal.at + grip);
        carry({at(start)});
        EXPECT_TRUE(goals.is_highlighted());
        EXPECT_EQ(pointer.cursor(), CursorShape::hand);
        carry({press(start)});
        EXPECT_TRUE(pointer.is_holding());
        const Commands commands = carry({at(seen(goal.at + grip + way))});
        ASSERT_EQ(commands.size(), 1u);
        ASSERT_TRUE(std::holds_alternative<MoveGoal>(commands.front()));
        EXPECT_LT((std::get<MoveGoal>(commands.front()).at - goal.at - way).norm(), 1e-9);
        carry({release(seen(goal.at + grip + way))});
        EXPECT_FALSE(pointer.is_holding());
        EXPECT_TRUE(controls.handles.empty());
        EXPECT_EQ(selection, Selection{});
    }
    const OrbitCamera before = camera.camera.goal;
    carry({at(beside()), press(beside()), at(beside() + Pixel(30, 0)), release(beside() + Pixel(30, 0))});
    EXPECT_NE(camera.camera.goal.yaw, before.yaw) << "a drag beside it orbits the camera";
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
    EXPECT_EQ(std::get<OpenFirstUsableFile>(commands[1]).paths, std::vector<std::filesystem::path>{"a.json"});
}

TEST_F(Hand, IgnoresInputWithoutACharacter) {
    const Touchable nothing;
    for (const InputEvent& event :
         std::vector<InputEvent>{at(flank()), press(flank()), release(flank()), Scrolled{1}}) {
        for (const Command& command : pointer.take(event, tools, nothing)) {
            EXPECT_TRUE(std::holds_alternative<ClearSelection>(command));
        }
    }
    pointer.look(tools, nothing);
    EXPECT_TRUE(pointer.hint(nothing).empty());
}

TEST_F(Hand, KeepsHandleIdsApartFromThoseOfAnOpenedScene) {
    PointHandle opened;
    opened.id = 1;
    opened.target = Vec3(5, 5, 5);
    controls.handles.push_back(opened);
    const Pixel start = flank();
    play({at(start), press(start)});
    play({at(start + Pixel(60, 0))});
    ASSERT_EQ(controls.handles.size(), 2u);
    EXPECT_NE(controls.handles[1].id, 1);
    EXPECT_EQ(controls.handles[0].target, opened.target);
    play({release(start + Pixel(60, 0))});
    EXPECT_EQ(controls.handles.size(), 1u);
}

TEST_F(Hand, AClickOnTheGizmoPosesNothing) {
    selection = {Selection::Kind::bone, 1};
    const Pixel right = seen(pose[1].col(3)) + Pixel(62 * 1.2, 0);
    play({at(right), press(right), release(right)});
    EXPECT_TRUE(controls.bone_offsets.empty());
    EXPECT_EQ(selection, (Selection{Selection::Kind::bone, 1}));
}

TEST_F(Hand, SelectsAndMovesAnObstacleInFrontOfTheFlesh) {
    const Vec3 centre = bounding_box(character.mesh.X).centre() + Vec3(0, 0.4, 0.6);
    obstacles.push_back({Ball{centre, 0.15}});
    const Pixel here = seen(centre + Vec3(0.05, 0.05, 0));
    play({at(here)});
    EXPECT_NE(pointer.hint(scene()).find("obstacle"), std::string::npos) << pointer.hint(scene());
    play({press(here), release(here)});
    EXPECT_TRUE(controls.handles.empty());
    EXPECT_EQ(selection, (Selection{Selection::Kind::obstacle, 0}));
    const Pixel knob = seen(centre);
    const Commands commands = play({at(knob), press(knob), at(knob + Pixel(30, 0)), at(knob + Pixel(40, 0))});
    ASSERT_EQ(commands.size(), 1u) << "moves replace each other";
    const Shape moved = std::get<MoveObstacle>(commands.front()).shape;
    EXPECT_LT((seen(std::get<Ball>(moved).centre) - knob - Pixel(40, 0)).norm(), 1.0);
}

TEST_F(Hand, AnotherCharacterIsSelectedBeforeItIsPulled) {
    const Pixel here = flank();
    const auto scene_with_other = [&] {
        Touchable it = scene();
        it.other_at = [](const Pixel&) {
            return OtherCharacter{7, "Twin"};
        };
        return it;
    };
    pointer.take(at(here), tools, scene_with_other());
    pointer.start_frame(1.0);
    pointer.look(tools, scene_with_other());
    EXPECT_EQ(pointer.hint(scene_with_other()), "Click to select Twin, drag to pull its flesh");
    const Commands commands = pointer.select_pressed(press(here), tools, scene_with_other());
    ASSERT_EQ(commands.size(), 1u);
    EXPECT_EQ(std::get<SelectCharacter>(commands.front()).id, 7);
    EXPECT_TRUE(pointer.select_pressed(at(here), tools, scene_with_other()).empty());
    play({press(here)}); // in the scene in which it is selected
    EXPECT_EQ(controls.handles.size(), 1u);
    const Pixel on_bone = seen(apply(pose[1], Vec3(0, 0.5, 0)));
    play({release(here)});
    pointer.select_pressed(press(on_bone), tools, scene_with_other());
    play({press(on_bone), release(on_bone)});
    EXPECT_EQ(selection, Selection{}) << "a click that selects the character does not also select its bone";
}

} // namespace
} // namespace limber::app
