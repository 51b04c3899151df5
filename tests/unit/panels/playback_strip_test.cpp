// SPDX-License-Identifier: MIT
#include "app/panels/playback_strip.h"

#include "app/controllers/plots.h"
#include "app/panels/widget_places.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <memory>

namespace limber::app {
namespace {

/// The strip of a character with the clips walk and run, which do not loop and last 2 s.
class PlaybackStrip : public ::testing::Test {
protected:
    PlaybackStrip() {
        auto character = std::make_shared<Character>();
        for (const char* name : {"walk", "run"}) {
            Clip clip{name, 30.0, false, {}};
            clip.keys.resize(61);
            character->clips.push_back(clip);
            character->description.clips.push_back(std::string(name) + ".json");
        }
        shown.character = character;
        ui_state_.character = character.get();
        ui_state_.snapshot = &shown;
        ui_state_.playback.plots = &plots_;
        draft.character.description.clips = character->description.clips;
        draft.character.controls.keys = PoseKeys({PoseKey{}});
    }

    void frame(double width = 962.0) {
        PanelContext context{ui_state_, document_, draft.character, draft.view, draft.selection, unfinished_, commands};
        widget_places().clear();
        ImGui::NewFrame();
        playback_strip(context, {0, 0, width, 112});
        ImGui::EndFrame();
    }
    static bool has(const char* place) {
        return widget_places().contains(place);
    }
    void click(const char* place) {
        const Pixel centre = widget_places().at(place).centre();
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = ImVec2(static_cast<float>(centre.x()), static_cast<float>(centre.y()));
        frame();
        io.MouseDown[0] = true;
        frame();
        io.MouseDown[0] = false;
        frame();
    }

    testing::ImGuiFrames frames_{1280.0F, 720.0F};
    Snapshot shown;
    PanelDraft draft;
    Commands commands;
    UiState ui_state_;

private:
    Plots plots_;
    Document document_;
    Unfinished unfinished_;
};

TEST_F(PlaybackStrip, MarksTheChosenClip) {
    shown.clip = draft.character.controls.clip = 1;
    frame();
    EXPECT_TRUE(has("Timeline"));
    EXPECT_TRUE(has("Clip in"));
    EXPECT_TRUE(has("Key 1"));
}

TEST_F(PlaybackStrip, ShowsAloneTheClipOfTheMoment) {
    shown.clip = 0;
    draft.character.controls.clip = 1;
    frame();
    EXPECT_TRUE(has("Timeline"));
    EXPECT_FALSE(has("Clip in")) << "a mark of the chosen clip";
    EXPECT_FALSE(has("Key 1"));
    EXPECT_FALSE(has("Loop in the strip"));
}

TEST_F(PlaybackStrip, ShowsThatATrackerMovesTheCharacter) {
    shown.id = 7;
    shown.clip = -1;
    draft.character.controls.clip = 1;
    ui_state_.live_input.is_on = true;
    ui_state_.live_input.driven = 7;
    frame();
    EXPECT_FALSE(has("Moved by a tracker")) << "nothing has arrived yet";
    ui_state_.live_input.packets = 1;
    frame();
    EXPECT_TRUE(has("Timeline"));
    EXPECT_TRUE(has("Moved by a tracker"));
    EXPECT_FALSE(has("Key 1"));
    ui_state_.live_input.driven = 8;
    frame();
    EXPECT_FALSE(has("Moved by a tracker")) << "another character";
    ui_state_.live_input.driven = 7;
    shown.clip = 1;
    frame();
    EXPECT_FALSE(has("Moved by a tracker")) << "a moment before the tracker";
}

TEST_F(PlaybackStrip, SaysThatAClipHasEndedAndOffersToLoopIt) {
    shown.clip = draft.character.controls.clip = 0;
    shown.clip_time = 1.0;
    frame();
    EXPECT_FALSE(has("The clip has ended"));
    shown.clip_time = 2.0;
    frame();
    EXPECT_TRUE(has("The clip has ended"));
    ASSERT_TRUE(has("Loop in the strip"));
    click("Loop in the strip");
    EXPECT_EQ(draft.character.controls.playback.loops, true);
    EXPECT_FALSE(has("The clip has ended"));
    click("Loop in the strip");
    EXPECT_EQ(draft.character.controls.playback.loops, std::nullopt) << "as the file says";
}

TEST_F(PlaybackStrip, HasNoSwitchThatIsCutOff) {
    shown.clip = draft.character.controls.clip = 0;
    int shown_count = 0;
    int hidden_count = 0;
    for (double width = 150.0; width < 962.0; width += 10.0) {
        frame(width);
        if (!has("Loop in the strip")) {
            ++hidden_count;
            continue;
        }
        ++shown_count;
        const ViewArea& area = widget_places().at("Loop in the strip");
        EXPECT_LE(area.x + area.width, width);
    }
    EXPECT_GT(shown_count, 0);
    EXPECT_GT(hidden_count, 0) << "there is no room for it at 150 pixels";
}

} // namespace
} // namespace limber::app
