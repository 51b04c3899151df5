// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "engine/rig/rig_file.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::app {
namespace {

using limber::testing::random_rotation;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class JumpsOfARig : public ::testing::Test {
protected:
    CharacterPtr built() {
        return build_character(scene, nullptr, Stage::nothing).value();
    }
    static LiveControls controls_of(const CharacterPtr& character, double time_step) {
        LiveControls controls = starting_controls(*character);
        controls.time_step = time_step;
        return controls;
    }

    // Rests for half a second, is elsewhere for another half, and loops.
    void cut_to(const Affine& elsewhere) {
        const Skeleton skeleton = limber::testing::small_rig(limber::testing::small_bar()).skeleton;
        Clip clip{"cut", 30.0, true, {}};
        for (int frame = 0; frame < 30; ++frame) {
            Pose pose = rest_pose(skeleton);
            for (Affine& world : pose) {
                world = frame < 15 ? world : compose(elsewhere, world);
            }
            clip.keys.push_back(pose);
        }
        ASSERT_TRUE(write_clip(clip, skeleton, folder / "cut.json"));
        scene.clips = {folder / "cut.json"};
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    const double size = bounding_box(limber::testing::small_bar().X).diagonal(); // [m]
};

// Kinetic energy is |Zdot|^2 / 2, as modes are orthonormal in the mass. A rig that moves by less than the limit of a
// jump in each step gives the flesh no more than this.
double energy_without_jumps(const Character& character, double size, double time_step) {
    const double fastest = 2.0 * 0.2 * size / time_step;
    return 0.5 * character.mass.sum() * fastest * fastest;
}

TEST_F(JumpsOfARig, InAClipGiveTheFleshNoMoreEnergyHoweverFarTheyGo) {
    Rng rng(11);
    for (const double far : {2.0, 20.0, 2000.0}) {
        Affine elsewhere = identity_affine();
        elsewhere.leftCols<3>() = random_rotation(rng);
        elsewhere.col(3) = far * size * Vec3(0.6, 0.0, 0.8);
        cut_to(elsewhere);
        scene.step.gravity.setZero();
        const CharacterPtr character = built();
        for (const double time_step : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 24.0}) {
            const LiveControls controls = controls_of(character, time_step);
            Motion motion(character);
            const double most = energy_without_jumps(*character, size, time_step);
            for (int step = 0; step * time_step < 1.3; ++step) {
                const StepReport report = motion.step(controls);
                ASSERT_NE(report.status, StepStatus::not_finite);
                ASSERT_LE(0.5 * motion.state().Zdot.squaredNorm(), most) << far << " sizes, step " << step;
            }
            const double sizes_a_step = 30.0 * time_step * far; // between two frames of the clip; less is a fast motion
            if (sizes_a_step > 0.5) {
                EXPECT_GE(motion.rig_jump_count(), 2U) << far << " sizes in steps of " << time_step << " s";
            }
        }
    }
}

TEST_F(JumpsOfARig, ToATypedPlaceTakeTheFleshAlongAsItIs) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(character, 1.0 / 60.0);
    controls.clip = -1;
    Motion jumping(character);
    Motion staying(character);
    for (int step = 0; step < 60; ++step) {
        staying.step(controls);
        LiveControls moved = controls;
        if (step >= 30) {
            moved.rig_offset.col(3) = Vec3(3.0, -1.0, 2.0);
        }
        jumping.step(moved);
        EXPECT_EQ(jumping.rig_jump_count(), step >= 30 ? 1U : 0U);
        EXPECT_LT((jumping.state().Z - staying.state().Z).norm(), 1e-4 * staying.state().Z.norm());
    }
}

TEST_F(JumpsOfARig, OfABonePosedAtOnceAreFound) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(character, 1.0 / 60.0);
    controls.clip = -1;
    Motion motion(character);
    motion.step(controls);
    controls.bone_offsets.assign(2, identity_affine());
    controls.bone_offsets[1].leftCols<3>() << -1, 0, 0, 0, -1, 0, 0, 0, 1;
    motion.step(controls);
    EXPECT_EQ(motion.rig_jump_count(), 1U);
    motion.step(controls);
    EXPECT_EQ(motion.rig_jump_count(), 1U);
}

TEST_F(JumpsOfARig, AreNotTheClipsAndDragsOfEveryDay) {
    const CharacterPtr character = built();
    for (const double time_step : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 24.0}) {
        LiveControls controls = controls_of(character, time_step);
        Motion motion(character);
        for (int step = 0; step < 60; ++step) {
            const double time = step * time_step;
            controls.rig_offset.col(3) = Vec3(size * std::sin(4.0 * time), 0.0, 0.0); // four sizes a second
            motion.step(controls);
            EXPECT_FALSE(motion.controls().rig_discontinuity);
        }
        EXPECT_EQ(motion.rig_jump_count(), 0U);
    }
}

TEST_F(JumpsOfARig, AreNotFastMotionsThatGrowFaster) {
    const CharacterPtr character = built();
    LiveControls controls = controls_of(character, 1.0 / 60.0);
    Motion motion(character);
    double speed = 0.0; // [sizes a step]
    for (int step = 0; step < 40; ++step) {
        speed = std::min(speed + 0.05, 1.0);
        controls.rig_offset.col(3).x() += speed * size;
        motion.step(controls);
    }
    EXPECT_EQ(motion.rig_jump_count(), 0U);
}

TEST_F(JumpsOfARig, ReplayFromAnyStoredStateBitForBit) {
    Affine elsewhere = identity_affine();
    elsewhere.col(3) = Vec3(4.0, 0.0, 0.0);
    cut_to(elsewhere);
    const CharacterPtr character = built();
    const LiveControls controls = controls_of(character, 1.0 / 60.0);
    Motion motion(character);
    std::vector<StoredState> stored;
    for (int step = 0; step < 70; ++step) {
        stored.push_back(motion.stored_state());
        motion.step(controls);
    }
    ASSERT_GE(motion.rig_jump_count(), 2U);
    for (const std::size_t from :
         {std::size_t{0}, std::size_t{28}, std::size_t{29}, std::size_t{30}, std::size_t{60}}) {
        Motion again(character);
        again.go_to(stored[from], controls);
        for (std::size_t step = from; step < 70; ++step) {
            again.step(controls);
        }
        EXPECT_EQ(hash_of(again.state()), hash_of(motion.state())) << "from step " << from;
    }
}

TEST_F(JumpsOfARig, AreNotThoseOfAFreeBody) {
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.clips.clear();
    const CharacterPtr character = built();
    LiveControls controls = controls_of(character, 1.0 / 60.0);
    Motion motion(character);
    motion.step(controls);
    controls.rig_offset.col(3) = Vec3(5.0, 0.0, 0.0);
    motion.step(controls);
    EXPECT_EQ(motion.rig_jump_count(), 0U);
}

} // namespace
} // namespace limber::app
