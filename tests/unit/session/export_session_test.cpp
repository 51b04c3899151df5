// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/controllers/export_controller.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "app/view/motion_file.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/gltf_file.h"
#include "engine/replay/motion_reader.h"
#include "tests/support/played_session.h"

#include <gmock/gmock.h>

#include <chrono>
#include <future>
#include <memory>

// Motion that is exported from the window, driven with commands and without a window.
namespace limber::app {
namespace {

using limber::testing::bytes_of;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

using ExportInASession = limber::testing::PlayedSession;

TEST_F(ExportInASession, WritesTheStepsThatWereSeen) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    session.carry_out(RewindSimulation{shown().timeline.last - 4});
    ASSERT_TRUE(driven.frames_until([&] { return shown().timeline.place + 4 == shown().timeline.last; }));
    const auto path = folder / "motion.pc2";
    session.carry_out(ExportMotion{path});
    EXPECT_THAT(message_of("Exported"), HasSubstr("60 a second"));
    const auto frames = read_motion(path);
    ASSERT_TRUE(frames) << sentence(frames.error());
    EXPECT_EQ(frames.value().size(), shown().step_count + 1);
    const Points seen = boundary_positions(shown(), {});
    EXPECT_LT((frames.value().back() - seen).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_GT((frames.value().front() - seen).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_FALSE(session.editor().is_modified());
}

TEST_F(ExportInASession, WritesTheStepsThatTheCommandLineTakes) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    const auto path = folder / "motion.pc2";
    session.carry_out(ExportMotion{path});
    ASSERT_NE(message_of("Exported"), "");
    const auto frames = read_motion(path);
    ASSERT_TRUE(frames) << sentence(frames.error());
    Motion alone(shown().character);
    const LiveControls controls = starting_controls(*shown().character);
    alone.restart(controls);
    for (std::uint64_t step = 0; step < shown().step_count; ++step) {
        alone.step(controls);
    }
    EXPECT_EQ(hash_of(alone.state()), hash_of(shown().state));
    Snapshot last = shown();
    last.state = alone.state();
    last.pose = alone.pose();
    const Points expected = boundary_positions(last, {}).cast<float>().cast<double>();
    EXPECT_EQ(frames.value().back(), expected) << "the positions of the file are floats";
}

TEST_F(ExportInASession, MakesASubspaceOfWhatWasSeen) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(30) && pause());
    const Points seen = body_positions(*shown().character, shown().state);
    const std::uint64_t steps = shown().step_count;
    const auto path = folder / "seen.npy";
    session.carry_out(FitSubspaceToMotion{path});
    EXPECT_THAT(message_of("the subspace is made from it"), HasSubstr("seen.npy"));
    const auto frames = read_motion(path);
    ASSERT_TRUE(frames) << sentence(frames.error());
    EXPECT_EQ(frames.value().size(), steps + 1);
    EXPECT_EQ(frames.value().back(), seen);
    EXPECT_EQ(session.editor().description().subspace_file, path);
    ASSERT_TRUE(driven.frames_until([&] { return shown().character->subspace == SubspaceKind::pod; }));
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().description().subspace, SubspaceKind::skinning);
}

TEST_F(ExportInASession, MakesNoSubspaceWithoutAMotion) {
    ASSERT_TRUE(pause());
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count == 0; }));
    session.carry_out(FitSubspaceToMotion{folder / "none.npy"});
    EXPECT_NE(message_of("There is no motion yet"), "");
    EXPECT_FALSE(std::filesystem::exists(folder / "none.npy"));
    EXPECT_EQ(session.editor().description().subspace, SubspaceKind::skinning);
}

TEST_F(ExportInASession, SaysHowWellAFileHasTheMotion) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    session.carry_out(ExportMotion{folder / "exact.glb"});
    const std::string morphs = message_of("exact.glb");
    EXPECT_THAT(morphs, ContainsRegex(" a second, [0-9.]+ MB. [0-9]+ (exact|fitted) morph targets; no vertex is off by "
                                      "more than "));
    session.carry_out(ExportMotion{folder / "skin.glb", 5});
    EXPECT_THAT(message_of("skin.glb"), HasSubstr(" MB. 5 joints; they are off by "));
    const auto skin = read_gltf(folder / "skin.glb");
    ASSERT_TRUE(skin) << sentence(skin.error());
    EXPECT_GE(skin.value().value.rig.skeleton.bone_count(), 5);
}

TEST_F(ExportInASession, HasTheMorphTargetsThatWereChosen) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    ExportMotion wanted{folder / "first.glb"};
    wanted.morphs = MorphEncoding::exact;
    session.carry_out(wanted);
    EXPECT_THAT(message_of("first.glb"), HasSubstr(" exact morph targets"));
    wanted = ExportMotion{folder / "second.glb"};
    wanted.morphs = MorphEncoding::fitted;
    session.carry_out(wanted);
    EXPECT_THAT(message_of("second.glb"), HasSubstr(" fitted morph targets"));
}

