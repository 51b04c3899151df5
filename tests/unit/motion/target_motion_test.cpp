// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/controls_recording.h"
#include "app/motion/motion.h"
#include "app/motion/motion_history.h"
#include "app/recording/controls_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;

/// The small scene with two targets, and a second clip that plays one of them.
class ShapedBar : public ::testing::Test {
protected:
    static std::filesystem::path write_shaped_scene(const ScratchFolder& folder) {
        const auto path = write_small_scene(folder);
        const TetMesh bar = limber::testing::small_bar();
        Rig rig = limber::testing::small_rig(bar);
        Target bulge{"bulge", 1, Points::Zero(bar.vertex_count(), 3)};
        Target wave{"wave", 0, Points::Zero(bar.vertex_count(), 3)};
        for (Index v = 0; v < bar.vertex_count(); ++v) {
            const double near = std::exp(-30.0 * std::pow(bar.X(v, 0) - 0.7, 2));
            bulge.d.row(v) << 0.0, near * (bar.X(v, 1) - 0.15), near * (bar.X(v, 2) - 0.15);
            wave.d(v, 1) = 0.05 * std::sin(9.0 * bar.X(v, 0));
        }
        rig.targets = {bulge, wave};
        EXPECT_TRUE(write_rig(rig, folder / "bar_rig.json"));
        write_bytes(folder / "breathe.json", R"({"format": "limber-clip", "version": 1, "name": "breathe",
            "frame_rate": 30, "looping": true, "targets": ["wave"], "target_weights": [[0], [1], [0], [-1]]})");
        std::string scene = bytes_of(path);
        scene.replace(scene.find(R"(["bend.json"])"), 13, R"(["bend.json", "breathe.json"])");
        write_bytes(path, scene);
        return path;
    }

    Mat3 map_of_target(const Motion& motion, Index target) const {
        return motion.posed().middleRows<3>(4 * (character->bone_count() + target));
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_shaped_scene(folder)).value().value;
    CharacterPtr character = build_character(scene, nullptr, Stage::nothing, nullptr, {}).value();
};

TEST_F(ShapedBar, AddsTheWeightsOfTheClipAndOfTheControls) {
    LiveControls controls = starting_controls(*character);
    controls.clip = 1;
    set_target_weight(controls, 1, 0.25);
    Motion motion(character);
    motion.set_time(controls, 1.0 / 30.0);
    EXPECT_LT((map_of_target(motion, 1) - 1.25 * Mat3::Identity()).norm(), 1e-12);
    EXPECT_EQ(map_of_target(motion, 0), Mat3::Zero());
    set_target_weight(controls, 1, 0.0);
    EXPECT_TRUE(controls.target_weights.empty());
}

TEST_F(ShapedBar, BlendsTheWeightsOfTwoClips) {
    LiveControls controls = starting_controls(*character);
    controls.clip = 1;
    controls.clip_speed = 0.0;
    Motion motion(character);
    motion.set_time(controls, 1.0 / 30.0);
    controls.clip = 0;
    double before = 1.0;
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
        const double weight = map_of_target(motion, 1)(0, 0);
        EXPECT_LE(weight, before + 1e-12);
        EXPECT_GT(weight, before - 0.15);
        before = weight;
    }
    EXPECT_EQ(before, 0.0);
}

TEST_F(ShapedBar, ContinuesFromAStoredStateWithinABlendBitForBit) {
    LiveControls controls = starting_controls(*character);
    controls.clip = 1;
    Motion motion(character);
    motion.set_time(controls, 1.0 / 30.0);
    controls.clip = 0;
    for (int i = 0; i < 5; ++i) {
        motion.step(controls);
    }
    const MotionHistory history(0, motion.stored_state(), controls);
    Motion other(character);
    other.go_to(history.stored_state(0), controls);
    for (int i = 0; i < 20; ++i) {
        motion.step(controls);
        other.step(controls);
    }
    EXPECT_EQ(hash_of(other.state()), hash_of(motion.state()));
}

TEST_F(ShapedBar, RecordsTheWeightsOfTargets) {
    const LiveControls start = starting_controls(*character);
    Recording recording;
    recording.step_count = 20;
    recording.changes = {{0, start}, {5, start}, {10, start}};
    set_target_weight(recording.changes[1].controls, 1, 0.75);
    set_target_weight(recording.changes[1].controls, 0, -0.5);
    set_target_weight(recording.changes[2].controls, 0, 1.0 / 3.0);
    const auto read = parse_controls(limber::testing::controls_json(recording, start), "controls", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(controls_at(read.value().value, 7, start), recording.changes[1].controls);
    EXPECT_EQ(controls_at(read.value().value, 15, start), recording.changes[2].controls);
}

TEST_F(ShapedBar, MovesBesideItsTargets) {
    Motion motion(character);
    LiveControls controls = starting_controls(*character);
    set_target_weight(controls, 0, 1.0);
    for (int i = 0; i < 20; ++i) {
        motion.step(controls);
    }
    EXPECT_TRUE(motion.state().Z.allFinite());
    EXPECT_GT(motion.state().Z.cwiseAbs().maxCoeff(), 1e-6);
}

} // namespace
} // namespace limber::app
