// SPDX-License-Identifier: MIT
#include "app/character_skin/skin.h"
#include "app/motion/controls_recording.h"
#include "app/simulation/session_opening.h"
#include "app/view/film.h"
#include "app/view/motion_file.h"
#include "tests/support/played_session.h"
#include "tests/support/scoped_environment.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>
#include <optional>
#include <set>

// What is seen, what is recorded and what is exported are the same motion, bit for bit.
namespace limber::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class WhatIsSeen : public limber::testing::PlayedSession {
protected:
    void soften(double young) {
        session.carry_out(EditDocument{
            [young](Document& document) { document.scene.instances[0].controls.young = young; }, "Change stiffness"});
    }
    // A motion with edits on the way.
    void play() {
        session.carry_out(RestartSimulation{});
        ASSERT_TRUE(play_until(12));
        soften(5e3);
        ASSERT_TRUE(play_until(25));
        session.carry_out(EditDocument{[](Document& document) {
            document.scene.instances[0].controls.handles = {
                PointHandle{1, {0, 0, 0}, {1.0, 0.0, 0.0}, 500.0, Vec3(0.2, 0.6, 0.0)}};
        }});
        ASSERT_TRUE(play_until(40) && pause());
    }
    std::set<std::string> files_called(const std::string& start) const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with(start) || name.starts_with("." + start)) {
                names.insert(name);
            }
        }
        return names;
    }
};

TEST_F(WhatIsSeen, IsWhatIsRecordedAndWhatIsExported) {
    play();
    session.carry_out(ExportMotion{folder / "motion.pc2"});
    ASSERT_NE(message_of("Exported"), "");
    const auto promise = std::make_shared<std::promise<SceneFrames>>();
    auto coming = promise->get_future();
    session.carry_out(RequestFrames{promise});
    ASSERT_TRUE(
        driven.frames_until([&] { return coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    const SceneFrames seen = coming.get();
    ASSERT_EQ(seen.frames.size(), shown().step_count + 1);
    EXPECT_EQ(hash_of(seen.frames.back()->states.front()), hash_of(shown().state));

    session.carry_out(Action::save_recording);
    const auto asks = [&] {
        const auto requests = session.take_window_requests();
        return std::ranges::any_of(requests,
                                   [](const WindowRequest& one) { return std::holds_alternative<AskForFile>(one); });
    };
    ASSERT_TRUE(driven.frames_until(asks));
    session.carry_out({FileChosen{}, SaveRecording{folder / "motion.recording.json"}});
    ASSERT_TRUE(driven.frames_until([&] { return std::filesystem::exists(folder / "motion.recording.json"); }));

    const auto again = replayed_session(folder / "motion.recording.json", {});
    ASSERT_TRUE(again) << sentence(again.error());
    const Timeline& timeline = again.value().timeline;
    const std::uint64_t last = timeline.next_place() - 1;
    const SceneFrames replayed = timeline.frames(last, {timeline.segment_at(last).tracks.front().id});
    ASSERT_EQ(replayed.frames.size(), seen.frames.size());
    for (std::size_t i = 0; i < seen.frames.size(); ++i) {
        EXPECT_EQ(hash_of(replayed.frames[i]->states.front()), hash_of(seen.frames[i]->states.front())) << i;
    }
    ASSERT_TRUE(write_motion_file(replayed, folder / "again.pc2", {}));
    const std::string bytes = limber::testing::bytes_of(folder / "motion.pc2");
    EXPECT_GT(bytes.size(), 1000U);
    EXPECT_EQ(limber::testing::bytes_of(folder / "again.pc2"), bytes);
}

class FilmOfASession : public WhatIsSeen {
protected:
    // What the window does: draws each frame that is wanted.
    void draw_wanted_frame() {
        if (const auto frame = session.feature<FilmController>().next_frame(session.state())) {
            drawn.push_back(hash_of(frame->selected.state));
            cameras.push_back(frame->camera);
            const auto grey = static_cast<std::uint8_t>(drawn.size());
            session.carry_out(
                AddFilmFrame{std::make_shared<const Image>(Image{8, 6, std::vector<std::uint8_t>(3 * 8 * 6, grey)})});
        }
    }
    bool draw_until(const std::function<bool()>& is_so) {
        return driven.frames_until([&] {
            draw_wanted_frame();
            return is_so();
        });
    }
    std::vector<std::uint64_t> drawn; // hashes
    std::vector<OrbitCamera> cameras;
};

TEST_F(FilmOfASession, HasTheStepsThatWereSeen) {
    play();
    session.carry_out(ExportMotion{folder / "film.png"});
    EXPECT_TRUE(session.ui_state().exporting.is_running);
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    EXPECT_TRUE(driven.has_message("60 a second"));
    const std::size_t count = shown().step_count + 1;
    EXPECT_EQ(drawn.size(), count);
    EXPECT_EQ(drawn.back(), hash_of(shown().state));
    EXPECT_EQ(files_called("film").size(), count);
    const auto last = read_png(folder / ("film_00" + std::to_string(count) + ".png"));
    ASSERT_TRUE(last) << sentence(last.error());
    EXPECT_EQ(last.value().rgb.front(), count);
    EXPECT_FALSE(session.ui_state().exporting.is_running);
    EXPECT_FALSE(session.editor().is_modified() && session.ui_state().edits.undo_name.empty());
}

TEST_F(FilmOfASession, HasAFrameForEveryFourthOfShortSteps) {
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.environment.time_step = 1.0 / 240.0;
    }});
    driven.frame();
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(21) && pause());
    session.carry_out(ExportMotion{folder / "film.png"});
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    EXPECT_TRUE(driven.has_message("60 a second"));
    EXPECT_EQ(drawn.size(), shown().step_count / 4 + 1);
}