TEST_F(ExportInASession, HasFewerFittedMorphTargetsWhereTheToleranceIsLarger) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    std::vector<std::size_t> targets;
    for (const auto& [name, tolerance] : {std::pair{"near.glb", 1e-6}, std::pair{"far.glb", 1e-3}}) {
        ExportMotion wanted{folder / name};
        wanted.morphs = MorphEncoding::fitted;
        wanted.tolerance = tolerance;
        session.carry_out(wanted);
        ASSERT_THAT(message_of(name), HasSubstr(" fitted morph targets"));
        const auto written = read_gltf(folder / name, GltfClips::left_out);
        ASSERT_TRUE(written) << sentence(written.error());
        targets.push_back(written.value().value.rig.targets.size());
    }
    EXPECT_LT(targets[1], targets[0]);
    EXPECT_GT(targets[1], 0U);
}

TEST_F(ExportInASession, HasAnyFrameRate) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(40) && pause());
    session.carry_out(ExportMotion{folder / "steps.pc2"});
    ASSERT_NE(message_of("steps.pc2"), "");
    session.carry_out(ExportMotion{folder / "film.pc2", 0, false, {}, 24.0});
    EXPECT_THAT(message_of("film.pc2"), HasSubstr("24 a second"));
    const auto steps = read_motion(folder / "steps.pc2").value();
    const auto frames = read_motion(folder / "film.pc2").value();
    ASSERT_EQ(frames.size(), (steps.size() - 1) * 24 / 60 + 1);
    for (std::size_t k = 0; 2 * k < frames.size(); ++k) {
        EXPECT_EQ(frames[2 * k], steps[5 * k]) << "a state of a step, bit for bit";
        if (2 * k + 1 < frames.size()) {
            const Points between = 0.5 * (steps[5 * k + 2] + steps[5 * k + 3]);
            EXPECT_LT((frames[2 * k + 1] - between).cwiseAbs().maxCoeff(), 1e-5);
        }
    }
}

// A part of the clip that ends bent to the other side than it begins.
TEST_F(ExportInASession, HasNoFrameInsideOfACut) {
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.instances[0].controls.playback = {.in = 0.17, .out = 0.5, .loops = true, .cross_fade = 0.0};
    }});
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(50) && pause());
    session.carry_out(ExportMotion{folder / "steps.pc2"});
    ASSERT_NE(message_of("steps.pc2"), "");
    session.carry_out(ExportMotion{folder / "frames.pc2", 0, false, {}, 240.0});
    ASSERT_NE(message_of("frames.pc2"), "");
    const auto steps = read_motion(folder / "steps.pc2").value();
    const auto frames = read_motion(folder / "frames.pc2").value();
    ASSERT_EQ(frames.size(), 4 * (steps.size() - 1) + 1);
    const auto moved = [&](std::size_t step) {
        return (steps[step + 1] - steps[step]).rowwise().norm().maxCoeff();
    };
    double largest = 0.0;
    for (std::size_t step = 0; step + 1 < steps.size(); ++step) {
        largest = std::max(largest, moved(step));
    }
    int cuts = 0;
    for (std::size_t step = 0; step + 1 < steps.size(); ++step) {
        if (moved(step) > 0.25 * largest) {
            ++cuts;
            EXPECT_EQ(frames[4 * step + 1], steps[step]);
            EXPECT_EQ(frames[4 * step + 3], steps[step + 1]);
        } else {
            const Points between = 0.5 * (steps[step] + steps[step + 1]);
            EXPECT_LT((frames[4 * step + 2] - between).cwiseAbs().maxCoeff(), 1e-5);
        }
    }
    EXPECT_GE(cuts, 2);
}

TEST_F(ExportInASession, SaysThatThereIsNoMotionYet) {
    ASSERT_TRUE(pause());
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count == 0; }));
    session.carry_out(ExportMotion{folder / "motion.glb"});
    EXPECT_THAT(message_of("no motion yet"), HasSubstr("let it play"));
    EXPECT_FALSE(std::filesystem::exists(folder / "motion.glb"));
}

TEST_F(ExportInASession, RefusesOtherFormatsAndTheFilesOfTheCharacter) {
    ASSERT_TRUE(play_until(5));
    session.carry_out(ExportMotion{folder / "motion.fbx"});
    EXPECT_THAT(message_of(".fbx"), HasSubstr(".glb, .usda, .pc2, .mdd, .obj"));
    const auto before = file_bytes(folder / "bar.mesh");
    std::filesystem::create_symlink(folder / "bar.mesh", folder / "other.usda");
    session.carry_out(ExportMotion{folder / "other.usda"});
    EXPECT_THAT(message_of("other.usda"), HasSubstr("would be lost"));
    EXPECT_EQ(before.value(), file_bytes(folder / "bar.mesh").value());
}

