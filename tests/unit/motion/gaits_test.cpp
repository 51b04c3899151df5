// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/document/scene_changes.h"
#include "app/motion/controls_recording.h"
#include "app/motion/gait_fader.h"
#include "app/recording/replaying.h"
#include "engine/actuation/gait_file.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Gait beat(double amplitude, double period, double phase = 0.25) {
    return {"beat", "Bar", {{{amplitude, period, phase}}, {{0.5 * amplitude, period, 0.0}}}, 0.0, 1.0};
}

std::vector<std::string> names_of(const GaitLibrary& library) {
    std::vector<std::string> names;
    for (const NamedGait& named : library.gaits()) {
        names.push_back(named.name + "/" + name_of(named.role));
    }
    return names;
}

Vector activation_of(const MuscleControls& controls, double time) {
    Vector activation(2);
    fill_activation(controls, time, activation);
    return activation;
}

TEST(GaitLibrary, AssignsEachRoleToOneGait) {
    GaitLibrary library;
    library.keep({"walk", GaitRole::forward, beat(0.5, 1.0)});
    library.keep({"spin", GaitRole::left, beat(0.4, 1.0)});
    library.keep({"run", GaitRole::forward, beat(0.9, 0.5)});
    EXPECT_THAT(names_of(library), ElementsAre("walk/none", "spin/left", "run/forward"));
    library.keep({"walk", GaitRole::none, beat(0.6, 1.0)});
    EXPECT_EQ(library.called("walk")->gait, beat(0.6, 1.0)) << "the same name replaces the gait";
    EXPECT_FALSE(library.rename("walk", "run"));
    EXPECT_FALSE(library.rename("walk", ""));
    EXPECT_TRUE(library.rename("walk", "stroll"));
    EXPECT_EQ(library.free_name("run"), "run 2");
    library.remove("spin");
    EXPECT_THAT(names_of(library), ElementsAre("stroll/none", "run/forward"));
    EXPECT_EQ(library.playing(GaitRole::left), nullptr);
    EXPECT_EQ(library.playing(GaitRole::none), nullptr);
}

class SceneWithGaits : public ::testing::Test {
protected:
    SceneWithGaits() {
        scene.muscles.modes = 2;
        scene.muscles.gaits.keep({"walk", GaitRole::forward, beat(0.5, 1.0)});
    }
    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(SceneWithGaits, RoundTrips) {
    ASSERT_TRUE(write_gait(beat(0.3, 2.0), folder / "slow.json"));
    scene.muscles.gaits.keep({"slow", GaitRole::back, {}, folder / "slow.json"});
    scene.muscles.blend = 0.7;
    const auto read = parse_scene(scene_json(scene, folder.path()), "scene", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, IsEmpty());
    EXPECT_EQ(read.value().value, scene);
    const auto built = build_character(read.value().value, nullptr, Stage::mesh);
    ASSERT_TRUE(built) << sentence(built.error());
    EXPECT_EQ(built.value()->description.muscles.gaits.called("slow")->gait, beat(0.3, 2.0));
    EXPECT_EQ(built.value()->description, scene) << "the file's text does not matter";
    EXPECT_EQ(changes_between(scene, built.value()->description, folder.path()), "");
}

TEST_F(SceneWithGaits, ReportsInvalidGaits) {
    const auto refusal = [&](const std::string& gaits) {
        const auto read = parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "bar.msh",
                                          "muscles": {"gaits": )" +
                                          gaits + "}}",
                                      "scene", folder.path());
        return read ? std::string() : sentence(read.error());
    };
    EXPECT_THAT(refusal(R"([{"role": "left", "gait": "a.json"}])"), HasSubstr("gaits[0] must have a \"name\""));
    EXPECT_THAT(refusal(R"([{"name": "a", "role": "up", "gait": "a.json"}])"), HasSubstr("must be forward, left"));
    EXPECT_THAT(refusal(R"([{"name": "a"}])"), HasSubstr("lacks its \"gait\""));
    EXPECT_THAT(refusal(R"([{"name": "a", "gait": "a.json"}, {"name": "a", "gait": "b.json"}])"),
                HasSubstr("gaits[1] has the name of another gait"));
    scene.muscles.gaits.keep({"lost", GaitRole::none, {}, folder / "lost.json"});
    const auto built = build_character(scene, nullptr, Stage::mesh);
    ASSERT_FALSE(built);
    EXPECT_THAT(sentence(built.error()), HasSubstr("lost.json"));
}

