// SPDX-License-Identifier: MIT
#include "app/controllers/file_listing.h"
#include "app/interaction/layout.h"
#include "app/panels/cards.h"
#include "app/panels/panel_context.h"
#include "app/panels/phrases.h"
#include "app/panels/playback_strip.h"
#include "app/panels/plot.h"
#include "app/panels/score_curve.h"
#include "app/panels/scroll_anchor.h"
#include "app/panels/tooltip.h"
#include "engine/core/time_left.h"
#include "tests/support/scratch_folder.h"

#include "app/view/axis_end.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

class Folder : public ::testing::Test {
protected:
    Folder() {
        fs::create_directories(path / "sub");
        for (const char* name : {"b.msh", "A.OBJ", "notes.txt", ".hidden.json", "c.json"}) {
            std::ofstream(path / name) << "x";
        }
    }

    std::vector<std::string> names(const std::string& filter) const {
        std::vector<std::string> out;
        const auto entries = entries_of(path, filter);
        for (const FileEntry& entry : entries.value()) {
            out.push_back(entry.path.filename().string());
        }
        return out;
    }

    const limber::testing::ScratchFolder scratch;
    const fs::path& path = scratch.path();
};

TEST_F(Folder, ListsFoldersBeforeFiles) {
    EXPECT_EQ(names(""), (std::vector<std::string>{"sub", "A.OBJ", "b.msh", "c.json"}));
}

TEST_F(Folder, FiltersFilesByNameIgnoringCase) {
    EXPECT_EQ(names("a.o"), (std::vector<std::string>{"sub", "A.OBJ"}));
}

TEST_F(Folder, ListsFilesOfOneKindForSaving) {
    for (const char* name : {"walk.recording.json", "d.JSON"}) {
        std::ofstream(path / name) << "x";
    }
    const auto named = [this](const FileKind& kind) {
        std::vector<std::string> out;
        const auto entries = entries_of(path, "", kind);
        for (const FileEntry& entry : entries.value()) {
            out.push_back(entry.path.filename().string());
        }
        return out;
    };
    EXPECT_EQ(named(is_called_like_a_scene), (std::vector<std::string>{"sub", "c.json", "d.JSON"}));
    EXPECT_EQ(named(is_called_like_a_recording), (std::vector<std::string>{"sub", "walk.recording.json"}));
}

TEST_F(Folder, ReportsAMissingFolder) {
    const auto entries = entries_of(path / "nowhere", "");
    ASSERT_FALSE(entries);
    EXPECT_EQ(entries.error().where, (path / "nowhere").string());
}

TEST_F(Folder, ListsRecentFilesNewestFirstWithoutMissingOnes) {
    const fs::path memory = path / "state" / "recent.txt";
    remember_file(memory, path / "b.msh");
    remember_file(memory, path / "c.json");
    remember_file(memory, path / "b.msh");
    EXPECT_EQ(recent_files(memory), (std::vector<fs::path>{path / "b.msh", path / "c.json"}));
    fs::remove(path / "b.msh");
    EXPECT_EQ(recent_files(memory), (std::vector<fs::path>{path / "c.json"}));
}

TEST(Layout, ViewTakesMostOfTheWindow) {
    const Layout layout = layout_of(1280, 720, 1.0, true, {});
    EXPECT_GT(layout.view.width * layout.view.height, 0.6 * 1280 * 720);
    EXPECT_DOUBLE_EQ(layout.panel.width + layout.view.width, 1280);
    EXPECT_DOUBLE_EQ(layout.strip.y + layout.strip.height, 720);
}

TEST(Layout, MessagesHaveARowOutsideTheView) {
    const Layout layout = layout_of(1280, 720, 1.0, true, {});
    EXPECT_DOUBLE_EQ(layout.messages.y, layout.view.height);
    EXPECT_DOUBLE_EQ(layout.messages.y + layout.messages.height, layout.strip.y);
    EXPECT_GT(layout.messages.height, 20);
    EXPECT_DOUBLE_EQ(layout_of(1280, 720, 1.0, false, {}).messages.height, 0);
}

