// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character/subspace_transfer.h"
#include "app/character_build/build_character.h"
#include "app/character_skin/skin.h"
#include "app/document/character_file.h"
#include "app/motion/controls_recording.h"
#include "app/motion/motion.h"
#include "app/recording/controls_file.h"
#include "app/simulation/rebuild_worker.h"
#include "app/view/drawables.h"
#include "engine/body/body_step.h"
#include "tests/support/controls_files.h"
#include "tests/support/eventually.h"
#include "tests/support/lone_simulation.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::eventually;
using limber::testing::LoneSimulation;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

class MovingBar : public ::testing::Test {
protected:
    static CharacterPtr built(const CharacterDescription& description, const CharacterPtr& previous = nullptr,
                              Threads threads = {}) {
        return build_character(description, previous, Stage::nothing, nullptr, threads).value();
    }

    static std::uint64_t hash_after(const CharacterPtr& character, int steps) {
        Motion motion(character);
        const LiveControls controls = starting_controls(*character);
        for (int i = 0; i < steps; ++i) {
            motion.step(controls);
        }
        return hash_of(motion.state());
    }

    /// Plays a recording like the command line.
    static std::uint64_t replayed(const CharacterPtr& character, const Recording& recording) {
        const LiveControls start = starting_controls(*character);
        Motion motion(character);
        motion.restart(controls_at(recording, 0, start));
        for (std::uint64_t step = 0; step < recording.step_count; ++step) {
            motion.step(controls_at(recording, step, start));
        }
        return hash_of(motion.state());
    }