TEST_F(FilmOfASession, HasMoreFramesASecondWhereTheyAreAskedFor) {
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.environment.time_step = 1.0 / 240.0;
    }});
    driven.frame();
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(21) && pause());
    session.carry_out(ExportMotion{folder / "film.png", 0, false, {.frames_per_second = 120.0}});
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    EXPECT_TRUE(driven.has_message("120 a second"));
    EXPECT_EQ(drawn.size(), shown().step_count / 2 + 1);
}

TEST_F(FilmOfASession, OfALoopHasEachOfItsFramesOnce) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(100) && pause()); // the clip has 40 steps
    session.carry_out(ExportMotion{folder / "film.png", 0, true, {.turn = 360.0}});
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    EXPECT_EQ(drawn.size(), 40U);
    EXPECT_NE(drawn.front(), drawn.back()) << "the first frame is not written again";
    const double each = cameras[1].yaw - cameras[0].yaw;
    EXPECT_NEAR(40.0 * each, 2.0 * std::numbers::pi, 1e-9) << "a turn is over where the loop starts again";
    EXPECT_NEAR(cameras.back().yaw - cameras.front().yaw, 39.0 * each, 1e-9);
    drawn.clear();
    session.carry_out(ExportMotion{folder / "fewer.png", 0, true, {.frames_per_second = 24.0}});
    ASSERT_TRUE(draw_until([&] { return files_called("fewer").size() == 16; }));
    EXPECT_EQ(drawn.size(), 16U);
}

// The part of the clip ends bent to the other side than it begins.
TEST_F(FilmOfASession, OfALoopThatJumpsSaysSo) {
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.instances[0].controls.playback = {.in = 0.17, .out = 0.5, .loops = true, .cross_fade = 0.0};
    }});
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(70) && pause());
    session.carry_out(ExportMotion{folder / "film.png", 0, true});
    EXPECT_TRUE(draw_until([&] { return driven.has_message("the loop jumps by"); }));
    EXPECT_TRUE(driven.has_message("Exported"));
}

TEST_F(FilmOfASession, OfALoopNeedsTwoPasses) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(30) && pause());
    session.carry_out(ExportMotion{folder / "film.png", 0, true});
    EXPECT_TRUE(draw_until([&] { return driven.has_message("let the clip play two passes"); }));
    EXPECT_THAT(files_called("film"), IsEmpty());
}

