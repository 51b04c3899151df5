// SPDX-License-Identifier: MIT
#include "app/controllers/problems_controller.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "engine/body/body_step.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::app {
namespace {

// A bar whose states are given.
class ProblemsOfAMotion : public ::testing::Test {
protected:
    ProblemsOfAMotion() {
        Document document;
        CharacterInstance instance;
        instance.id = 1;
        document.scene.instances.push_back(instance);
        document.scene.models[instance.model] = character->description;
        editor.open(document, instance.id);
        models.replace(instance.model, character);
        Snapshot& snapshot = snapshots.selected;
        snapshot.id = instance.id;
        snapshot.character = character;
        snapshot.playing = true;
        snapshot.state = rest_state(*character, rig_maps(character->rig, rest_pose(character->rig.skeleton)));
        controller.update(state(0.0)); // lists those without a motion
    }

    SessionState state(double seconds) const {
        return {editor, models, snapshots, view, camera, viewport, selection, {}, seconds};
    }
    // Shows one state for so many half seconds, after each of which the clusters are counted.
    void show(double motion, int half_seconds) {
        snapshots.selected.state.Z.setConstant(motion);
        snapshots.all = {snapshots.selected};
        for (int i = 0; i < half_seconds; ++i) {
            ++snapshots.selected.step_count;
            controller.update(state(0.5));
        }
    }
    bool is_inverted() const {
        UiState ui;
        controller.add_to(ui, state(0.0));
        return std::ranges::any_of(*ui.problems,
                                   [](const Problem& problem) { return problem.kind == ProblemKind::inverted_motion; });
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::nothing)
            .value();
    Editor editor;
    ModelStore models;
    SceneSnapshots snapshots;
    ViewOptions view;
    GlidingCamera camera;
    Viewport viewport;
    Selection selection;
    ProblemsController controller;
};

constexpr double inverting_motion = 1e3;

TEST_F(ProblemsOfAMotion, AreOverAfterTenSecondsWithoutInvertedClusters) {
    show(0.0, 1);
    EXPECT_FALSE(is_inverted());
    show(inverting_motion, 1);
    EXPECT_TRUE(is_inverted());
    show(0.0, 20);
    EXPECT_TRUE(is_inverted());
    show(0.0, 1);
    EXPECT_FALSE(is_inverted());
}

TEST_F(ProblemsOfAMotion, StayWhereClustersAreInvertedAgainBefore) {
    show(inverting_motion, 1);
    show(0.0, 15);
    show(inverting_motion, 1);
    show(0.0, 15);
    EXPECT_TRUE(is_inverted());
}

TEST_F(ProblemsOfAMotion, StayWhileItIsPaused) {
    show(inverting_motion, 1);
    snapshots.selected.playing = false;
    show(0.0, 30);
    EXPECT_TRUE(is_inverted());
}

} // namespace
} // namespace limber::app