TEST(Layout, ViewFillsTheWindowIfPanelsAreHidden) {
    const Layout layout = layout_of(1280, 720, 1.0, false, {});
    EXPECT_DOUBLE_EQ(layout.view.width, 1280);
    EXPECT_DOUBLE_EQ(layout.view.height, 720);
}

TEST(Layout, SideBySideHalvesTheView) {
    const Layout layout = layout_of(1280, 720, 1.0, true, {.rig_only = true});
    EXPECT_NEAR(layout.rig_only.width, layout.dynamics.width, 1.0);
    EXPECT_DOUBLE_EQ(layout.rig_only.x + layout.rig_only.width, layout.dynamics.x);
    EXPECT_DOUBLE_EQ(layout.dynamics.x + layout.dynamics.width, 1280);
}

// In windows of any size, with any number of bodies.
TEST(Layout, LegendOfComparedBodiesCoversNoneOfThem) {
    for (const double width : {400.0, 1280.0, 3840.0}) {
        for (const double scale : {1.0, 2.0}) {
            for (int compared = 1; compared <= 3; ++compared) {
                const Layout layout = layout_of(width, 0.6 * width, scale, true, {false, compared, true});
                EXPECT_GE(layout.legend.height, std::min(15.0 * scale, 0.09 * layout.view.height));
                EXPECT_DOUBLE_EQ(layout.legend.y + layout.legend.height, layout.view.y + layout.view.height);
                std::vector<ViewArea> bodies = layout.compared;
                bodies.push_back(layout.dynamics);
                for (const ViewArea& body : bodies) {
                    EXPECT_LE(body.y + body.height, layout.legend.y);
                }
                EXPECT_EQ(layout_of(width, 0.6 * width, scale, true, {false, compared}).legend.height, 0.0);
            }
        }
    }
}

TEST(Layout, FitsSmallWindowsAndHighDpiDisplays) {
    const Layout small = layout_of(400, 300, 2.0, true, {});
    EXPECT_GT(small.view.width, 200);
    EXPECT_GT(small.view.height, 150);
    const Layout dense = layout_of(3840, 2160, 2.0, true, {});
    EXPECT_DOUBLE_EQ(dense.panel.width, 2 * layout_of(1920, 1080, 1.0, true, {}).panel.width);
}

const ViewArea display{0, 0, 1280, 720};

bool overlap(const ViewArea& a, const Pixel& corner, const Pixel& size) {
    return corner.x() < a.x + a.width && a.x < corner.x() + size.x() && corner.y() < a.y + a.height &&
           a.y < corner.y() + size.y();
}

TEST(Tooltips, AreBesideThePanelAtTheirWidget) {
    const ViewArea panel{0, 0, 318, 720};
    const Pixel corner = tooltip_corner({120, 300, 150, 24}, panel, display, Pixel(360, 90), 6);
    EXPECT_EQ(corner, Pixel(324, 300));
    const Pixel low = tooltip_corner({120, 700, 150, 24}, panel, display, Pixel(360, 90), 6);
    EXPECT_EQ(low, Pixel(324, 630)) << "inside of the display";
}

TEST(Tooltips, DoNotCoverTheirWindowIfThereIsRoom) {
    const Pixel size(360, 90);
    const ViewArea strip{318, 608, 962, 112};
    const ViewArea card{1044, 12, 224, 92};
    for (const ViewArea& window : {strip, card}) {
        const ViewArea widget{window.x + 10, window.y + 30, 80, 24};
        const Pixel corner = tooltip_corner(widget, window, display, size, 6);
        EXPECT_FALSE(overlap(window, corner, size)) << corner.transpose();
        EXPECT_GE(corner.x(), 0.0);
        EXPECT_LE(corner.x() + size.x(), 1280.0);
        EXPECT_GE(corner.y(), 0.0);
        EXPECT_LE(corner.y() + size.y(), 720.0);
    }
}

TEST(Tooltips, AreBelowTheirWidgetIfTheWindowFillsTheDisplay) {
    const Pixel size(360, 90);
    const ViewArea widget{500, 680, 80, 24};
    const Pixel corner = tooltip_corner(widget, display, display, size, 6);
    EXPECT_FALSE(overlap(widget, corner, size));
}

