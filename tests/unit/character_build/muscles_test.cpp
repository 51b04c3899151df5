// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "app/document/scene.h"
#include "app/motion/controls_recording.h"
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

Gait lively() {
    return {"lively", "Bar", {{{0.8, 0.4, 0.25}}, {{0.5, 0.3, 0.0}, {0.2, 0.15, 0.1}}}, 0.1, 1.0};
}

class MuscledScene : public ::testing::Test {
protected:
    MuscledScene() {
        scene.muscles.modes = 3;
        scene.muscles.gait = lively();
    }

    CharacterPtr built(const CharacterPtr& previous = nullptr) const {
        auto result = build_character(scene, previous, Stage::nothing);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }
    std::string refusal() const {
        const auto result = build_character(scene, nullptr, Stage::mesh);
        return result ? "" : sentence(result.error());
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(MuscledScene, RoundTrips) {
    scene.muscles.use = {1, 3};
    scene.muscles.clusters = 4;
    scene.muscles.strength = 2.5;
    scene.muscles.playing = false;
    scene.muscles.held = {0.0, 0.25};
    scene.muscles.labels = folder / "limbs.json";
    scene.muscles.regions = {{"tip", {"tip"}, -1, 2}, {"end", {}, 3, 1}};
    const auto read = parse_scene(scene_json(scene, folder.path()), "scene", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_TRUE(read.value().warnings.empty());
    EXPECT_EQ(read.value().value, scene);
}

TEST_F(MuscledScene, ReportsInvalidMuscles) {
    scene.muscles.use = {4};
    EXPECT_THAT(refusal(), HasSubstr("muscles.use"));
    scene.muscles.use = {};
    scene.muscles.regions = {{"nowhere", {}, -1, 2}};
    EXPECT_THAT(refusal(), HasSubstr("muscles.regions[0] must name"));
    scene.muscles.regions = {{"wing", {"wing"}, -1, 2}};
    EXPECT_THAT(refusal(), HasSubstr("the bone \"wing\""));
    scene.muscles.labels = folder / "limbs.json";
    scene.muscles.regions = {{"both", {"tip"}, 3, 2}};
    EXPECT_THAT(refusal(), HasSubstr("muscles.regions[0] has a \"label\", and so no \"bones\""));
    scene.muscles.labels.clear();
    scene.muscles.regions = {};
    scene.muscles.held = {0.5, 1e9};
    EXPECT_THAT(refusal(), HasSubstr("muscles.held"));
    scene.muscles.held.assign(257, 0.0);
    EXPECT_THAT(refusal(), HasSubstr("muscles.held"));
    scene.muscles.held = {};
    scene.muscles.peak_strain = 0.0;
    EXPECT_THAT(refusal(), HasSubstr("muscles.peak_strain"));
}

TEST_F(MuscledScene, AddsMusclesToAnExistingModel) {
    scene.muscles.modes = 0;
    const CharacterPtr bare = built();
    EXPECT_EQ(bare->model.muscle_count(), 0);
    scene.muscles.modes = 3;
    EXPECT_EQ(earliest_difference(bare->description, scene), Stage::muscles);
    const CharacterPtr strong = built(bare);
    EXPECT_EQ(strong->modes, bare->modes);
    EXPECT_THAT(strong->musculature.names, ElementsAre("Mode 1", "Mode 2", "Mode 3"));
    EXPECT_EQ(strong->model.muscle_count(), 3);
    scene.muscles.strength = 7.0;
    EXPECT_EQ(earliest_difference(strong->description, scene), Stage::state);
    scene.muscles.use = {1, 3};
    const CharacterPtr picked = built(strong);
    EXPECT_THAT(picked->musculature.names, ElementsAre("Mode 1", "Mode 3"));
    EXPECT_EQ(picked->musculature.D->col(1), strong->musculature.D->col(2));
    EXPECT_EQ(picked->musculature.known.size(), 1u) << "no solve is repeated";
    scene.muscles = {};
    EXPECT_EQ(built(picked)->model.muscle_count(), 0);
}

TEST_F(MuscledScene, BindsMusclesToABonesRegion) {
    const CharacterPtr bare = built();
    const auto& bone = bare->rig.skeleton.bones.back();
    scene.muscles = {};
    scene.muscles.regions = {{"end", {bone.name}, -1, 2}};
    const CharacterPtr bound = built(bare);
    EXPECT_THAT(bound->musculature.names, ElementsAre("end 1", "end 2"));
    const Vector outside = (1.0 - bound->rig.W.col(bound->bone_count() - 1).array()).cwiseMax(0.0);
    for (Index v = 0; v < 2; ++v) {
        const Eigen::Map<const Points> d(bound->musculature.D->col(v).data(), bound->vertex_count(), 3);
        const Vector size = d.rowwise().norm();
        const Vector away = (outside.array() > 0.999).select(size, 0.0);
        EXPECT_LT(away.maxCoeff(), 0.1 * size.maxCoeff());
    }
}

TEST_F(MuscledScene, MovesWithItsGaitAndReplaysBitForBit) {
    const CharacterPtr character = built();
    const LiveControls start = starting_controls(*character);
    EXPECT_EQ(start.muscles.gait, lively());
    Motion motion(character);
    Recorder recorder = Recorder::from_rest(motion);
    LiveControls controls = start;
    double reach = 0.0;
    for (int i = 0; i < 60; ++i) {
        controls.muscles.held = i < 20 ? std::vector<double>{} : std::vector<double>{0.0, 0.0, 0.4};
        controls.muscles.strength = i < 40 ? 1.0 : 3.0;
        motion.step(controls);
        recorder.note(controls, motion.state());
        reach = std::max(reach, motion.activation()(0));
    }
    EXPECT_GT(reach, 0.5);
    EXPECT_EQ(motion.activation()(2), 0.4);
    const auto read = parse_controls(controls_json(recorder.recording(), start), "tape", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    Motion again(character);
    for (std::uint64_t i = 0; i < 60; ++i) {
        again.step(controls_at(read.value().value, i, start));
    }
    EXPECT_EQ(hash_of(again.state()), hash_of(motion.state()));
    // The gait did move it.
    Motion still(character);
    controls.muscles = {};
    for (int i = 0; i < 60; ++i) {
        still.step(controls);
    }
    EXPECT_NE(hash_of(still.state()), hash_of(motion.state()));
}

TEST_F(MuscledScene, SavesActivationsAndGaitPlayback) {
    const CharacterPtr character = built();
    LiveControls controls = starting_controls(*character);
    controls.muscles.playing = false;
    controls.muscles.held = {0.0, 0.5, 0.0};
    const CharacterDescription saved = with_live_numbers(scene, controls);
    EXPECT_THAT(saved.muscles.held, ElementsAre(0.0, 0.5)) << "a released muscle is not held";
    const auto opened = parse_scene(scene_json(saved, folder.path()), "scene", folder.path());
    ASSERT_TRUE(opened) << sentence(opened.error());
    EXPECT_EQ(earliest_difference(character->description, opened.value().value), Stage::state);
    Motion before(character);
    Motion after(character);
    for (int i = 0; i < 10; ++i) {
        before.step(controls);
        after.step(starting_controls(*character, opened.value().value));
    }
    EXPECT_EQ(hash_of(after.state()), hash_of(before.state()));
}

TEST_F(MuscledScene, ReportsActivationsWhilePaused) {
    const CharacterPtr character = built();
    LiveControls controls = starting_controls(*character);
    Motion motion(character);
    motion.step(controls);
    const Vector activation = motion.activation();
    Vector expected(3);
    fill_activation(controls.muscles, motion.state().time, expected);
    EXPECT_EQ(activation, expected);
    const StoredState stored_state = motion.stored_state();
    motion.step(controls);
    EXPECT_NE(motion.activation(), activation);
    motion.go_to(stored_state, controls);
    EXPECT_EQ(motion.activation(), activation) << "of the shown step";
    controls.muscles.held = {0.0, 0.0, 0.4};
    motion.set_muscles(controls);
    EXPECT_EQ(motion.activation()(2), 0.4);
}

TEST_F(MuscledScene, LoadsItsGaitFromAFile) {
    ASSERT_TRUE(write_gait(lively(), folder / "lively.json"));
    scene.muscles.gait.reset();
    scene.muscles.gait_file = folder / "lively.json";
    EXPECT_EQ(built()->gait, lively());
    EXPECT_EQ(json_kind(scene.muscles.gait_file), JsonKind::gait);
    scene.muscles.gait_file = folder / "none.json";
    EXPECT_THAT(refusal(), HasSubstr("none.json"));
}

} // namespace
} // namespace limber::app
