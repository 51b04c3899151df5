// SPDX-License-Identifier: MIT
#include "app/motion/spring_mover.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/motion/spring_groups.h"
#include "app/view/drawables.h"
#include "engine/body/body_step.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

constexpr std::array near_corners{0, 27, 108, 135}; // vertices of the bar's ends
constexpr std::array far_corners{8, 35, 116, 143};

// A bar without a rig whose near end is held, with a spring along each of its long edges.
class SprungBar : public ::testing::Test {
protected:
    static PointHandle handle_on(int id, int vertex, double stiffness, const Vec3& target) {
        return {.id = id, .vertices = {vertex, vertex, vertex}, .stiffness = stiffness, .target = target};
    }
    CharacterDescription description_of(SubspaceKind kind, bool has_floor) const {
        CharacterDescription description = read_scene(path).value().value;
        description.rig_kind = RigKind::none;
        description.rig.clear();
        description.clips.clear();
        description.material.young = 2e5;
        description.subspace = kind;
        description.contact.floor = has_floor;
        description.contact.points = 40;
        return description;
    }
    CharacterPtr built(SubspaceKind kind = SubspaceKind::skinning, bool has_floor = false) const {
        return build_character(description_of(kind, has_floor), nullptr, Stage::nothing).value();
    }
    CharacterPtr stepped_by_newton(bool has_floor) const {
        CharacterDescription description = description_of(SubspaceKind::skinning, has_floor);
        description.newton = {ElasticEnergy::stable_neo_hookean, 30, 1.0};
        return build_character(description, nullptr, Stage::nothing).value();
    }
    // The tip is a handle that the springs follow.
    static LiveControls controls_of(const Character& character, const Vec3& tip_moves) {
        LiveControls controls = starting_controls(character);
        controls.gravity.setZero();
        controls.damping = 5.0;
        for (std::size_t i = 0; i < near_corners.size(); ++i) {
            const int from = near_corners[i];
            const int to = far_corners[i];
            controls.handles.push_back(handle_on(from + 1, from, 1e5, character.mesh.X.row(from)));
            controls.springs.push_back({.id = static_cast<int>(i),
                                        .from = {.vertices = {from, from, from}},
                                        .to = {.vertices = {to, to, to}},
                                        .stiffness = 2e4,
                                        .rest_length = 1.0});
        }
        const int tip = far_corners[3];
        controls.handles.push_back(handle_on(tip + 1, tip, 100.0, character.mesh.X.row(tip).transpose() + tip_moves));
        controls.handles.back().moves_springs = true;
        return controls;
    }
    static double distance_to_target(const Motion& motion, const LiveControls& controls) {
        const PointHandle& tip = controls.handles.back();
        const Points x = body_positions(motion.character(), motion.state());
        return (x.row(tip.vertices[0]).transpose() - tip.target).norm();
    }
    static void step(Motion& motion, const LiveControls& controls, int steps) {
        for (int i = 0; i < steps; ++i) {
            ASSERT_NE(motion.step(controls).status, StepStatus::not_finite);
        }
    }

    ScratchFolder folder;
    std::filesystem::path path = write_small_scene(folder);
};

TEST_F(SprungBar, FollowsAHandleByTheLengthsOfItsSprings) {
    const CharacterPtr character = built();
    const LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.03));
    Motion motion(character);
    motion.restart(controls);
    const double before = distance_to_target(motion, controls);
    step(motion, controls, 300);
    EXPECT_EQ(motion.held_handles(controls).size(), near_corners.size()) << "the handle itself does not pull";
    EXPECT_LT(distance_to_target(motion, controls), 0.5 * before);
    for (const PointSpring& spring : motion.acting_springs()) {
        EXPECT_NE(spring.rest_length, 1.0);
        EXPECT_GE(spring.rest_length, 0.5);
        EXPECT_LE(spring.rest_length, 1.5);
    }
}

TEST_F(SprungBar, GoesBackToTheRestLengthsOfTheDocumentWithoutAHandle) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.0));
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 30);
    EXPECT_FALSE(motion.stored_state().springs.empty());
    controls.handles.pop_back();
    step(motion, controls, 120);
    for (const PointSpring& spring : motion.acting_springs()) {
        EXPECT_EQ(spring.rest_length, 1.0);
    }
    EXPECT_TRUE(motion.stored_state().springs.empty());
}

TEST_F(SprungBar, ContinuesFromAStoredStateWithTheSameBits) {
    const CharacterPtr character = built();
    const LiveControls controls = controls_of(*character, Vec3(0.02, 0.05, 0.0));
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 20);
    const StoredState stored = motion.stored_state();
    step(motion, controls, 20);
    Motion other(character);
    other.restart(controls);
    other.go_to(stored, controls);
    step(other, controls, 20);
    EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
    EXPECT_EQ(motion.stored_state().springs, other.stored_state().springs);
}