TEST(Tooltips, DoNotCoverTheMessages) {
    const ViewArea messages{300, 600, 980, 30};
    const Pixel size(200, 50);
    EXPECT_EQ(corner_clear_of(messages, {400, 570}, size, display), Pixel(400, 550)) << "above them";
    EXPECT_EQ(corner_clear_of(messages, {400, 500}, size, display), Pixel(400, 500));
    EXPECT_EQ(corner_clear_of(messages, {400, 640}, size, display), Pixel(400, 640));
    EXPECT_EQ(corner_clear_of(messages, {50, 590}, size, display), Pixel(50, 590)) << "beside them";
    const ViewArea high{300, 30, 980, 600};
    EXPECT_EQ(corner_clear_of(high, {400, 570}, size, display), Pixel(400, 630)) << "no room above";
    EXPECT_EQ(corner_clear_of(display, {400, 570}, size, display), Pixel(400, 570)) << "no room";
}

TEST(ScrollAnchor, ScrollsByTheHeightInsertedAboveTheMouse) {
    const ViewArea panel{0, 0, 318, 720};
    const Pixel mouse(100, 210);
    ScrollAnchor anchor;
    const WidgetPlaces before{{"Compare", {16, 200, 140, 24}}, {"Blend", {16, 230, 140, 24}}};
    const WidgetPlaces after{{"New row", {16, 200, 140, 24}}, {"Compare", {16, 227, 140, 24}}};
    EXPECT_EQ(anchor.update(before, panel, mouse, 50.0), 0.0);
    EXPECT_EQ(anchor.update(after, panel, mouse, 50.0), 27.0);
    EXPECT_EQ(anchor.update(before, panel, mouse, 77.0), 0.0) << "the row is scrolled away, and nothing moves any more";
}

TEST(ScrollAnchor, IgnoresTheWheelAndAMouseOutside) {
    const ViewArea panel{0, 0, 318, 720};
    const WidgetPlaces before{{"Compare", {16, 200, 140, 24}}};
    const WidgetPlaces scrolled{{"Compare", {16, 150, 140, 24}}};
    ScrollAnchor wheel;
    EXPECT_EQ(wheel.update(before, panel, Pixel(100, 210), 0.0), 0.0);
    EXPECT_EQ(wheel.update(scrolled, panel, Pixel(100, 210), 50.0), 0.0);
    ScrollAnchor outside;
    EXPECT_EQ(outside.update(before, panel, Pixel(700, 210), 0.0), 0.0);
    EXPECT_EQ(outside.update(scrolled, panel, Pixel(700, 210), 0.0), 0.0);
}

// A row of 27 pixels is above "Compare" or is not, in a panel that is scrolled by `scroll`.
WidgetPlaces places_of_panel(bool has_row, double scroll) {
    WidgetPlaces places{{"Compare", {16, 250 - scroll + (has_row ? 27 : 0), 140, 24}}};
    if (has_row) {
        places["Row"] = {16, 250 - scroll, 140, 24};
    }
    return places;
}

TEST(ScrollAnchor, ScrollsBackWhenTheRowGoes) {
    const ViewArea panel{0, 0, 318, 720};
    const Pixel outside(700, 210);
    for (const Pixel& later : {Pixel(100, 210), outside}) {
        ScrollAnchor anchor;
        double scroll = 50.0;
        for (int job = 0; job < 3; ++job) {
            scroll += anchor.update(places_of_panel(false, scroll), panel, Pixel(100, 210), scroll);
            scroll += anchor.update(places_of_panel(true, scroll), panel, Pixel(100, 210), scroll);
            EXPECT_EQ(scroll, 77.0) << "the widget under the mouse stays";
            scroll += anchor.update(places_of_panel(true, scroll), panel, later, scroll);
            scroll += anchor.update(places_of_panel(true, scroll), panel, later, scroll);
            scroll += anchor.update(places_of_panel(false, scroll), panel, later, scroll);
            EXPECT_EQ(scroll, 50.0) << "as before the row appeared, mouse at " << later.x();
        }
    }
}

