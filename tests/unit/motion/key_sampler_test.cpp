// SPDX-License-Identifier: MIT
#include "app/character/playing_clip.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/key_sampler.h"
#include "app/motion/motion.h"
#include "app/motion/posed_key.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

Affine turned(double radians, const Vec3& way = Vec3::Zero(), const Vec3& axis = Vec3::UnitZ()) {
    Affine map;
    map.leftCols<3>() = Eigen::AngleAxisd(radians, axis.normalized()).toRotationMatrix();
    map.col(3) = way;
    return map;
}

PoseKeys keys_of(const std::vector<std::pair<double, Affine>>& offsets, double length = 2.0) {
    std::vector<PoseKey> keys;
    for (const auto& [time, offset] : offsets) {
        keys.push_back({time, {{1, offset}}, {}});
    }
    return PoseKeys(std::move(keys), length);
}

double distance(const Affine& a, const Affine& b) {
    return (a - b).cwiseAbs().maxCoeff();
}

TEST(KeysOfARig, AreTheKeyedPosesAtTheirTimesBitForBit) {
    const PoseKeys keys = keys_of({{0.1, turned(0.3, Vec3(0.1, 0.2, 0.3))},
                                   {0.7, turned(-1.0, Vec3::Zero(), Vec3(1, 2, 3))},
                                   {1.9, turned(2.0, Vec3(-1, 0, 0), Vec3::UnitX())}});
    for (const bool is_periodic : {false, true}) {
        const KeySampler sampler(keys, 2, 0, 2.0, is_periodic);
        for (const PoseKey& key : keys.all()) {
            EXPECT_EQ(sampler.offsets_at(key.time)[1], key.bones.front().offset);
            EXPECT_EQ(sampler.offsets_at(key.time)[0], identity_affine());
        }
    }
}

TEST(KeysOfARig, AreJoinedByAMotionWithoutJumpsOfPoseOrVelocity) {
    const PoseKeys keys = keys_of({{0.1, turned(0.3, Vec3(0.1, 0.2, 0.3))},
                                   {0.7, turned(-1.0, Vec3::Zero(), Vec3(1, 2, 3))},
                                   {0.9, turned(-1.5, Vec3::Zero(), Vec3(1, 2, 3))},
                                   {1.9, turned(2.0, Vec3(-1, 0, 0), Vec3::UnitX())}});
    for (const bool is_periodic : {false, true}) {
        const KeySampler sampler(keys, 2, 0, 2.0, is_periodic);
        constexpr double h = 1e-4;
        Affine velocity_before = (sampler.offsets_at(h)[1] - sampler.offsets_at(0.0)[1]) / h;
        for (double time = h; time < (is_periodic ? 4.0 : 2.5); time += h) {
            const Affine velocity = (sampler.offsets_at(time + h)[1] - sampler.offsets_at(time)[1]) / h;
            EXPECT_LT(velocity.cwiseAbs().maxCoeff(), 100.0) << time;
            EXPECT_LT(distance(velocity, velocity_before), 0.5) << time; // accelerations are below 5000
            velocity_before = velocity;
        }
    }
}

TEST(KeysOfARig, AreConstantOutsideUnlessTheyRepeat) {
    const PoseKeys keys = keys_of({{0.5, turned(0.3)}, {1.0, turned(0.6)}});
    const KeySampler once(keys, 2, 0, 2.0, false);
    EXPECT_EQ(once.offsets_at(-1.0)[1], turned(0.3));
    EXPECT_EQ(once.offsets_at(0.2)[1], turned(0.3));
    EXPECT_EQ(once.offsets_at(1.7)[1], turned(0.6));
    const KeySampler repeated(keys, 2, 0, 2.0, true);
    for (const double time : {0.1, 0.6, 1.3, 1.9}) {
        EXPECT_LT(distance(repeated.offsets_at(time)[1], repeated.offsets_at(time + 2.0)[1]), 1e-12);
        EXPECT_LT(distance(repeated.offsets_at(time)[1], repeated.offsets_at(time - 6.0)[1]), 1e-12);
    }
}