// The two springs above swing against those below.
SpringMovement nod(bool plays) {
    return {"Nod", 0.5, plays, {{0, 0.0, 0.2, 0.0}, {1, 0.0, 0.2, 0.0}, {2, 0.0, 0.2, 0.5}, {3, 0.0, 0.2, 0.5}}};
}

TEST_F(SprungBar, SwingsWhileAMovementPlaysAndComesToRestAfterIt) {
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::displacement_affine}) {
        const CharacterPtr character = built(kind);
        LiveControls controls = controls_of(*character, Vec3::Zero());
        controls.handles.pop_back();
        controls.movements = {nod(true)};
        Motion motion(character);
        motion.restart(controls);
        double least = 2.0;
        double most = 0.0;
        double moved = 0.0;
        for (int n = 0; n < 90; ++n) {
            const double before = n == 0 ? 1.0 : motion.acting_springs()[0].rest_length;
            step(motion, controls, 1);
            const double length = motion.acting_springs()[0].rest_length;
            EXPECT_LE(std::abs(length - before), 4.0 * controls.time_step + 1e-12) << "as fast as it may";
            least = std::min(least, length);
            most = std::max(most, length);
            const Points x = body_positions(*character, motion.state());
            moved = std::max(moved, (x.row(far_corners[0]) - character->mesh.X.row(far_corners[0])).norm());
        }
        EXPECT_NEAR(least, 0.8, 0.02);
        EXPECT_NEAR(most, 1.2, 0.02);
        EXPECT_GT(moved, 0.02) << "the body moves with it [m]";
        controls.movements = {nod(false)};
        step(motion, controls, 120);
        EXPECT_EQ(motion.acting_springs()[0].rest_length, 1.0);
        EXPECT_TRUE(motion.stored_state().springs.empty());
    }
}

// A movement of two springs, while the other two bring the tip to its target.
TEST_F(SprungBar, FollowsAHandleWhileAMovementPlays) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.0));
    controls.movements = {{"Swing", 1.0, true, {{0, 0.0, 0.1, 0.0}, {1, 0.0, 0.1, 0.0}}}};
    Motion motion(character);
    motion.restart(controls);
    for (int n = 0; n < 40; ++n) {
        step(motion, controls, 1);
        const auto share = moved_share(controls.movements, 0, motion.state().time);
        EXPECT_NEAR(motion.acting_springs()[0].rest_length, *share, 1e-9);
    }
    EXPECT_NE(motion.acting_springs()[2].rest_length, 1.0);
    const StoredState stored = motion.stored_state();
    step(motion, controls, 20);
    Motion other(character);
    other.restart(controls);
    other.go_to(stored, controls);
    EXPECT_EQ(other.acting_springs()[2].rest_length, stored.springs[3]) << "as it is shown";
    step(other, controls, 20);
    EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
}

// The handle is at the end of the last spring.
TEST_F(SprungBar, FollowsAHandleByTheNearestGroupOfItsSprings) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.0));
    for (std::size_t i = 0; i < controls.springs.size(); ++i) {
        controls.springs[i].group = i == 3 ? "here" : i == 2 ? "" : "there";
    }
    EXPECT_EQ(following_springs(character->mesh.X, controls.springs, {controls.handles.back()}),
              (std::vector<bool>{false, false, true, true}));
    PointHandle other = controls.handles.back();
    other.vertices = {far_corners[0], far_corners[0], far_corners[0]};
    EXPECT_EQ(following_springs(character->mesh.X, controls.springs, {controls.handles.back(), other}),
              std::vector<bool>(4, true));
    EXPECT_EQ(following_springs(character->mesh.X, controls.springs, {}), std::vector<bool>(4, false));
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 60);
    EXPECT_EQ(motion.acting_springs()[0].rest_length, 1.0);
    EXPECT_NE(motion.acting_springs()[3].rest_length, 1.0);
}

// It lies on a floor: a touching point has no derivative away from it, so that the end rises only if its contacts do
// not hold it in the step ahead.
TEST_F(SprungBar, LiftsAnEndThatLiesOnTheFloor) {
    const CharacterPtr character = built(SubspaceKind::skinning, true);
    ASSERT_TRUE(character->contact_points);
    LiveControls controls = controls_of(*character, Vec3::Zero());
    controls.gravity = Vec3(0.0, -2.0, 0.0);
    const int end = far_corners[0];
    controls.handles.back() = handle_on(99, end, 100.0, character->mesh.X.row(end).transpose() + Vec3(0.0, 0.05, 0.0));
    controls.handles.back().moves_springs = true;
    const std::vector<Index> near =
        contacts_near(character->mesh.X, *character->contact_points, {controls.handles.back()}, 0.2);
    EXPECT_FALSE(near.empty());
    EXPECT_LT(near.size(), static_cast<std::size_t>(character->contact_points->count()));
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 300);
    EXPECT_LT(distance_to_target(motion, controls), 0.025);
    const StoredState stored = motion.stored_state();
    step(motion, controls, 10);
    Motion other(character);
    other.restart(controls);
    other.go_to(stored, controls);
    step(other, controls, 10);
    EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
}