TEST_F(ExportInASession, ProposesTheNameOfTheCharacter) {
    const auto proposed = [&] {
        session.carry_out(Action::export_motion);
        std::filesystem::path path;
        for (const WindowRequest& request : session.take_window_requests()) {
            if (const auto* asked = std::get_if<AskForFile>(&request)) {
                path = session.feature<FilesController>().start_of_dialog(*asked, session.state());
            }
        }
        return path;
    };
    EXPECT_EQ(proposed(), folder / "Bar.glb") << "beside the scene";
    ASSERT_TRUE(write_file(folder / "Bar.glb", ""));
    EXPECT_EQ(proposed(), folder / "Bar-1.glb");
    const auto fitted = [&] {
        return session.feature<FilesController>().start_of_dialog({FilePurpose::seen_motion, "Bar-motion.npy"},
                                                                  session.state());
    };
    EXPECT_EQ(fitted(), folder / "Bar-motion.npy");
    ASSERT_TRUE(write_file(folder / "Bar-motion.npy", ""));
    EXPECT_EQ(fitted(), folder / "Bar-motion-1.npy") << "the first one, which the scene then names, is not replaced";
}

TEST_F(ExportInASession, WritesTablesAndPicturesBesideTheScene) {
    session.carry_out(WriteNewFile{"Bar_table", ".csv", [](const std::filesystem::path& path) {
                                       return write_file(path, "1");
                                   }});
    const auto is_written = [&] {
        return std::filesystem::exists(folder / "bar-table-1.csv");
    };
    EXPECT_TRUE(driven.frames_until(is_written)) << "and not where the program was started";
}

TEST_F(ExportInASession, SaysWhereAFileDiffersFromTheView) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(5) && pause());
    const auto warning_of_export = [&](const std::string& name) -> std::string {
        session.carry_out(ExportMotion{folder / name});
        EXPECT_NE(message_of(name), "");
        for (const Message& message : *session.ui_state().messages) {
            if (message.kind == Message::Kind::warning && message.topic == Message::Topic::exporting) {
                return message.text;
            }
        }
        return "";
    };
    EXPECT_EQ(warning_of_export("same.pc2"), "");
    session.carry_out(EditDocument{[](Document& document) {
        document.exaggeration = 2.5;
    }});
    driven.frame();
    EXPECT_THAT(warning_of_export("larger.pc2"), HasSubstr("2.5 times as large"));
    EXPECT_EQ(bytes_of(folder / "larger.pc2"), bytes_of(folder / "same.pc2"));
    session.carry_out(EditView{[](ViewOptions& view) {
        view.secondary = false;
        view.solo = true;
    }});
    const std::string hidden = warning_of_export("rig_is_shown.pc2");
    EXPECT_THAT(hidden, HasSubstr("the secondary motion, which the view does not show"));
    EXPECT_THAT(hidden, ::testing::Not(HasSubstr("of which the view shows one"))) << "there is one";
}

TEST(DifferenceFromShown, NamesHiddenCharacters) {
    EXPECT_EQ(difference_from_shown({}), "");
    EXPECT_EQ(difference_from_shown({.is_solo = true}),
              "the file contains all enabled characters, of which the view shows one");
    EXPECT_EQ(difference_from_shown({.secondary = false, .is_solo = true}),
              "the file contains the secondary motion, which the view does not show, and all enabled characters, of "
              "which the view shows one");
}

// Through a controller of its own, because a session plays a minute until its first steps are removed.
TEST_F(ExportInASession, SaysThatTheStartOfTheMotionIsNoLongerStored) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(100) && pause()); // the clip has 40 steps
    const auto asked = std::make_shared<std::promise<SceneFrames>>();
    auto coming = asked->get_future();
    session.carry_out(RequestFrames{asked});
    ASSERT_TRUE(
        driven.frames_until([&] { return coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    SceneFrames motion = coming.get();
    const auto all_said = [&](const ExportMotion& command) {
        ExportController controller;
        const Commands begun = controller.carry_out(command, session.state());
        std::get_if<RequestFrames>(&begun.front())->frames->set_value(motion);
        EXPECT_TRUE(controller.wait_until_idle(std::chrono::seconds(60)));
        std::string all;
        for (const Command& said : controller.update(session.state())) {
            const auto* message = std::get_if<ShowMessage>(&said);
            all += message ? message->message.text : "";
        }
        return all;
    };
    const std::string missing = "the first 12.5 s of the motion are no longer stored";
    EXPECT_THAT(all_said({folder / "whole.pc2"}), Not(HasSubstr(missing)));
    motion.removed_seconds = 12.5;
    EXPECT_THAT(all_said({folder / "rest.pc2"}), AllOf(HasSubstr("Exported"), HasSubstr(missing)));
    EXPECT_THAT(all_said({folder / "slow.pc2", 0, false, {}, 24.0}), HasSubstr(missing));
    EXPECT_THAT(all_said({folder / "loop.pc2", 0, true}), AllOf(HasSubstr("Exported"), Not(HasSubstr(missing))));
}

TEST_F(ExportInASession, IsStopped) {
    ASSERT_TRUE(play_until(5));
    session.carry_out({ExportMotion{folder / "motion.glb"}, StopExport{}});
    EXPECT_TRUE(driven.frames_until([&] { return !session.ui_state().exporting.is_running; }));
    EXPECT_EQ(message_of("motion.glb"), "motion.glb was not written.");
    session.carry_out(ExportMotion{folder / "again.glb"});
    EXPECT_THAT(message_of("again.glb"), HasSubstr("Exported"));
}

} // namespace
} // namespace limber::app