TEST(KeysOfARig, TurnTheShorterWay) {
    const double almost = std::numbers::pi - 0.05; // and its negative are 0.1 apart
    const KeySampler sampler(keys_of({{0.0, turned(almost)}, {1.0, turned(-almost)}}), 2, 0, 1.0, false);
    EXPECT_LT(distance(sampler.offsets_at(0.5)[1], turned(std::numbers::pi)), 1e-12);
}

TEST(KeysOfARig, MoveEachBoneThroughItsOwnKeys) {
    const PoseKeys keys(
        {{0.0, {{0, turned(0.1)}}, {}}, {0.5, {{1, turned(1.0)}}, {}}, {1.0, {{0, turned(0.2)}, {7, turned(1)}}, {}}});
    const KeySampler sampler(keys, 2, 0, 2.0, false);
    EXPECT_EQ(sampler.offsets_at(0.9)[1], turned(1.0)) << "has one key";
    EXPECT_LT(distance(sampler.offsets_at(0.5)[0], turned(0.15)), 1e-3);
    EXPECT_EQ(sampler.offsets_at(0.9).size(), 2U) << "the rig has no bone 7";
}

TEST(KeysOfARig, AddWeightsOfTargets) {
    const PoseKeys keys({{0.0, {}, {{0, 1.0}}}, {1.0, {}, {{0, 3.0}, {1, -1.0}}}});
    const KeySampler sampler(keys, 0, 2, 1.0, false);
    std::vector<double> weights{10.0, 20.0};
    sampler.add_weights_at(0.5, weights);
    EXPECT_NEAR(weights[0], 12.0, 1e-12);
    EXPECT_EQ(weights[1], 19.0);
}

TEST(KeysOfARig, AreEditedAsLists) {
    PoseKeys keys = with_key({}, {1.0, {{1, turned(0.1)}}, {}});
    keys = with_key(keys, {0.5, {{1, turned(0.2)}}, {}});
    keys = with_key(keys, {1.0, {{0, turned(0.3)}}, {{2, 0.5}}});
    ASSERT_EQ(keys.all().size(), 2U);
    EXPECT_EQ(keys.all()[1].bones, (std::vector<KeyedBone>{{0, turned(0.3)}, {1, turned(0.1)}}));
    EXPECT_FALSE(fault_in(keys));
    EXPECT_EQ(with_key_moved(keys, 0.5, 1.5).all().back().time, 1.5);
    EXPECT_EQ(with_key_moved(keys, 0.5, 1.0), keys) << "another key is there";
    EXPECT_EQ(with_key_moved(keys, 0.7, 1.5), keys) << "no key is there";
    EXPECT_EQ(with_key_moved({}, 0.7, 1.5), PoseKeys{});
    EXPECT_EQ(without_key(keys, 1.0).all().size(), 1U);
    EXPECT_EQ(without_key(without_key(keys, 1.0), 0.5), PoseKeys{});
}

/// The bar with a clip of two thirds of a second.
class KeyedBar : public ::testing::Test {
protected:
    Pose pose_at(const LiveControls& played, double time) const {
        Motion motion(character);
        motion.set_time(played, time);
        return motion.pose();
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::nothing).value();
    LiveControls controls = starting_controls(*character);
};

TEST_F(KeyedBar, WithoutKeysHasTheSameBits) {
    LiveControls with_length_alone = controls;
    with_length_alone.keys = PoseKeys({}, 7.0);
    Motion motion(character);
    Motion other(character);
    for (int i = 0; i < 50; ++i) {
        motion.step(controls);
        other.step(with_length_alone);
    }
    EXPECT_EQ(hash_of(motion.state()), hash_of(other.state()));
}