TEST(ScrollAnchor, KeepsAScrolledPanelStillWhereverTheMouseIs) {
    const ViewArea panel{0, 0, 318, 720};
    const Pixel outside(700, 210);
    ScrollAnchor anchor;
    double scroll = 230.0; // the row is above what is in view
    for (const bool has_row : {false, true, true, false, true, false}) {
        scroll += anchor.update(places_of_panel(has_row, scroll), panel, outside, scroll);
        EXPECT_EQ(scroll, has_row ? 257.0 : 230.0);
    }
    const WidgetPlaces beside{{"Pause", {330, 10, 60, 24}}};
    const WidgetPlaces beside_later{{"Pause", {330, 37, 60, 24}}};
    ScrollAnchor other;
    EXPECT_EQ(other.update(beside, panel, outside, scroll), 0.0);
    EXPECT_EQ(other.update(beside_later, panel, outside, scroll), 0.0) << "not a widget of the panel";
}

TEST(ScrollAnchor, StaysAtTheTop) {
    const ViewArea panel{0, 0, 318, 720};
    const Pixel mouse(100, 260);
    ScrollAnchor anchor;
    for (const bool has_row : {false, true, false, true}) {
        EXPECT_EQ(anchor.update(places_of_panel(has_row, 0.0), panel, mouse, 0.0), 0.0);
    }
}

TEST(Phrases, FormatNumbersReadably) {
    EXPECT_EQ(grouped(7), "7");
    EXPECT_EQ(grouped(12345), "12 345");
    EXPECT_EQ(grouped(-1234567), "-1 234 567");
    EXPECT_EQ(lasting(0.84), "0.8 s");
    EXPECT_EQ(lasting(125), "2 min 5 s");
    EXPECT_EQ(lasting(-1), "a moment");
    EXPECT_EQ(measured(1.2345, "m"), "1.23 m");
}

TEST(Phrases, SayHowLongWorkLasts) {
    EXPECT_EQ(working_time({"mesh", 0.1, 0.4, 3.0}), "0.4 s so far") << "too early for an estimate";
    EXPECT_EQ(working_time({"mesh", 0.0, 4.0, time_left_unknown}), "4.0 s so far");
    EXPECT_EQ(working_time({"mesh", 0.1, 4.0, time_left_unknown}), "4.0 s so far, 10 % done");
    EXPECT_EQ(working_time({"mesh", 0.1, 0.4, time_left_unknown}), "0.4 s so far") << "it would only flicker";
    EXPECT_EQ(working_time({"mesh", 0.5, 12.0, 3.0}), "12 s so far, about 3.0 s left");
    EXPECT_EQ(working_time({"mesh", 0.9, 72.0, time_left_used_up}),
              "1 min 12 s so far, longer than expected, 90 % done");
}

TEST(Phrases, SayHowMuchTimeIsLeft) {
    EXPECT_EQ(remaining_time(3.0), ", about 3.0 s left");
    EXPECT_EQ(remaining_time(time_left_used_up), ", longer than expected");
    EXPECT_EQ(remaining_time(time_left_unknown), "");
}

TEST(Phrases, SayWhatAnExportWrites) {
    EXPECT_EQ(length_of_export(391, 391.0 / 60.0, 0.0), "392 frames, 6.5 s");
    EXPECT_EQ(length_of_export(120, 2.0, 24.0), "49 frames, 2.0 s");
    EXPECT_EQ(length_of_export(120, 120 * (1.0 / 60.0), 30.0), "61 frames, 2.0 s") << "rounding loses no frame";
    EXPECT_EQ(length_of_export(1, 1.0 / 60.0, 24.0), "1 frame, 0.0 s");
}

TEST(Phrases, SayThatAnExportLacksItsStart) {
    EXPECT_EQ(words_without_start(0.0), "");
    EXPECT_EQ(words_without_start(12.0), ", without the first 12 s, no longer stored");
    EXPECT_EQ(words_without_start(1.0 / 60.0), ", without the first 0.1 s, no longer stored") << "a step";
}

TEST(Phrases, NameWhatMovesABody) {
    EXPECT_EQ(rig_phrase(RigKind::file, 1), "1 bone");
    EXPECT_EQ(rig_phrase(RigKind::file, 12), "12 bones");
    EXPECT_EQ(rig_phrase(RigKind::affine_handle, 1), "one handle") << "not a bone, although it is stored as one";
    EXPECT_EQ(rig_phrase(RigKind::none, 1), "no rig");
}

