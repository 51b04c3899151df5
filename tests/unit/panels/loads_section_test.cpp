// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

/// The section of a body with two bones, a load whose rows are shown, and a mouse.
class LoadsSection : public ::testing::Test {
protected:
    LoadsSection() {
        character_.rig.skeleton.bones.resize(2);
        character_.rig.skeleton.bones[0].name = "upper arm";
        character_.rig.skeleton.bones[1].name = "forearm";
        ui_state_.character = &character_;
        draft_.character.description.subspace = SubspaceKind::force_dual;
        draft_.character.description.loads = {{{.name = "Biceps", .kind = LoadKind::field}}};
        draft_.view.brush.target = BrushTarget::load;
        draft_.view.brush.region = 0;
    }

    void frame() {
        PanelContext context{ui_state_,        document_,   draft_.character, draft_.view,
                             draft_.selection, unfinished_, commands_};
        widget_places().clear();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(400, 700));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        open_section("Loads");
        loads_section(context);
        ImGui::End();
        ImGui::EndFrame();
        is_outdated_ = is_outdated_ || context.outdated == Stage::subspace;
    }
    void click(const std::string& place) {
        frame();
        ASSERT_TRUE(has(place)) << place;
        const Pixel centre = widget_places().at(place).centre();
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = ImVec2(static_cast<float>(centre.x()), static_cast<float>(centre.y()));
        for (const bool is_down : {false, true, true, false, false, false}) {
            io.MouseDown[0] = is_down;
            frame();
        }
    }
    static bool has(const std::string& place) {
        return widget_places().contains(place);
    }
    void choose(const std::string& list, const std::string& choice) {
        click(list);
        click(list + ": " + choice);
        frame();
    }
    const Load& load() const {
        return draft_.character.description.loads[0].load;
    }
    bool holds_brush() const {
        return draft_.view.brush.is_held;
    }
    // Since the last call.
    bool took_another_subspace() {
        return std::exchange(is_outdated_, false);
    }

private:
    testing::ImGuiFrames frames_{1280.0F, 720.0F};
    Character character_;
    PanelDraft draft_;
    Commands commands_;
    UiState ui_state_;
    Document document_;
    Unfinished unfinished_;
    bool is_outdated_ = false;
};

TEST_F(LoadsSection, MakesAMuscleBetweenTwoBones) {
    frame();
    EXPECT_FALSE(has("Fibres from"));
    choose("Acts", "Contracts");
    EXPECT_EQ(load().kind, LoadKind::muscle);
    EXPECT_TRUE(holds_brush()) << "paint limits it";
    EXPECT_TRUE(took_another_subspace());
    EXPECT_TRUE(has("Sections"));
    choose("Fibres from", "upper arm");
    choose("Fibres to", "forearm");
    EXPECT_EQ(load().from, "upper arm");
    EXPECT_EQ(load().to, "forearm");
    EXPECT_TRUE(took_another_subspace());
    choose("Fibres from", "Along the paint");
    EXPECT_EQ(load().from, "");
    choose("Acts", "Everywhere");
    EXPECT_FALSE(has("Fibres from"));
    EXPECT_FALSE(holds_brush());
}

TEST_F(LoadsSection, GivesALoadAMean) {
    frame();
    EXPECT_FALSE(has("Mean x"));
    click("Mean force");
    EXPECT_EQ(load().mean, (std::vector<double>{0, 0, 0}));
    EXPECT_TRUE(took_another_subspace());
    frame();
    EXPECT_TRUE(has("Mean z"));
    choose("Acts", "Presses");
    EXPECT_TRUE(load().mean.empty()) << "it was an acceleration, and would be a pressure";
    click("Mean force");
    EXPECT_EQ(load().mean, std::vector<double>{0});
    frame();
    EXPECT_TRUE(has("Mean"));
    click("Mean force");
    EXPECT_TRUE(load().mean.empty());
    choose("Acts", "Inflates");
    EXPECT_FALSE(has("Mean force"));
}

} // namespace
} // namespace limber::app