// The damping of a method that has not begun is that of a new one.
TEST_F(SprungBar, ContinuesWithTheSameBitsWhenItsFirstTargetComesAfterAMovement) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.0));
    const PointHandle tip = controls.handles.back();
    controls.handles.pop_back();
    controls.movements = {{"Swing", 1.0, true, {{0, 0.0, 0.1, 0.0}}}};
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 10);
    const StoredState stored = motion.stored_state();
    controls.handles.push_back(tip);
    Motion other(character);
    other.restart(controls);
    other.go_to(stored, controls);
    step(motion, controls, 10);
    step(other, controls, 10);
    EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
}

TEST(SpringLimits, AreHalfAndOneAndAHalfTimesTheOwnLength) {
    EXPECT_FALSE(is_at_limit(0.3, 0.3));
    EXPECT_FALSE(is_at_limit(0.16, 0.3));
    EXPECT_TRUE(is_at_limit(0.15, 0.3));
    EXPECT_TRUE(is_at_limit(0.45, 0.3));
    EXPECT_FALSE(is_at_limit(0.0, 0.0)) << "it has no length of its own";
}

// Newton's method, which turns a skinning subspace into one of displacements.
TEST_F(SprungBar, FollowsAHandleByTheLengthsOfItsSpringsUnderNewtonsMethod) {
    for (const bool has_floor : {false, true}) {
        const CharacterPtr character = stepped_by_newton(has_floor);
        ASSERT_TRUE(character->cubature);
        EXPECT_TRUE(can_move_springs(*character));
        LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.03));
        controls.gravity = has_floor ? Vec3(0.0, -2.0, 0.0) : Vec3(Vec3::Zero());
        Motion motion(character);
        motion.restart(controls);
        const double before = distance_to_target(motion, controls);
        step(motion, controls, 290);
        const StoredState stored = motion.stored_state();
        step(motion, controls, 10);
        EXPECT_EQ(motion.held_handles(controls).size(), near_corners.size()) << "the handle itself does not pull";
        EXPECT_LT(distance_to_target(motion, controls), 0.5 * before);
        Motion other(character);
        other.restart(controls);
        other.go_to(stored, controls);
        step(other, controls, 10);
        EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
    }
}

TEST_F(SprungBar, IsPulledByTheHandleInALinearSubspace) {
    const CharacterPtr character = built(SubspaceKind::displacement_affine);
    EXPECT_FALSE(can_move_springs(*character));
    const LiveControls controls = controls_of(*character, Vec3(0.0, 0.05, 0.0));
    Motion motion(character);
    motion.restart(controls);
    step(motion, controls, 60);
    EXPECT_EQ(motion.held_handles(controls).size(), near_corners.size() + 1);
    EXPECT_EQ(motion.acting_springs().size(), near_corners.size()) << "springs act, with their own rest lengths";
}

// Springs that are longer than at rest pull the ends together, in either kind of subspace.
TEST_F(SprungBar, IsShorterWithShorterSprings) {
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::displacement_affine}) {
        const CharacterPtr character = built(kind);
        LiveControls controls = controls_of(*character, Vec3::Zero());
        controls.handles.clear();
        for (PointSpring& spring : controls.springs) {
            spring.rest_length = 0.8;
        }
        Motion motion(character);
        motion.restart(controls);
        step(motion, controls, 120);
        const Points x = body_positions(*character, motion.state());
        EXPECT_LT((x.row(far_corners[0]) - x.row(near_corners[0])).norm(), 0.95);
    }
}

TEST_F(SprungBar, ForgetsAMemoryThatIsNone) {
    SpringMover mover(built(), widest_instruction_set());
    mover.set_memory(std::vector<double>{1e-3, 0.9, 1.1});
    EXPECT_EQ(mover.memory(), (std::vector<double>{1e-3, 0.9, 1.1}));
    mover.set_memory(std::vector<double>{1e-3});
    EXPECT_TRUE(mover.memory().empty());
    mover.set_memory(std::vector<double>{1e-3, -0.9});
    EXPECT_TRUE(mover.memory().empty());
}

} // namespace
} // namespace limber::app