TEST(Phrases, ShortenPathsFromTheFront) {
    EXPECT_EQ(short_path("/a/b.json"), "/a/b.json");
    EXPECT_EQ(short_path("/very/long/folder/name/scene.json", 12), ".../scene.json");
    EXPECT_EQ(short_path("/\xC3\xA4\xC3\xA4\xC3\xA4.json", 9), "/\xC3\xA4\xC3\xA4\xC3\xA4.json") << "nine letters";
    EXPECT_EQ(short_path("/\xC3\xA4\xC3\xA4\xC3\xA4.json", 7), "...\xC3\xA4\xC3\xA4.json") << "cut between letters";
}

TEST(Timeline, WrapsALoopingClipAndClampsOthers) {
    EXPECT_DOUBLE_EQ(place_in_clip(2.5, 2.0, true), 0.5);
    EXPECT_DOUBLE_EQ(place_in_clip(-0.5, 2.0, true), 1.5);
    EXPECT_DOUBLE_EQ(place_in_clip(2.0, 2.0, true), 2.0) << "where it is held with Loop off";
    EXPECT_DOUBLE_EQ(place_in_clip(2.5, 2.0, false), 2.0);
}

TEST(Timeline, SaysWhenAClipThatDoesNotLoopHasEnded) {
    EXPECT_FALSE(has_ended(1.9, {0.0, 2.0}, false));
    EXPECT_TRUE(has_ended(2.0, {0.0, 2.0}, false));
    EXPECT_TRUE(has_ended(1.5, {0.5, 1.5}, false)) << "the end of the part that plays";
    EXPECT_FALSE(has_ended(2.0, {0.0, 2.0}, true));
    EXPECT_FALSE(has_ended(0.0, {0.0, 0.0}, false)) << "a single pose";
}

TEST(Plots, EndTheirAxesAtRoundNumbers) {
    EXPECT_FLOAT_EQ(axis_end(13.0F), 20.0F);
    EXPECT_FLOAT_EQ(axis_end(0.04F), 0.05F);
    EXPECT_FLOAT_EQ(axis_end(100.0F), 100.0F);
    EXPECT_FLOAT_EQ(axis_end(0.0F), 1.0F);
    EXPECT_FLOAT_EQ(axis_end(std::numeric_limits<float>::infinity()), 1.0F);
}

TEST(Plots, HaveZeroOnTheirAxes) {
    const AxisRange rises = axis_of({0.5F, 3.0F});
    EXPECT_FLOAT_EQ(rises.low, 0.0F);
    EXPECT_FLOAT_EQ(rises.high, 5.0F);
    const AxisRange crosses = axis_of({-1.5F, 0.4F});
    EXPECT_FLOAT_EQ(crosses.low, -2.0F);
    EXPECT_FLOAT_EQ(crosses.high, 0.5F);
    EXPECT_FLOAT_EQ(axis_of({-7.0F, -3.0F}).high, 0.0F);
    EXPECT_FLOAT_EQ(axis_of({}).high, 1.0F);
}

TEST(ScoreCurve, IsTheObjectiveFromTheFirstGeneration) {
    GaitSearchStatus search_status;
    search_status.generations = 10;
    search_status.best_costs = {0.5, -1.0, -4.0};
    const ProgressCurve curve = score_curve(search_status);
    EXPECT_EQ(curve.values, (std::vector<float>{-0.5F, 1.0F, 4.0F}));
    EXPECT_EQ(curve.first, 0u);
    EXPECT_EQ(curve.length, 10u);
}

TEST(ScoreCurve, StartsWithTheFirstFiniteGait) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    GaitSearchStatus search_status;
    search_status.generations = 4;
    search_status.best_costs = {infinite, infinite, -2.0};
    const ProgressCurve curve = score_curve(search_status);
    EXPECT_EQ(curve.values, (std::vector<float>{2.0F}));
    EXPECT_EQ(curve.first, 2u);
    search_status.best_costs = {infinite};
    EXPECT_TRUE(score_curve(search_status).values.empty());
}