    /// The velocity of the air in the last step.
    static Vec3 air_after(const CharacterPtr& character, const Gusts& gusts, double time_step, int steps) {
        Motion motion(character);
        LiveControls controls = starting_controls(*character);
        controls.wind = {Vec3(1, 0, 0), 2.0};
        controls.gusts = gusts;
        controls.time_step = time_step;
        for (int i = 0; i < steps; ++i) {
            motion.step(controls);
        }
        return motion.controls().wind.velocity;
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    CharacterPtr character = built(scene);
};

TEST_F(MovingBar, APulsingForceSwellsAndFades) {
    Motion motion(character);
    LiveControls controls = starting_controls(*character);
    controls.time_step = 0.125;
    controls.forces = {{1, {7, 7, 7}, {1, 0, 0}, Vec3(0, 8, 0), 0.5},
                       {2, {9, 9, 9}, {1, 0, 0}, Vec3(3, 0, 0), 0.0},
                       {3, {7, 7, 100000}, {1, 0, 0}, Vec3(3, 0, 0), 0.0}};
    for (const double share : {0.5, 1.0, 0.5, 0.0, 0.5}) {
        motion.step(controls);
        ASSERT_EQ(motion.acting_forces().size(), 2u) << "the third is beside the mesh";
        EXPECT_NEAR(motion.controls().forces[0].force.y(), 8.0 * share, 1e-12);
        EXPECT_EQ(motion.controls().forces[1].force, Vec3(3, 0, 0));
    }
    controls.forces.erase(controls.forces.begin());
    motion.step(controls);
    ASSERT_EQ(motion.controls().forces.size(), 1u);
    EXPECT_EQ(motion.controls().forces[0].point.phi, body_point(*character, std::array{9}, std::array{1.0}).phi);
}

TEST_F(MovingBar, FeelsTheSameGustAtAnyTimeStep) {
    const Gusts gusts{3.0, 0.4, 2};
    const Vec3 air = Vec3(1, 0, 0) + gust_velocity(gusts, 0.5);
    EXPECT_EQ(air_after(character, gusts, 0.125, 4), air);
    EXPECT_EQ(air_after(character, gusts, 0.03125, 16), air);
    EXPECT_EQ(air_after(character, {0.0, 0.4, 2}, 0.125, 4), Vec3(1, 0, 0)) << "a steady wind";
}

TEST_F(MovingBar, HasTheSameBitsEveryTime) {
    EXPECT_EQ(hash_after(character, 60), hash_after(character, 60));
    EXPECT_EQ(hash_after(built(scene), 60), hash_after(character, 60));
    EXPECT_NE(hash_after(character, 61), hash_after(character, 60));
}

TEST_F(MovingBar, HasTheSameBitsOnOneThreadAndOnTwo) {
    EXPECT_EQ(hash_after(built(scene, nullptr, {1}), 30), hash_after(built(scene, nullptr, {2}), 30));
}

TEST_F(MovingBar, HasTheSameBitsAfterSavingAndOpening) {
    scene.material.young = 54321.1;
    scene.step.damping = 0.1;
    ASSERT_TRUE(write_scene(scene, folder / "saved.json"));
    const CharacterDescription opened = read_scene(folder / "saved.json").value().value;
    EXPECT_EQ(hash_after(built(opened), 30), hash_after(built(scene, character), 30));
}

TEST_F(MovingBar, FollowsItsClip) {
    Motion motion(character);
    const LiveControls controls = starting_controls(*character);
    double largest = 0.0;
    for (int i = 0; i < 40; ++i) {
        motion.step(controls);
        largest = std::max(largest, std::abs(motion.pose()[1](1, 0)));
    }
    EXPECT_GT(largest, 0.3);
    EXPECT_NEAR(motion.clip_time(), 40.0 / 60.0 - 20.0 / 30.0, 1e-9); // once around
}

TEST_F(MovingBar, IsPulledByAHandle) {
    LiveControls controls = starting_controls(*character);
    controls.clip = -1;
    controls.gravity.setZero();
    const std::array<double, 3> middle{1.0 / 3, 1.0 / 3, 1.0 / 3};
    const auto corners = character->boundary.row(0);
    const Vec3 there =
        (character->mesh.X.row(corners(0)) + character->mesh.X.row(corners(1)) + character->mesh.X.row(corners(2))) /
        3.0;
    controls.handles = {handle_at(*character, 1, 0, middle, 500.0, there + Vec3(0, 0.3, 0))};
    Motion motion(character);
    for (int i = 0; i < 120; ++i) {
        motion.step(controls);
    }
    const Points x = body_positions(*character, motion.state());
    const Vec3 now = (x.row(corners(0)) + x.row(corners(1)) + x.row(corners(2))) / 3.0;
    EXPECT_GT(now.y(), there.y() + 0.01);
}

TEST_F(MovingBar, BendsWhenABoneIsRotated) {
    LiveControls controls = starting_controls(*character);
    controls.clip = -1;
    controls.bone_offsets.assign(2, identity_affine());
    Motion untouched(character);
    untouched.step(controls);
    EXPECT_EQ(untouched.state().P, rest_state(character->model, untouched.state().P).P);
    controls.bone_offsets[1].col(3) = Vec3(0, 0.1, 0);
    Motion motion(character);
    motion.step(controls);
    EXPECT_NEAR(motion.pose()[1](1, 3), 0.25, 1e-12);
}

// Moves the first character, swaps it for the next one, and compares the drawn surface [m].
void expect_no_jump(const CharacterPtr& first, const CharacterPtr& next, double round_off = 1e-12) {
    LoneSimulation simulation;
    simulation.swap(first, starting_controls(*first));
    for (int i = 0; i < 25; ++i) {
        simulation.step_once();
    }
    Snapshot before;
    ASSERT_TRUE(eventually([&] { return simulation.take(before) && before.step_count == 25; }));
    simulation.swap(next, starting_controls(*next));
    Snapshot after;
    ASSERT_TRUE(eventually([&] { return simulation.take(after) && after.character == next; }));
    ASSERT_EQ(after.fade.before, first);
    after.fade.share = 1.0; // at the time of the swap
    const Points was = boundary_positions(before, {});
    const Points is = boundary_positions(after, {});
    EXPECT_LT((was - is).cwiseAbs().maxCoeff(), round_off);
    EXPECT_GT(before.state.Z.norm(), 1e-4);
    // The motion after the fade is similar, because both subspaces contain the coarse motion.
    after.fade = {};
    EXPECT_LT((was - boundary_positions(after, {})).norm(),
              0.5 * (was - first->mesh.X(first->boundary_vertices, Eigen::all)).norm());
    ASSERT_TRUE(eventually([&] { return simulation.take(after) && !after.fade.before; }));
}

TEST_F(MovingBar, ModelSwapCausesNoJump) {
    CharacterDescription wider = scene;
    wider.modes = 9;
    wider.clusters = 30;
    expect_no_jump(character, built(wider, character));
}

TEST_F(MovingBar, SwapToAndFromALinearSubspaceCausesNoJump) {
    CharacterDescription linear = scene;
    linear.subspace = SubspaceKind::displacement;
    const CharacterPtr displaced = built(linear, character);
    ASSERT_TRUE(displaced->linear);
    expect_no_jump(character, displaced);
    linear.subspace = SubspaceKind::modal_derivatives;
    expect_no_jump(displaced, built(linear, displaced));
    const CharacterPtr back = built(scene, displaced);
    EXPECT_FALSE(back->linear);
    expect_no_jump(displaced, back);
}

// Their coordinates are in the frame of the rig, those of other subspaces are not.
TEST_F(MovingBar, SwapToAndFromAReconstructedSubspaceCausesNoJump) {
    CharacterDescription other = scene;
    other.muscles = {};
    const CharacterPtr plain = built(other, character);
    for (const SubspaceKind kind :
         {SubspaceKind::warped, SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        other.subspace = kind;
        const CharacterPtr corrected = built(other, plain);
        ASSERT_TRUE(is_reconstructed(*corrected));
        constexpr double of_a_solve = 1e-9;
        expect_no_jump(plain, corrected, of_a_solve);
        expect_no_jump(corrected, plain, of_a_solve);
    }
}

TEST_F(MovingBar, SwapToMoreModesOfAWarpedSubspaceKeepsItsMotion) {
    CharacterDescription warped = scene;
    warped.muscles = {};
    warped.subspace = SubspaceKind::warped;
    warped.modes = 1;
    const CharacterPtr few = built(warped, character);
    warped.modes = 2;
    const CharacterPtr many = built(warped, few);
    Motion motion(few);
    for (int i = 0; i < 8; ++i) {
        motion.step(starting_controls(*few));
    }
    const double moved = motion.state().Z.norm();
    ASSERT_GT(moved, 0.0);
    const double time = motion.state().time;
    motion.swap(many, starting_controls(*many));
    EXPECT_EQ(motion.state().time, time);
    EXPECT_EQ(motion.state().Z.rows(), coordinate_rows(*many));
    EXPECT_NEAR(motion.state().Z.norm(), moved, 1e-6 * moved);
}

TEST_F(MovingBar, ShowsPoseEditsWhilePaused) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    simulation.swap(character, controls);
    for (int i = 0; i < 5; ++i) {
        simulation.step_once();
    }
    Snapshot paused;
    ASSERT_TRUE(eventually([&] { return simulation.take(paused) && paused.step_count == 5; }));
    controls.rig_offset.col(3) += Vec3(0.5, 0, 0);
    simulation.set_controls(controls);
    Snapshot posed;
    ASSERT_TRUE(eventually([&] { return simulation.take(posed) && posed.state.P != paused.state.P; }));
    EXPECT_EQ(posed.step_count, 5u);
    EXPECT_EQ(posed.state.Z, paused.state.Z);
    EXPECT_NEAR(posed.state.P(3, 0) - paused.state.P(3, 0), 0.5, 1e-9);
    EXPECT_NEAR(posed.pose[0](0, 3) - paused.pose[0](0, 3), 0.5, 1e-9);
    simulation.step_once();
    ASSERT_TRUE(eventually([&] { return simulation.take(posed) && posed.step_count == 6; }));
}

TEST_F(MovingBar, DoesNotFadeIfNothingDrawnChanges) {
    CharacterDescription finer = scene;
    finer.clusters = 30;
    const CharacterPtr next = built(finer, character);
    ASSERT_EQ(next->modes, character->modes);
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.step_once();
    simulation.swap(next, starting_controls(*next));
    Snapshot after;
    ASSERT_TRUE(eventually([&] { return simulation.take(after) && after.character == next; }));
    EXPECT_EQ(after.fade.before, nullptr);
}

TEST_F(MovingBar, SecondSwapFollowsTheFirstFade) {
    std::vector<CharacterPtr> models;
    for (const int modes : {9, 4}) {
        CharacterDescription other = scene;
        other.modes = modes;
        models.push_back(built(other, character));
    }
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    for (int i = 0; i < 25; ++i) {
        simulation.step_once();
    }
    simulation.swap(models[0], starting_controls(*character));
    simulation.swap(models[1], starting_controls(*character));
    Snapshot now;
    ASSERT_TRUE(eventually([&] { return simulation.take(now) && now.character == models[0]; }));
    EXPECT_EQ(now.fade.before, character);
    ASSERT_TRUE(eventually([&] { return simulation.take(now) && now.character == models[1] && !now.fade.before; }));
}

TEST_F(MovingBar, RemovingTheClipCausesNoJump) {
    CharacterDescription still = scene;
    still.clips.clear();
    still.active_clip = -1;
    const CharacterPtr next = built(still, character);
    LiveControls controls = starting_controls(*character);
    Motion motion(character);
    for (int i = 0; i < 8; ++i) {
        motion.step(controls);
    }
    motion.swap(next, controls); // which still have the clip
    const double before = motion.state().Zdot.norm();
    motion.step(controls);
    EXPECT_LT(motion.state().Zdot.norm(), 2.0 * before);
}

TEST_F(MovingBar, IsDrawnWithTheSimulatedMaps) {
    Motion motion(character);
    for (int i = 0; i < 10; ++i) {
        motion.step(starting_controls(*character));
    }
    Snapshot snapshot;
    snapshot.character = character;
    snapshot.state = motion.state();
    const DrawnMesh mesh = drawn_mesh(*character);
    const DrawnMaps maps = drawn_maps(snapshot, {});
    const Points x = boundary_positions(snapshot, {});
    ASSERT_EQ(maps.bones.size(), 24u);
    for (std::size_t v : {std::size_t{0}, std::size_t{17}, std::size_t{40}}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float sum = 0.0F;
            for (std::size_t column = 0; column < 4; ++column) {
                const float X = column < 3 ? mesh.positions[3 * v + column] : 1.0F;
                for (std::size_t b = 0; b < 2; ++b) {
                    sum += mesh.rig_weights[2 * v + b] * maps.bones[12 * b + 4 * axis + column] * X;
                }
                for (std::size_t j = 0; j < 6; ++j) {
                    sum += mesh.mode_weights[6 * v + j] * maps.modes[12 * j + 4 * axis + column] * X;
                }
            }
            EXPECT_NEAR(sum, x(static_cast<Index>(v), static_cast<Index>(axis)), 1e-5);
        }
    }
}