TEST(Handover, FadesBetweenGaitsWithoutAJump) {
    MuscleControls walking;
    walking.gait = beat(0.8, 1.0);
    const double start = 2.3;
    const MuscleControls turning = handed_over(walking, beat(-0.6, 0.7), start, 0.4);
    EXPECT_EQ(activation_of(turning, start), activation_of(walking, start));
    EXPECT_EQ(activation_of(turning, start - 0.1), activation_of(walking, start - 0.1));
    MuscleControls done = turning;
    done.handover = {};
    EXPECT_EQ(activation_of(turning, start + 0.4), activation_of(done, start + 0.4));
    EXPECT_EQ(activation_of(turning, 0.0), activation_of(done, 0.0)) << "the motion restarted";
    // No change per step exceeds that of both gaits and of the handover together.
    for (int i = 0; i < 500; ++i) {
        const double time = 2.2 + 0.001 * i;
        const Vector step = activation_of(turning, time + 0.001) - activation_of(turning, time);
        EXPECT_LT(step.cwiseAbs().maxCoeff(), 0.001 * (2.0 * 3.1416 * 0.8 / 0.7 + 1.5 * 1.4 / 0.4)) << time;
    }
}

TEST(Handover, CanStartDuringAnotherHandover) {
    MuscleControls controls;
    controls.gait = beat(0.8, 1.0);
    controls = handed_over(controls, beat(-0.6, 0.7), 1.0, 0.4);
    const MuscleControls later = handed_over(controls, beat(0.8, 1.0), 1.15, 0.4);
    EXPECT_NEAR((activation_of(later, 1.15) - activation_of(controls, 1.15)).norm(), 0.0, 1e-14);
    const MuscleControls resting = handed_over(later, Gait{}, 1.3, 0.4);
    EXPECT_NEAR((activation_of(resting, 1.3) - activation_of(later, 1.3)).norm(), 0.0, 1e-14);
    EXPECT_EQ(activation_of(resting, 1.7).norm(), 0.0);
    // A muscle at rest stays at zero until then.
    MuscleControls silent;
    silent.gait = beat(0.8, 1.0);
    silent.playing = false;
    EXPECT_EQ(activation_of(handed_over(silent, beat(0.5, 1.0), 1.0, 0.4), 1.0).norm(), 0.0);
}

TEST(Handover, IsContinuousForFastKeyPresses) {
    for (const double pause : {0.0, 0.001, 0.02, 0.05}) {
        MuscleControls hectic;
        hectic.gait = beat(0.8, 1.0);
        for (int i = 0; i < 100; ++i) {
            const double time = 1.0 + pause * i;
            const Vector before = activation_of(hectic, time);
            hectic = handed_over(hectic, beat(0.006 * i, 1.0 + 0.5 * (i % 3), 0.1 * i), time, 0.4);
            EXPECT_LE(hectic.handover.from.size(), 8u);
            EXPECT_LT((activation_of(hectic, time) - before).cwiseAbs().maxCoeff(), 1e-12) << pause << ", " << i;
            double sum = 0.0;
            for (const Handover::Leaving& leaving : hectic.handover.from) {
                sum += leaving.share;
            }
            EXPECT_NEAR(sum, 1.0, 1e-12) << pause << ", " << i;
        }
    }
}

TEST(Handover, FadesBetweenActivationLimits) {
    MuscleControls controls;
    controls.gait = {"wide", "Bar", {{{1.8, 1.0, 0.25}}, {}}, 0.0, 2.0};
    controls.held = {0.0, 1.5};
    EXPECT_EQ(activation_of(controls, 1.0), Vector(Eigen::Vector2d(1.8, 1.5)));
    MuscleControls next = handed_over(controls, {"narrow", "Bar", {}, 0.0, 1.0}, 1.0, 0.4);
    EXPECT_EQ(activation_of(next, 1.0), Vector(Eigen::Vector2d(1.8, 1.5))) << "nothing has changed yet";
    EXPECT_EQ(activation_of(next, 1.2)(1), 1.5) << "half way between the limits";
    EXPECT_NEAR(activation_of(next, 1.4)(1), 1.0, 1e-12);
    next.held = {0.5, 0.0};
    EXPECT_NEAR(activation_of(next, 1.0)(0), 2.0, 1e-12) << "none above the limit of both gaits";
    EXPECT_NEAR(activation_of(next, 1.4)(0), 0.5, 1e-12);
}