TEST(Series, KeepsTheNewestAndReturnsTheMedian) {
    Series series;
    series.length = 3;
    for (const double value : {9.0, 1.0, 50.0, 2.0}) {
        series.add(value);
    }
    EXPECT_EQ(series.values.size(), 3u);
    EXPECT_FLOAT_EQ(series.latest(), 2.0F);
    EXPECT_FLOAT_EQ(series.median(), 2.0F);
    EXPECT_FLOAT_EQ(Series{}.median(), 0.0F);
}

std::vector<std::string> said(const Messages& messages) {
    std::vector<std::string> texts;
    for (const Message& message : messages.list()) {
        texts.push_back(message.text);
    }
    return texts;
}

TEST(Messages, DisappearAfterReadingTimeButErrorsStay) {
    Messages messages;
    messages.say({Message::Kind::notice, "saved"});
    messages.say({Message::Kind::warning, "odd"});
    messages.say({Message::Kind::error, "bad"});
    messages.pass(6.0); // the error is read
    messages.pass(4.0);
    EXPECT_EQ(messages.list().size(), 3u);
    messages.pass(4.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad", "odd"}));
    messages.pass(1000.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad"}));
    messages.dismiss("odd");
    EXPECT_EQ(messages.list().size(), 1u);
    messages.dismiss("bad");
    EXPECT_TRUE(messages.list().empty());
}

TEST(Messages, DisappearWhenTheirConditionEnds) {
    Messages messages;
    messages.say({Message::Kind::notice, "steer", Message::Topic::steering});
    messages.say({Message::Kind::notice, "keep it", Message::Topic::best_gait});
    messages.is_over(Message::Topic::steering);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"keep it"}));
}

TEST(Messages, RepeatedMessageIsShownLonger) {
    Messages messages;
    messages.say({Message::Kind::notice, "again"});
    messages.say({Message::Kind::warning, "between"});
    messages.pass(5.0);
    messages.say({Message::Kind::notice, "again"});
    messages.pass(5.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"again", "between"}));
}

TEST(Messages, AreFewWithTheNewestFirst) {
    Messages messages;
    for (const char* text : {"1", "2", "3", "4", "5"}) {
        messages.say({Message::Kind::error, text});
    }
    EXPECT_EQ(said(messages), (std::vector<std::string>{"5", "4", "3"}));
}

TEST(Messages, YieldToMoreImportantMessages) {
    Messages messages;
    messages.say({Message::Kind::error, "not saved"});
    messages.say({Message::Kind::warning, "odd"});
    for (const char* text : {"1", "2", "3"}) {
        messages.say({Message::Kind::notice, text});
    }
    EXPECT_EQ(said(messages), (std::vector<std::string>{"not saved", "3", "odd"}));
    messages.say({Message::Kind::error, "not opened"});
    EXPECT_EQ(said(messages), (std::vector<std::string>{"not opened", "not saved", "odd"}));
}

TEST(Messages, DoNotCoverAnOfferOfLostWork) {
    Messages messages;
    Message lost{Message::Kind::warning, "unsaved changes of robot"};
    lost.offer = Message::Offer::recover;
    messages.say(lost);
    messages.say({Message::Kind::warning, "30 tets are inverted"});
    EXPECT_EQ(said(messages), (std::vector<std::string>{"unsaved changes of robot", "30 tets are inverted"}));
    messages.say({Message::Kind::error, "not opened"});
    EXPECT_EQ(said(messages).front(), "not opened");
    messages.pass(60.0);
    EXPECT_EQ(said(messages).front(), "unsaved changes of robot");
}

TEST(Messages, DoNotCoverAnErrorThatWasNotReadYet) {
    Messages messages;
    messages.say({Message::Kind::error, "bad"});
    messages.pass(1.0);
    messages.say({Message::Kind::notice, "the rig jumped"});
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad", "the rig jumped"}));
    messages.pass(4.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad", "the rig jumped"}));
    messages.pass(1.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"the rig jumped", "bad"})) << "the error was shown for 6 s";
    messages.pass(6.0);
    EXPECT_EQ(messages.list().size(), 2U) << "its time starts when it is shown";
    messages.pass(1.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad"}));
    messages.say({Message::Kind::notice, "saved"});
    EXPECT_EQ(said(messages), (std::vector<std::string>{"saved", "bad"})) << "the error was read";
}