TEST_F(KeyedBar, KeepsThePoseWhenItIsKeyed) {
    Rng rng(5);
    for (int round = 0; round < 20; ++round) {
        const double time = rng.uniform(0.0, 0.66);
        controls.bone_offsets = {identity_affine(), turned(rng.uniform(-1, 1), Vec3(0, rng.uniform(-0.1, 0.1), 0))};
        const Pose before = pose_at(controls, time);
        const auto keyed = with_pose_keyed(*character, controls, time, -1);
        ASSERT_TRUE(keyed);
        static_cast<CharacterControls&>(controls) = *keyed;
        EXPECT_TRUE(controls.bone_offsets.empty());
        const Pose after = pose_at(controls, time);
        for (std::size_t bone = 0; bone < before.size(); ++bone) {
            EXPECT_LT(distance(before[bone], after[bone]), 1e-12);
        }
    }
    EXPECT_EQ(controls.keys.all().size(), 20U);
}

TEST_F(KeyedBar, KeysTheSelectedBoneOrAllKeyedOnesIfNothingIsPosed) {
    EXPECT_FALSE(with_pose_keyed(*character, controls, 0.1, -1));
    const auto one = with_pose_keyed(*character, controls, 0.1, 1);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->keys.all().front().bones.front(), (KeyedBone{1, identity_affine()}));
    const auto two = with_pose_keyed(*character, *one, 0.4, -1);
    ASSERT_TRUE(two);
    EXPECT_EQ(two->keys.all().size(), 2U);
    EXPECT_FALSE(with_pose_keyed(*character, controls, 0.1, 99)) << "the rig has no such bone";
}

TEST_F(KeyedBar, ShowsABoneMovedByItsKeysAndThenByHand) {
    const Affine keyed = turned(0.4, Vec3(0.1, 0, 0));
    const Affine by_hand = turned(0.2, Vec3::Zero(), Vec3::UnitX());
    EXPECT_EQ(shown_offset(*character, controls, 0.1, 1), identity_affine());
    controls.keys = keys_of({{0.1, keyed}, {0.5, identity_affine()}});
    EXPECT_EQ(shown_offset(*character, controls, 0.1, 1), keyed);
    EXPECT_EQ(shown_offset(*character, controls, 0.5, 1), identity_affine());
    EXPECT_EQ(shown_offset(*character, controls, 0.1, 0), identity_affine()) << "the keys are of another bone";
    EXPECT_EQ(shown_offset(*character, controls, 0.1, 99), identity_affine()) << "the rig has no such bone";
    controls.bone_offsets = {identity_affine(), by_hand};
    EXPECT_LT(distance(shown_offset(*character, controls, 0.1, 1), compose(keyed, by_hand)), 1e-12);
}

TEST_F(KeyedBar, ShowsABoneAsItIsPosedBetweenKeys) {
    controls.keys = keys_of({{0.1, turned(0.4, Vec3(0.1, 0, 0))}, {0.5, turned(-0.3)}});
    const double time = 0.27;
    const Pose posed = pose_at(controls, time);
    const Affine shown = shown_offset(*character, controls, time, 1);
    controls.keys = {};
    controls.bone_offsets = {identity_affine(), shown};
    EXPECT_LT(distance(pose_at(controls, time)[1], posed[1]), 1e-12);
}

TEST_F(KeyedBar, IsPosedExactlyAsKeyed) {
    controls.clip = -1;
    const Affine offset = turned(0.7, Vec3(0.01, 0.02, 0.03), Vec3(1, 1, 0));
    LiveControls posed = controls;
    posed.bone_offsets = {identity_affine(), offset};
    controls.keys = keys_of({{0.0, turned(-0.2)}, {0.5, offset}, {1.0, turned(0.1)}});
    EXPECT_EQ(pose_at(controls, 0.5), pose_at(posed, 0.0));
}

TEST_F(KeyedBar, PlaysItsKeysWithoutAClip) {
    controls.clip = -1;
    controls.keys = keys_of({{0.0, turned(-0.4)}, {0.5, turned(0.4)}}, 1.0);
    Motion motion(character);
    motion.restart(controls);
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < 150; ++i) {
        motion.step(controls);
        EXPECT_FALSE(motion.controls().rig_discontinuity);
        EXPECT_LT(motion.clip_time(), 1.0);
        low = std::min(low, motion.pose()[1](1, 0));
        high = std::max(high, motion.pose()[1](1, 0));
    }
    EXPECT_NEAR(low, std::sin(-0.4), 1e-3);
    EXPECT_NEAR(high, std::sin(0.4), 1e-3);
    EXPECT_EQ(playing_length(*character, controls), 1.0);
}