TEST(Handover, RejectsWeightsAboveOne) {
    const auto refusal = [](const std::string& from) {
        const auto document =
            JsonDocument::parsed(R"({"handover": {"start": 0, "seconds": 1, "from": )" + from + "}}", "tape").value();
        MuscleControls controls;
        read_value(document.root(), controls);
        return document.fault() ? document.fault()->message : std::string();
    };
    EXPECT_EQ(refusal(R"([{"share": 0.4}, {"share": 0.6}])"), "");
    EXPECT_THAT(refusal(R"([{"share": 0.7}, {"share": 0.6}])"), HasSubstr("make at most 1 together"));
    std::string many = R"([{"share": 0.01})";
    for (int i = 0; i < 8; ++i) {
        many += R"(, {"share": 0.01})";
    }
    EXPECT_THAT(refusal(many + "]"), HasSubstr("more than 8"));
}

TEST(Amplitudes, ScaleTheWaveformWithoutChangingItsShape) {
    Gait gait{"", "", {{{0.8, 1.0, 0.0}, {0.2, 0.5, 0.0}}, {{0.4, 1.0, 0.0}}}, 0.0, 1.0};
    for (int i = 0; i < 30; ++i) {
        scale_amplitudes(gait, 1.1);
    }
    EXPECT_NEAR(gait.waveforms[0][0].amplitude, 1.0, 1e-12) << "up to the largest one";
    EXPECT_NEAR(gait.waveforms[0][1].amplitude, 0.25, 1e-12);
    EXPECT_NEAR(gait.waveforms[1][0].amplitude, 0.5, 1e-12);
    scale_amplitudes(gait, 0.5);
    EXPECT_NEAR(gait.waveforms[0][1].amplitude, 0.125, 1e-12);
    gait.waveforms[0][0].amplitude = -3.0; // possible in a file
    scale_amplitudes(gait, 1.1);
    EXPECT_EQ(gait.waveforms[0][0].amplitude, -3.0) << "a larger factor never reduces the amplitude";
    Gait resting{"", "", {{}, {{0.0, 1.0, 0.0}}}, 0.0, 1.0};
    scale_amplitudes(resting, 1.1);
    EXPECT_EQ(resting.waveforms[1][0].amplitude, 0.0);
}

TEST(GaitFader, FadesAtTheRequestedTime) {
    GaitFader fader;
    MuscleControls wanted;
    wanted.gait = beat(0.8, 1.0);
    EXPECT_EQ(fader.play(wanted, 0.0, 0.4), wanted) << "the first one is immediate";
    wanted.gait = beat(0.3, 1.0);
    EXPECT_EQ(fader.play(wanted, 1.0, std::nullopt), wanted) << "a slider acts at once";
    wanted.gait = beat(0.6, 0.5);
    const Handover handover = fader.play(wanted, 2.0, 0.4).handover;
    EXPECT_EQ(handover.from.size(), 1u);
    wanted.strength = 2.0;
    EXPECT_EQ(fader.play(wanted, 2.2, std::nullopt).handover, handover) << "continues beside a slider";
    EXPECT_EQ(fader.play(wanted, 2.5, std::nullopt), wanted) << "is over";
}

TEST_F(SceneWithGaits, HandoverIsReplayedBitForBit) {
    scene.muscles.gait = beat(0.8, 0.5);
    const auto character = build_character(scene, nullptr, Stage::mesh).value();
    const LiveControls start = starting_controls(*character);
    Motion motion(character);
    Recorder recorder = Recorder::from_rest(motion);
    GaitFader fader;
    LiveControls controls = start;
    for (int i = 0; i < 60; ++i) {
        MuscleControls wanted = start.muscles;
        wanted.gait = i < 20 ? wanted.gait : i < 30 ? beat(-0.7, 0.7) : Gait{};
        controls.muscles = fader.play(wanted, motion.state().time, 0.4);
        motion.step(controls);
        recorder.note(controls, motion.state());
    }
    const auto read = parse_controls(controls_json(recorder.recording(), start), "tape", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    Motion again(character);
    for (std::uint64_t i = 0; i < 60; ++i) {
        again.step(controls_at(read.value().value, i, start));
    }
    EXPECT_EQ(hash_of(again.state()), hash_of(motion.state()));
}

} // namespace
} // namespace limber::app
