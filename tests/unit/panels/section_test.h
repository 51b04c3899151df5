// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/numbers.h"
#include "app/panels/panel_context.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace limber::app {

/// A test of one section of the panel, which is open in a high window, with a mouse.
class SectionTest : public ::testing::Test {
protected:
    using Section = void (*)(PanelContext&);

    SectionTest(const char* title, Section section) : title_(title), section_(section) {
        ui_state_.character = &character_;
    }

    void frame() {
        PanelContext context{ui_state_,        document_,   draft_.character, draft_.view,
                             draft_.selection, unfinished_, commands_};
        widget_places().clear();
        widget_places_in_popups().clear();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(400, 1400));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        open_section(title_);
        section_(context);
        ImGui::End();
        ImGui::EndFrame();
        outdated_ = std::min(outdated_, context.outdated);
    }
    void click(const std::string& place) {
        frame(); // a table has no columns yet
        frame();
        ASSERT_TRUE(has(place)) << place;
        const Pixel centre = place_of(place).centre();
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = ImVec2(static_cast<float>(centre.x()), static_cast<float>(centre.y()));
        for (const bool is_down : {false, true, true, false, false, false}) {
            io.MouseDown[0] = is_down;
            frame();
        }
    }
    static bool has(const std::string& place) {
        return widget_places().contains(place) || widget_places_in_popups().contains(place);
    }
    // Precondition: it is there.
    static const ViewArea& place_of(const std::string& place) {
        const WidgetPlaces& places = widget_places().contains(place) ? widget_places() : widget_places_in_popups();
        return places.at(place);
    }
    // In place of what is there.
    void type(const std::string& place, const std::string& text) {
        click(place);
        ImGuiIO& io = ImGui::GetIO();
        io.KeyCtrl = true;
        press(ImGuiKey_A);
        io.KeyCtrl = false;
        io.AddInputCharactersUTF8(text.c_str());
        frame();
        press(ImGuiKey_Enter);
        frame();
    }
    // The first of what edits outdated since the last call.
    Stage took_another() {
        return std::exchange(outdated_, Stage::nothing);
    }
    bool took_another_subspace() {
        return took_another() == Stage::subspace;
    }

    /// The last command of this kind that the section requested; null: none.
    template <typename C>
    const C* last_command() const {
        const C* last = nullptr;
        for (const Command& command : commands_) {
            const C* one = std::get_if<C>(&command);
            last = one ? one : last;
        }
        return last;
    }

    testing::ImGuiFrames frames_{1280.0F, 1440.0F};
    Character character_;
    PanelDraft draft_;
    UiState ui_state_;
    Unfinished unfinished_;

    Document document_;

private:
    void press(int key) {
        for (const bool is_down : {true, false}) {
            ImGui::GetIO().KeysDown[key] = is_down;
            frame();
        }
    }

    const char* title_;
    Section section_;
    Commands commands_;
    Stage outdated_ = Stage::nothing;
};

} // namespace limber::app