// The offsets are in the bones' own frames.
TEST_F(KeyedBar, MovesTurnedWhereItsRigIsTurned) {
    controls.keys = keys_of({{0.1, turned(-0.4)}, {0.4, turned(0.5, Vec3(0, 0.05, 0), Vec3(1, 0, 1))}});
    LiveControls other = controls;
    other.rig_offset = turned(1.1, Vec3(1, 2, 3), Vec3(1, 2, -1));
    other.gravity = other.rig_offset.leftCols<3>() * controls.gravity;
    Motion motion(character);
    Motion twin(character);
    motion.restart(controls);
    twin.restart(other);
    for (int i = 0; i < 60; ++i) {
        motion.step(controls);
        twin.step(other);
        for (std::size_t bone = 0; bone < 2; ++bone) {
            EXPECT_LT(distance(compose(other.rig_offset, motion.pose()[bone]), twin.pose()[bone]), 1e-10);
        }
    }
    const double size = motion.state().Z.norm();
    EXPECT_NEAR(twin.state().Z.norm(), size, 0.05 * size) << "turned alike, but for the modes' own frame";
}

TEST_F(KeyedBar, IsReplayedFromARecording) {
    Motion motion(character);
    motion.restart(controls);
    Recording recording;
    for (std::uint64_t step = 0; step < 60; ++step) {
        if (step % 20 == 10) {
            controls.keys = with_key(controls.keys, {0.01 * static_cast<double>(step), {{1, turned(0.5)}}, {}});
            recording.changes.push_back({step, controls});
        }
        motion.step(controls);
    }
    recording.step_count = 60;
    const LiveControls start = starting_controls(*character);
    const auto read = parse_controls(controls_json(recording, start), "controls", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    Motion again(character);
    again.restart(start);
    for (std::uint64_t step = 0; step < 60; ++step) {
        again.step(controls_at(read.value().value, step, start));
    }
    EXPECT_EQ(hash_of(again.state()), hash_of(motion.state()));
}

TEST_F(KeyedBar, RefusesBadKeys) {
    const auto refusal = [&](const std::string& keys) {
        const auto read = parse_controls(
            R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "keys": {"keys": [)" + keys + "]}}]}",
            "controls", *character, controls);
        return read ? std::string() : sentence(read.error());
    };
    const std::string unit = R"([[1,0,0,0],[0,1,0,0],[0,0,1,0]])";
    EXPECT_EQ(refusal(R"({"time": 0}, {"time": 1, "bones": [{"bone": 1, "offset": )" + unit + "}]}"), "");
    EXPECT_THAT(refusal(R"({"time": 1}, {"time": 1})"), HasSubstr("ascending times"));
    EXPECT_THAT(refusal(R"({"time": -1})"), HasSubstr("times between 0"));
    EXPECT_THAT(refusal(R"({"time": 1, "bones": [{"bone": 2, "offset": )" + unit + "}]}"), HasSubstr("does not have"));
    EXPECT_THAT(refusal(R"({"time": 1, "bones": [{"bone": -1, "offset": )" + unit + "}]}"),
                HasSubstr("ascending order"));
    EXPECT_THAT(refusal(R"({"time": 1, "bones": [{"bone": 1}, {"bone": 1}]})"), HasSubstr("each once"));
    EXPECT_THAT(refusal(R"({"time": 1, "bones": [{"bone": 1, "offset": [[1,0,0,1e300],[0,1,0,0],[0,0,1,0]]}]})"),
                HasSubstr("1e9"));
    EXPECT_THAT(refusal(R"({"time": 1, "targets": [{"target": 0, "weight": 1}]})"), HasSubstr("does not have"));
}

} // namespace
} // namespace limber::app