TEST_F(MovingBar, LiveRecordingReplaysBitForBit) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    simulation.swap(character, controls);
    simulation.start_recording();
    simulation.set_speed(4.0);
    simulation.play();
    Snapshot snapshot;
    const auto steps = [&](std::uint64_t more) {
        const std::uint64_t count = snapshot.step_count + more;
        return eventually([&] { return simulation.take(snapshot), snapshot.step_count >= count; });
    };
    ASSERT_TRUE(steps(5));
    controls.handles = {{3, {1, 2, 30}, {0.2, 0.3, 0.5}, 123.4, Vec3(0.3, 0.4, 1.0 / 3.0)}};
    simulation.set_controls(controls);
    ASSERT_TRUE(steps(15));
    controls.handles.push_back({1, {7, 7, 7}, {1, 0, 0}, 50, Vec3(1, 0, 0)});
    controls.handles[1].moves_springs = true;
    controls.springs = {{2, "a", {{1, 2, 30}, {0.2, 0.3, 0.5}}, {{7, 7, 7}, {1, 0, 0}}, 90.0, 1.0 / 3.0},
                        {1, "b", {{0, 0, 0}, {1, 0, 0}}, {{143, 143, 143}, {1, 0, 0}}, 20.0, 1.1}};
    controls.movements = {{"shake", 0.3, true, {{1, 0.0, 0.2, 1.0 / 3.0}}}};
    controls.bone_offsets.assign(2, identity_affine());
    controls.bone_offsets[1].col(3) = Vec3(0, 0.1, 1.0 / 3.0);
    controls.young = 1.7e4;
    simulation.set_controls(controls);
    ASSERT_TRUE(steps(20));
    controls.handles.erase(controls.handles.begin());
    controls.handles[0].moves_springs = false;
    controls.springs.erase(controls.springs.begin());
    controls.springs[0].rest_length = 1.0 / 3.0;
    controls.movements[0].plays = false;
    controls.bone_offsets.clear();
    controls.rig_offset.col(3) = Vec3(0.1, 0, 0);
    controls.gravity = Vec3(0, 0, -3);
    simulation.set_controls(controls);
    ASSERT_TRUE(steps(20));
    const Recording recording = simulation.stop_recording();
    EXPECT_GE(recording.step_count, 60u);
    EXPECT_GE(recording.changes.size(), 4u);
    EXPECT_EQ(replayed(character, recording), recording.final_hash);

    const LiveControls start = starting_controls(*character);
    const auto read = parse_controls(controls_json(recording, start), "controls", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.final_hash, recording.final_hash);
    EXPECT_EQ(read.value().value.step_count, recording.step_count);
    EXPECT_EQ(replayed(character, read.value().value), recording.final_hash);
}