TEST(Messages, OfAnUnreadErrorAreReadOneByOne) {
    Messages messages;
    messages.say({Message::Kind::notice, "saved"});
    messages.say({Message::Kind::error, "bad"});
    messages.say({Message::Kind::error, "worse"});
    messages.pass(6.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad", "worse", "saved"})) << "the one behind is shown next";
    messages.pass(3.0);
    messages.say({Message::Kind::notice, "the rig jumped"});
    EXPECT_EQ(messages.list().front().text, "bad") << "it was not shown for long enough";
    messages.pass(3.0);
    EXPECT_EQ(messages.list().front().text, "the rig jumped");
}

TEST(Messages, SaidBeforeAnErrorStayUntilItWasRead) {
    Messages messages;
    messages.say({Message::Kind::notice, "saved"});
    messages.say({Message::Kind::error, "bad"});
    messages.pass(6.0);
    messages.pass(5.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad", "saved"}));
    messages.pass(1.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"bad"}));
}

TEST(Messages, OfferToFreeABodyUntilItIsFree) {
    Messages messages;
    messages.say({Message::Kind::notice, "hangs", Message::Topic::handle, Message::Offer::set_free});
    messages.pass(1000.0);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"hangs"}));
    messages.is_over(Message::Topic::handle);
    EXPECT_TRUE(messages.list().empty());
}

TEST(Messages, WaitForTheAnswerToAQuestion) {
    for (const auto offer : {Message::Offer::hang_pin_or_fall, Message::Offer::soften}) {
        Messages messages;
        messages.say({Message::Kind::notice, "what now?", Message::Topic::handle, offer});
        for (const char* text : {"1", "2", "3"}) {
            messages.say({Message::Kind::notice, text});
        }
        messages.pass(1000.0);
        EXPECT_EQ(said(messages), (std::vector<std::string>{"what now?"}));
    }
}

std::vector<std::string> said_while_folded(const Messages& messages) {
    std::vector<std::string> texts;
    for (const std::size_t row : folded_rows(messages.list())) {
        texts.push_back(messages.list()[row].text);
    }
    return texts;
}

TEST(Messages, ShowEachDecisionWhileFolded) {
    for (const auto offer : {Message::Offer::hang_pin_or_fall, Message::Offer::soften, Message::Offer::set_free}) {
        Messages messages;
        messages.say({Message::Kind::notice, "What now?", Message::Topic::handle, offer});
        messages.say({Message::Kind::notice, "Recover it?", Message::Topic::recovery, Message::Offer::recover});
        messages.say({Message::Kind::warning, "3 tets were mended."});
        messages.say({Message::Kind::notice, "Loaded."});
        EXPECT_EQ(said(messages),
                  (std::vector<std::string>{"Recover it?", "What now?", "Loaded.", "3 tets were mended."}));
        EXPECT_EQ(said_while_folded(messages), (std::vector<std::string>{"Recover it?", "What now?", "Loaded."}));
        messages.is_over(Message::Topic::handle);
        EXPECT_EQ(said_while_folded(messages), (std::vector<std::string>{"Recover it?", "Loaded."}));
    }
    EXPECT_TRUE(folded_rows({}).empty());
}

TEST(Messages, ShowAnUnreadErrorAboveTheDecisions) {
    Messages messages;
    messages.say({Message::Kind::notice, "Soften it?", Message::Topic::handle, Message::Offer::soften});
    messages.say({Message::Kind::error, "not saved"});
    messages.say({Message::Kind::notice, "Loaded."});
    EXPECT_EQ(said_while_folded(messages), (std::vector<std::string>{"not saved", "Soften it?"}));
    messages.pass(60.0);
    EXPECT_EQ(said_while_folded(messages), (std::vector<std::string>{"Soften it?", "Loaded."}));
}

TEST(Messages, AreFewOfEachRank) {
    Messages messages;
    messages.say({Message::Kind::notice, "Recover it?", Message::Topic::recovery, Message::Offer::recover});
    for (const char* text : {"Soften a?", "Soften b?", "Soften c?"}) {
        messages.say({Message::Kind::notice, text, Message::Topic::handle, Message::Offer::soften});
    }
    EXPECT_EQ(said(messages), (std::vector<std::string>{"Recover it?", "Soften c?", "Soften b?"}));
    messages.say({Message::Kind::error, "not saved"});
    EXPECT_EQ(said(messages), (std::vector<std::string>{"not saved", "Recover it?", "Soften c?", "Soften b?"}))
        << "decisions leave room for an error";
}

