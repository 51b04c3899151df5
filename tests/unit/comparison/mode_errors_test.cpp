// SPDX-License-Identifier: MIT
#include "app/comparison/mode_errors.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/comparison/comparison.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class ModeErrorsTest : public ::testing::Test {
protected:
    ModeErrorRequest request(std::uint64_t steps) const {
        return {character, starting_controls(*character), 0.0, steps, {.count = 2}, {}};
    }

    ScratchFolder folder;
    std::filesystem::path path = write_small_scene(folder);
    CharacterPtr character = build_character(read_scene(path).value().value, nullptr, Stage::mesh).value();
};

TEST_F(ModeErrorsTest, FallWithTheNumberOfModes) {
    std::vector<Index> prepared;
    std::vector<std::uint64_t> published;
    const auto found = mode_errors(request(30), nullptr, [&](const ModeErrors& now) {
        if (now.preparing) {
            EXPECT_TRUE(now.errors.empty());
            EXPECT_EQ(now.preparing->number, prepared.size() + 1);
            prepared.push_back(now.preparing->modes);
        } else {
            published.push_back(now.steps);
        }
    });
    ASSERT_TRUE(found) << sentence(found.error());
    const auto& errors = found.value().errors;
    ASSERT_EQ(errors.size(), mode_counts_for(*character).size());
    for (std::size_t i = 1; i < errors.size(); ++i) {
        EXPECT_LE(errors[i].modes, 2 * errors[i - 1].modes);
        EXPECT_GT(errors[i].modes, errors[i - 1].modes);
        if (errors[i].modes == 2 * errors[i - 1].modes) { // the last numbers may lie near each other
            EXPECT_LT(errors[i].one_step, errors[i - 1].one_step);
        }
        EXPECT_GT(errors[i].step_microseconds, 0.0);
    }
    EXPECT_EQ(prepared, mode_counts_for(*character));
    ASSERT_EQ(published.size(), 30u);
    EXPECT_EQ(published.front(), 1u);
    EXPECT_EQ(found.value().steps, found.value().steps_wanted);
}

// A bar that says otherwise promises an end that is far away.
TEST_F(ModeErrorsTest, ProgressWithTheStepsThatAreTaken) {
    Progress progress;
    double before = 0.0;
    const auto found = mode_errors(request(12), &progress, [&](const ModeErrors& now) {
        const double done = progress.latest().fraction;
        EXPECT_GE(done, before);
        before = done;
        // The step that was just taken is counted when the next one begins.
        const double taken = now.preparing ? 0.0 : static_cast<double>(now.steps - 1) / 12.0;
        EXPECT_NEAR(done, taken, 0.01) << "after step " << now.steps;
    });
    EXPECT_TRUE(found);
}

TEST_F(ModeErrorsTest, GoAsFarAsTheWindowOffers) {
    ASSERT_EQ(character->vertex_count(), 144);
    EXPECT_EQ(modes_offered(144), 18);
    EXPECT_EQ(mode_counts_for(*character), (std::vector<Index>{2, 4, 8, 16, 18}));
    EXPECT_EQ(modes_offered(7), 1);
    EXPECT_EQ(modes_offered(100000), 64);
}

TEST_F(ModeErrorsTest, AreThoseOfTheCommandLine) {
    const auto found = mode_errors(request(20), nullptr).value();
    const auto description = scene_in(path).value().value;
    std::vector<SceneMotion> scenes;
    scenes.push_back(SceneMotion::prepared(description, [](CharacterDescription one) -> Result<CharacterDescription> {
                         one.modes = 4;
                         return one;
                     }).value());
    const auto compared = compare(scenes, {.frames = 20, .threads = {2}}).value();
    EXPECT_NEAR(found.errors[1].one_step, root_mean_square(compared.front().one_step_error), 1e-9);
    EXPECT_NEAR(found.errors[1].run, root_mean_square(compared.front().error), 1e-9);
}

TEST_F(ModeErrorsTest, AreMeasuredOverOnePassOfTheClip) {
    LiveControls controls = starting_controls(*character);
    const double seconds = character->clips.front().duration();
    EXPECT_EQ(steps_of_clip(*character, controls),
              std::max<std::uint64_t>(30, static_cast<std::uint64_t>(std::ceil(seconds / controls.time_step))));
    controls.clip_speed = 1e-6;
    EXPECT_EQ(steps_of_clip(*character, controls), 240u);
    controls.clip = -1;
    EXPECT_EQ(steps_of_clip(*character, controls), 60u);
}

TEST_F(ModeErrorsTest, OfABodyAtRestAreNone) {
    ModeErrorRequest at_rest = request(8);
    at_rest.controls.clip = -1;
    at_rest.controls.gravity.setZero();
    std::uint64_t published = 0;
    const auto found = mode_errors(at_rest, nullptr, [&](const ModeErrors& now) { published = now.steps; });
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(found.error().message, "nothing moves: play a clip or pull a handle first");
    EXPECT_LT(published, at_rest.steps) << "errors of all steps would have an answer";
}

TEST(EnoughModes, HaveMostOfTheGain) {
    const auto of_runs = [](const std::vector<double>& runs) {
        ModeErrors errors{10, 10, {}};
        for (const double run : runs) {
            errors.errors.push_back({Index{2} << errors.errors.size(), 0.0, run, 1.0});
        }
        return errors;
    };
    EXPECT_EQ(enough_modes(of_runs({1.0, 0.3, 0.18, 0.15, 0.1})), 8);
    EXPECT_FALSE(enough_modes(of_runs({1.0, 0.9, 0.8, 0.1}))) << "more modes may gain more";
    EXPECT_EQ(enough_modes(of_runs({0.5, 0.1, 0.3})), 4) << "more modes may be worse";
    EXPECT_EQ(enough_modes(of_runs({0.5, 0.5, 0.6})), 2) << "no number gains anything";
    EXPECT_FALSE(enough_modes(of_runs({0.5})));
    EXPECT_EQ(enough_modes(of_runs({1e-3, 5e-4, 9e-5, 3e-5})), 8) << "the error of 8 modes is invisible";
    EXPECT_EQ(enough_modes(of_runs({1e-3, 5e-4, 3e-5})), 8) << "of the last";
    EXPECT_EQ(enough_modes(of_runs({2e-5, 1e-7})), 2) << "of any";
    ModeErrors inverted = of_runs({0.5, 0.1, 0.3});
    inverted.inverted_tets = 1;
    EXPECT_FALSE(enough_modes(inverted)) << "full space is no reference";
    ModeErrors unfinished = of_runs({1.0, 0.1});
    unfinished.steps = 3;
    EXPECT_FALSE(enough_modes(unfinished));
}

TEST(ModeErrorsOfASmallMesh, GoAsFarAsTheMesh) {
    const auto up_to = [](Index modes) {
        ModeErrors errors{10, 10, {}};
        errors.errors = {{2, 0.0, 0.5, 1.0}, {modes, 0.0, 0.1, 1.0}};
        return errors;
    };
    EXPECT_TRUE(has_all_modes_of_mesh(up_to(26)));
    EXPECT_FALSE(has_all_modes_of_mesh(up_to(modes_offered_max))) << "which is a limit of the window";
    EXPECT_FALSE(has_all_modes_of_mesh({}));
}

TEST_F(ModeErrorsTest, AreCancelled) {
    Progress progress;
    progress.cancel();
    const auto found = mode_errors(request(10), &progress);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber::app