TEST_F(MovingBar, IsStillWhilePausedAndRestartsAtRest) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.step_once();
    simulation.step_once();
    Snapshot snapshot;
    ASSERT_TRUE(eventually([&] { return simulation.take(snapshot), snapshot.step_count == 2; }));
    EXPECT_FALSE(snapshot.playing);
    EXPECT_EQ(simulation.take_samples().size(), 2u);
    simulation.restart();
    ASSERT_TRUE(eventually([&] { return simulation.take(snapshot), snapshot.step_count == 0; }));
    EXPECT_EQ(snapshot.state.Z.norm(), 0.0);
    simulation.set_time(0.25);
    ASSERT_TRUE(eventually([&] { return simulation.take(snapshot), snapshot.clip_time == 0.25; }));
}

TEST_F(MovingBar, RejectsInvalidControls) {
    const LiveControls start = starting_controls(*character);
    const std::vector<std::pair<const char*, const char*>> refusals = {
        {R"({})", "must say \"format\""},
        {R"({"format": "limber-controls", "version": 1})", "lacks the member \"events\""},
        {R"({"format": "limber-controls", "version": 1, "events": [{"release": 1}]})", "its \"step\" or its \"time\""},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": -1}]})", "before the start"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "handle": {"vertex": 99999}}]})",
         "events[0].handle holds vertex 99999"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "handle": {"barycentric": [1, 1, 0]}}]})",
         "sum to one"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "bone": {"name": "wing"}}]})",
         "names no bone"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "target": {"name": "smile", "weight": 1}}]})",
         "names no target"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "set": {"young": 0}}]})",
         "events[0].set is out of range: material.young"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "set": {"clip": 4}}]})", "clip"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "set": {"clip_speed": 1e300}}]})",
         "clip_speed"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "move": [1, 2]}]})", "3 rows of 4"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "move": [[1, 0, 0, 1e300], [0, 1, 0, 0], [0, 0, 1, 0]]}]})",
         "events[0] is out of range: move must move"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "move": [[1e200, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]}]})",
         "events[0] is out of range: move must move"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "bone": {"index": 0, "offset": [[1, 0, 0, 1e300], [0, 1, 0, 0], [0, 0, 1, 0]]}}]})",
         "events[0] is out of range: bone.offset"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "handle": {"vertex": 1, "target": [1e300, 0, 0]}}]})",
         "events[0].handle is out of range: handle.target"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "handle": {"vertex": 1, "stiffness": 1e300}}]})",
         "events[0].handle is out of range: handle.stiffness"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "handle": {"vertex": 1, "barycentric": [1e300, -1e300, 1]}}]})",
         "events[0].handle is out of range: handle.barycentric"},
        {R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "set": {"gravity": [0, 1e300, 0]}}]})",
         "events[0].set is out of range: step.gravity"},
    };
    for (const auto& [text, words] : refusals) {
        const auto read = parse_controls(text, "c.json", *character, start);
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(sentence(read.error()), HasSubstr(words));
    }
}