TEST(Messages, CountRepeatedErrors) {
    Messages messages;
    for (const char* text : {"bad", "worse", "bad", "bad"}) {
        messages.say({Message::Kind::error, text});
    }
    ASSERT_EQ(said(messages), (std::vector<std::string>{"bad", "worse"}));
    EXPECT_EQ(messages.list()[0].words(), "bad (3 times)");
    EXPECT_EQ(messages.list()[1].words(), "worse");
}

TEST(Messages, AboutAFailureDisappearOnSuccess) {
    Messages messages;
    messages.say({Message::Kind::error, "cannot be opened", Message::Topic::opening});
    messages.say({Message::Kind::error, "cannot be saved", Message::Topic::saving});
    messages.is_over(Message::Topic::opening);
    EXPECT_EQ(said(messages), (std::vector<std::string>{"cannot be saved"}));
}

TEST(Messages, AboutAFormerSceneEndWithIt) {
    Messages messages;
    messages.say({Message::Kind::error, "the rig refused a clip", Message::Topic::building});
    messages.say({Message::Kind::error, "no tracker", Message::Topic::tracking});
    messages.end_scene();
    EXPECT_EQ(said(messages), (std::vector<std::string>{"no tracker"}));
    messages.say({Message::Kind::error, "disk full"});
    messages.say({Message::Kind::notice, "puppy opened"});
    messages.end_scene();
    EXPECT_EQ(said(messages).front(), "disk full") << "it was not read yet";
    messages.pass(10.0);
    messages.end_scene();
    EXPECT_EQ(said(messages), (std::vector<std::string>{"no tracker", "puppy opened"}));
}

TEST(Messages, AboutLostFilesEndWithTheSceneOnceTheyWereRead) {
    for (const Message::Topic topic : {Message::Topic::saving, Message::Topic::exporting}) {
        Messages messages;
        messages.say({Message::Kind::error, "disk full", topic});
        messages.end_scene();
        EXPECT_EQ(said(messages), (std::vector<std::string>{"disk full"}));
        messages.pass(10.0);
        messages.end_scene();
        EXPECT_TRUE(messages.list().empty());
    }
}

TEST(Messages, AboutAMotionThatCannotBeExportedEndWithTheScene) {
    Messages messages;
    messages.say({Message::Kind::error, "There is no loop yet", Message::Topic::refused_export});
    messages.end_scene();
    EXPECT_TRUE(messages.list().empty());
}

TEST(Messages, OfferUndoIfUndoEndsThem) {
    Messages messages;
    messages.say({Message::Kind::notice, "removed", Message::Topic::undo});
    EXPECT_EQ(messages.list().front().offer, Message::Offer::undo);
}

TEST(PanelContext, SaysThatANameIsTooLong) {
    const UiState ui_state;
    const Document document;
    PanelDraft draft;
    Unfinished unfinished;
    Commands commands;
    PanelContext context{ui_state, document, draft.character, draft.view, draft.selection, unfinished, commands};
    EXPECT_TRUE(context.accepts_name(std::string(spring_name_max, 'a'), spring_name_max));
    EXPECT_TRUE(context.accepts_name("\xE5\xB8\x83", 1)) << "one letter of three bytes";
    EXPECT_TRUE(commands.empty());
    EXPECT_FALSE(context.accepts_name(std::string(spring_name_max + 1, 'a'), spring_name_max));
    EXPECT_EQ(commands.size(), 1u);
}

TEST(PanelContext, KeepsTheEarliestChangedStage) {
    const UiState ui_state;
    const Document document;
    PanelDraft draft;
    Unfinished unfinished;
    Commands commands;
    PanelContext context{ui_state, document, draft.character, draft.view, draft.selection, unfinished, commands};
    context.need(Stage::clusters);
    context.need(Stage::subspace);
    context.need(Stage::clusters);
    EXPECT_EQ(context.outdated, Stage::subspace);
    EXPECT_TRUE(commands.empty());
}

} // namespace
} // namespace limber::app