TEST_F(FilmOfASession, SaysThatTheStartOfTheMotionIsNoLongerStored) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(5) && pause());
    const auto promise = std::make_shared<std::promise<SceneFrames>>();
    auto coming = promise->get_future();
    session.carry_out(RequestFrames{promise});
    ASSERT_TRUE(
        driven.frames_until([&] { return coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    SceneFrames motion = coming.get();
    motion.removed_seconds = 12.5;
    FilmController films;
    const Commands begun = films.carry_out(ExportFilm{folder / "film.png", false, {}}, session.state());
    std::get_if<RequestFrames>(&begun.front())->frames->set_value(std::move(motion));
    std::string all;
    const auto is_written = [&] {
        for (const Command& said : films.update(session.state())) {
            const auto* message = std::get_if<ShowMessage>(&said);
            all += message ? message->message.text : "";
        }
        if (films.next_frame(session.state())) {
            films.carry_out(AddFilmFrame{std::make_shared<const Image>(Image{1, 1, {0, 0, 0}})}, session.state());
        }
        return !all.empty();
    };
    ASSERT_TRUE(driven.frames_until(is_written));
    EXPECT_THAT(all,
                ::testing::AllOf(HasSubstr("Exported"), HasSubstr("the first 12.5 s of the motion are no longer")));
}

TEST_F(FilmOfASession, FollowsTheCharacterAlongTheGround) {
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(40) && pause());
    session.carry_out(ExportMotion{folder / "still.png"});
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    for (const OrbitCamera& camera : cameras) {
        EXPECT_EQ(camera.target, cameras.front().target);
    }
    cameras.clear();
    session.carry_out(ExportMotion{folder / "film.png", 0, false, {.follows = true}});
    const std::size_t count = drawn.size();
    ASSERT_TRUE(draw_until([&] { return drawn.size() == 2 * count; }));
    double farthest = 0.0;
    for (const OrbitCamera& camera : cameras) {
        const Vec3 way = camera.target - cameras.front().target;
        EXPECT_NEAR(way.dot(camera.up), 0.0, 1e-9);
        farthest = std::max(farthest, way.norm());
    }
    EXPECT_GT(farthest, 1e-3) << "the bar bends to the side";
}

// The view has followed the character to the end of the motion, and the film begins at its start.
TEST_F(FilmOfASession, KeepsACharacterInThePictureThatItsClipCarriesAway) {
    write_carrying_clip(folder);
    session.carry_out(OpenFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until(
        [&] { return shown().character && shown().character->skin && shown().character->skin->outline.travels(0); }));
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(play_until(20) && pause());
    const OrbitCamera view = session.state().camera.now();
    session.carry_out(ExportMotion{folder / "film.png", 0, false, {.follows = true}});
    ASSERT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
    EXPECT_LT((cameras.back().target - view.target).norm(), 1e-9) << "the last frame is what the view shows";
    EXPECT_GT(cameras.back().target.x() - cameras.front().target.x(), 5.0);
}

// Keys and edits while it is drawn do not change how its later frames look.
TEST_F(FilmOfASession, KeepsTheViewThatItBeganWith) {
    play();
    session.carry_out(ExportMotion{folder / "film.png"});
    ASSERT_TRUE(draw_until([&] { return drawn.size() > 3; }));
    session.carry_out({EditView{[](ViewOptions& view) {
                           view.secondary = false;
                           view.solo = true;
                           view.wires = WireView::alone;
                       }},
                       EditDocument{[](Document& document) {
                           document.exaggeration = 3.0;
                       }}});
    driven.frame();
    std::optional<FilmFrame> later;
    ASSERT_TRUE(driven.frames_until([&] {
        later = session.feature<FilmController>().next_frame(session.state());
        return later.has_value();
    }));
    EXPECT_TRUE(later->view.options.secondary);
    EXPECT_FALSE(later->view.options.solo);
    EXPECT_EQ(later->view.options.wires, WireView::none);
    EXPECT_EQ(later->view.exaggeration, 1.0);
}

TEST_F(FilmOfASession, LeavesNoFileWhenItIsStopped) {
    play();
    session.carry_out(ExportMotion{folder / "film.png"});
    ASSERT_TRUE(draw_until([&] { return files_called("film").size() > 3; }));
    session.carry_out(StopExport{});
    ASSERT_TRUE(driven.frames_until([&] { return !session.ui_state().exporting.is_running; }));
    EXPECT_TRUE(driven.frames_until([&] { return files_called("film").empty(); }));
    EXPECT_TRUE(driven.has_message("film.png was not written."));
    drawn.clear();
    session.carry_out(ExportMotion{folder / "again.png"});
    EXPECT_TRUE(draw_until([&] { return driven.has_message("Exported"); }));
}

TEST_F(FilmOfASession, SaysThatThereIsNoMotionYet) {
    ASSERT_TRUE(pause());
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count == 0; }));
    session.carry_out(ExportMotion{folder / "film.mp4"});
    EXPECT_TRUE(draw_until([&] { return driven.has_message("no motion yet"); }));
    EXPECT_THAT(files_called("film"), IsEmpty());
}

TEST_F(FilmOfASession, SaysThatThereIsNoEncoder) {
    play();
    {
        limber::testing::ScopedEnvironment environment;
        environment.set("PATH", (folder / "empty").c_str());
        session.carry_out(ExportMotion{folder / "film.mp4"});
        EXPECT_TRUE(draw_until([&] { return driven.has_message("needs the program ffmpeg"); }));
    }
    EXPECT_THAT(files_called("film"), IsEmpty());
}

} // namespace
} // namespace limber::app