TEST_F(MovingBar, IsRebuiltInTheBackground) {
    RebuildWorker worker;
    CharacterDescription broken = scene;
    broken.rig = folder / "nothing.json";
    CharacterDescription fewer = scene;
    fewer.modes = 3;
    worker.rebuild(broken, character, Stage::rig);
    worker.rebuild(fewer, character, Stage::subspace); // the newest request wins
    std::optional<Result<Built>> ready;
    ASSERT_TRUE(eventually([&] { return (ready = worker.poll()).has_value(); }));
    ASSERT_TRUE(*ready) << sentence(ready->error());
    const Character& built = *ready->value().character;
    EXPECT_EQ(built.modes->W.cols(), 3);
    EXPECT_EQ(built.skin->geometry->mode_count, 3);
    EXPECT_EQ(built.transfer->from.lock(), character) << "the swap computes nothing";
    EXPECT_FALSE(worker.is_busy());

    worker.rebuild(broken, character, Stage::rig);
    ASSERT_TRUE(eventually([&] { return (ready = worker.poll()).has_value(); }));
    EXPECT_THAT(sentence(ready->error()), HasSubstr("nothing.json"));
}

TEST_F(MovingBar, OpensFilesInTheBackground) {
    RebuildWorker worker;
    worker.open(folder / "nothing.msh");
    std::optional<Result<Built>> ready;
    ASSERT_TRUE(eventually([&] { return (ready = worker.poll()).has_value(); }));
    EXPECT_THAT(sentence(ready->error()), HasSubstr("nothing.msh"));
    EXPECT_TRUE(worker.wait_until_idle(std::chrono::milliseconds(1000)));
}

} // namespace
} // namespace limber::app
