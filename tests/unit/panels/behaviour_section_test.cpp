// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "engine/contact/contact_points.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace limber::app {
namespace {

/// The section of a free body with a muscle and a point to stand on, and a mouse.
class BehaviourSection : public ::testing::Test {
protected:
    BehaviourSection() {
        character_.description.rig_kind = RigKind::none;
        character_.model.actuation.emplace().muscles.resize(1);
        ContactPoints points;
        points.phi = Matrix::Zero(1, 1);
        character_.contact_points = std::make_shared<const ContactPoints>(points);
        ui_state_.character = &character_;
    }

    void frame() {
        PanelContext context{ui_state_,        document_,   draft_.character, draft_.view,
                             draft_.selection, unfinished_, commands_};
        widget_places().clear();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(400, 700));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        open_section("Behaviour");
        behaviour_section(context);
        ImGui::End();
        ImGui::EndFrame();
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
    std::optional<BehaviourKind>& kind() {
        return draft_.character.controls.muscles.behaviour.kind;
    }
    void switch_between_loads() {
        character_.switched = std::make_shared<const SwitchedLoads>();
    }

    testing::ImGuiFrames frames_{1280.0F, 720.0F};
    Character character_;

private:
    PanelDraft draft_;
    Commands commands_;
    UiState ui_state_;
    Document document_;
    Unfinished unfinished_;
};

TEST_F(BehaviourSection, OffersWhatTheBodyCanDo) {
    click("It does");
    EXPECT_TRUE(has("It does: Stand"));
    EXPECT_FALSE(has("Let it move by itself"));
}

TEST_F(BehaviourSection, AsksFromWhatABodyFlees) {
    kind() = BehaviourKind::flee;
    frame();
    EXPECT_TRUE(has("Flee the mouse"));
    EXPECT_TRUE(has("Distance"));
    EXPECT_TRUE(has("Target x"));
    click("Flee the mouse");
    EXPECT_FALSE(has("Target x")) << "it is under the mouse";
    click("Flee the nearest");
    EXPECT_FALSE(has("Flee the mouse"));
}

TEST_F(BehaviourSection, OffersNothingToABodyThatSwitchesBetweenLoads) {
    switch_between_loads();
    click("It does");
    EXPECT_FALSE(has("It does: Nothing")) << "the list is disabled";
    EXPECT_FALSE(has("It does: Stand"));
}

TEST_F(BehaviourSection, LetsABodyThatSwitchesBetweenLoadsOnlyEndWhatItWasToDo) {
    switch_between_loads();
    kind() = BehaviourKind::walk;
    click("It does");
    EXPECT_TRUE(has("It does: Walk"));
    EXPECT_FALSE(has("It does: Stand"));
    click("It does: Nothing");
    EXPECT_FALSE(kind());
}

TEST_F(BehaviourSection, FreesNoBodyThatSwitchesBetweenLoads) {
    character_.description.rig_kind = RigKind::affine_handle;
    switch_between_loads();
    click("Let it move by itself");
    EXPECT_FALSE(kind()) << "its button is disabled";
}

} // namespace
} // namespace limber::app
