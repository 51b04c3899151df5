// SPDX-License-Identifier: MIT
#include "app/window/imgui_layer.h"
#include "app/window/offscreen_context.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <variant>

/// Sends events to the panels without a window: no typed or clicked input may be lost, also within one slow frame.
namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int backspace = 259;
constexpr int left_arrow = 263;

class Panels : public ::testing::Test {
protected:
    void SetUp() override {
        auto context = OffscreenContext::create();
        ASSERT_TRUE(context) << sentence(context.error());
        context_ = std::make_unique<OffscreenContext>(std::move(context).value());
        auto layer = ImGuiLayer::create(1.0F);
        ASSERT_TRUE(layer) << sentence(layer.error());
        layer_ = std::make_unique<ImGuiLayer>(std::move(layer).value());
    }
    void TearDown() override {
        layer_.reset();
    }

    // One window with a button and a text field at known places.
    std::vector<InputEvent> frame(const std::vector<InputEvent>& events) {
        auto left = layer_->begin_frame(events, {{640, 360}, {640, 360}, 0.016});
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({200, 200});
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar);
        ImGui::SetCursorPos({20, 20});
        clicks_ += ImGui::Button("press", {100, 30}) ? 1 : 0;
        ImGui::SetCursorPos({20, 80});
        if (type_) {
            ImGui::SetKeyboardFocusHere();
            type_ = false;
        }
        ImGui::InputText("##text", text_, sizeof text_);
        ImGui::End();
        layer_->end_frame();
        return left;
    }

    std::vector<InputEvent> frames_until_quiet(const std::vector<InputEvent>& events) {
        auto all = frame(events);
        while (layer_->has_waiting_events()) {
            const auto more = frame({});
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }

    static std::vector<InputEvent> click(double x, double y) {
        return {MouseMoved{x, y}, MouseButtonChanged{.button = MouseButton::left, .down = true, .x = x, .y = y},
                MouseButtonChanged{.button = MouseButton::left, .down = false, .x = x, .y = y}};
    }

    static void type(std::vector<InputEvent>& events, const std::string& text) {
        for (const char c : text) {
            const int code = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
            events.push_back(KeyChanged{.key = code, .down = true});
            events.push_back(CharacterTyped{static_cast<unsigned int>(c)});
            events.push_back(KeyChanged{.key = code, .down = false});
        }
    }
    static void press(std::vector<InputEvent>& events, int code, bool control = false) {
        events.push_back(KeyChanged{.key = code, .down = true, .control = control});
        events.push_back(KeyChanged{.key = code, .down = false, .control = control});
    }

    std::unique_ptr<OffscreenContext> context_;
    std::unique_ptr<ImGuiLayer> layer_;
    char text_[64] = "";
    bool type_ = false;
    int clicks_ = 0;
};

TEST_F(Panels, ReceiveAClickWithinOneFrame) {
    frame({});
    frames_until_quiet(click(60, 35));
    frame({});
    EXPECT_EQ(clicks_, 1);
}

TEST_F(Panels, KeepTypedTextInOrderThroughASlowFrame) {
    type_ = true;
    frame({});
    frame({});
    std::vector<InputEvent> events;
    type(events, "wobble 422");
    press(events, backspace);
    press(events, left_arrow);
    press(events, left_arrow);
    type(events, "x");
    frames_until_quiet(events);
    frame({});
    EXPECT_STREQ(text_, "wobble x42");
}

TEST_F(Panels, ControlASelectsAllText) {
    type_ = true;
    frame({});
    frame({});
    std::vector<InputEvent> events;
    type(events, "preset");
    press(events, 'A', true);
    press(events, backspace);
    type(events, "limber");
    frames_until_quiet(events);
    frame({});
    EXPECT_STREQ(text_, "limber");
}

TEST_F(Panels, ConsumePressesOverThemOnly) {
    const auto presses = [](const std::vector<InputEvent>& events) {
        int count = 0;
        for (const auto& event : events) {
            const auto* change = std::get_if<MouseButtonChanged>(&event);
            count += change != nullptr && change->down ? 1 : 0;
        }
        return count;
    };
    frame({MouseMoved{60, 35}});
    frame({});
    EXPECT_EQ(presses(frames_until_quiet(click(60, 35))), 0);
    frame({MouseMoved{400, 300}});
    frame({});
    EXPECT_EQ(presses(frames_until_quiet(click(400, 300))), 1);
    EXPECT_EQ(clicks_, 1);
}

TEST_F(Panels, AlwaysPassOnReleasesAndDroppedFiles) {
    frame({MouseMoved{60, 35}});
    frame({});
    const auto left = frame({MouseButtonChanged{.button = MouseButton::left, .down = false, .x = 60, .y = 35},
                             FilesDropped{{"a.msh"}}, Scrolled{1.0}});
    ASSERT_EQ(left.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<MouseButtonChanged>(left[0]));
    EXPECT_TRUE(std::holds_alternative<FilesDropped>(left[1]));
    EXPECT_TRUE(layer_->has_waiting_events()) << "the wheel turned after the button";
    EXPECT_TRUE(frame({}).empty()) << "the panel uses the wheel";
}

TEST_F(Panels, DrawNamesInEveryScriptOnceTheyAreNeeded) {
    const auto has = [](unsigned int code_point) {
        return ImGui::GetFont()->FindGlyphNoFallback(static_cast<ImWchar>(code_point)) != nullptr;
    };
    frame({});
    EXPECT_FALSE(has(0x413));
    layer_->prepare_to_show("\xD0\x93\xD0\xBE\xD0\xBB \xE9\xA0\xAD \xE3\x81\x82 \xEA\xB0\x80 \xD7\x90");
    frame({});
    for (const unsigned int code_point : {0x413U, 0x43EU, 0x43BU, 0x982DU, 0x3042U, 0xAC00U, 0x5D0U}) {
        EXPECT_TRUE(has(code_point)) << std::hex << code_point;
    }
    EXPECT_TRUE(has('a') && has(0x3B1));
    EXPECT_FALSE(has(0x8170)) << "a character that no text has";
    frame({CharacterTyped{0x8170}});
    EXPECT_TRUE(has(0x8170));
    layer_->set_content_scale(2.0F);
    frame({});
    EXPECT_TRUE(has(0x982D));
}

TEST_F(Panels, ScaleWithTheDisplay) {
    frame({});
    const float before = ImGui::GetFontSize();
    layer_->set_content_scale(2.0F);
    frame({});
    EXPECT_NEAR(ImGui::GetFontSize(), 2.0F * before, 1.5F);
}

} // namespace
} // namespace limber::testing
