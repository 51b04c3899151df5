// SPDX-License-Identifier: MIT
#include "app/panels/style_locks.h"

#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace limber::app {
namespace {

struct Lockable {
    const char* name; // the label of its slider
    const char* letter;
    const char* unit;
    double Sinusoid::*value;
    std::optional<double> FixedSinusoid::*fixed;
};

constexpr std::array lockables{
    Lockable{"Amplitude", "A", "", &Sinusoid::amplitude, &FixedSinusoid::amplitude},
    Lockable{"Period", "T", "s", &Sinusoid::period, &FixedSinusoid::period},
    Lockable{"Phase", "\u03b8", "turns", &Sinusoid::phase, &FixedSinusoid::phase},
};

GaitSearchSettings& problem_in(PanelContext& context) {
    return context.draft.description.muscles.problem;
}

bool can_search(const PanelContext& context) {
    return context.ui_state.character->description.rig_kind == RigKind::none;
}

// The waveform of the muscle's sliders; empty: the muscle rests.
Waveform waveform_of(const PanelContext& context, std::size_t muscle) {
    const std::vector<Waveform>& all = context.draft.controls.muscles.gait.waveforms;
    return muscle < all.size() ? all[muscle] : Waveform{};
}

bool is_fixed(const GaitSearchSettings& problem, std::size_t muscle, const Lockable& number) {
    const std::vector<FixedWaveform>& all = problem.space.fixed;
    return muscle < all.size() &&
           std::ranges::any_of(all[muscle], [&](const auto& one) { return (one.*number.fixed).has_value(); });
}

void set(GaitSearchSettings& problem, std::size_t muscle, std::size_t harmonic, const Lockable& number,
         std::optional<double> value) {
    FixedSinusoid fixed = fixed_of(problem, muscle, harmonic);
    fixed.*number.fixed = value;
    fix(problem, muscle, harmonic, fixed);
}

std::string said(double value, const Lockable& number) {
    std::string words = measured(value, number.unit);
    while (words.ends_with(' ')) {
        words.pop_back();
    }
    return words;
}

std::string values_of(const GaitSearchSettings& problem, std::size_t muscle, const Lockable& number) {
    std::string values;
    for (const FixedSinusoid& one : problem.space.fixed[muscle]) {
        const auto& value = one.*number.fixed;
        values += (values.empty() ? "" : ", ") + (value ? said(*value, number) : std::string("free"));
    }
    return values;
}

// Draws a closed or open padlock in the middle of the last item.
void draw_padlock(bool is_shut) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float unit = 0.1F * (high.y - low.y);
    const ImVec2 middle(0.5F * (low.x + high.x), 0.5F * (low.y + high.y));
    const bool is_dim = !is_shut && !ImGui::IsItemHovered();
    const ImU32 ink = ImGui::GetColorU32(is_shut ? ImGuiCol_CheckMark : ImGuiCol_TextDisabled, is_dim ? 0.55F : 1.0F);
    ImDrawList& paper = *ImGui::GetWindowDrawList();
    paper.AddRectFilled(ImVec2(middle.x - 2.2F * unit, middle.y - 0.2F * unit),
                        ImVec2(middle.x + 2.2F * unit, middle.y + 3.0F * unit), ink, 0.6F * unit);
    // The shackle of an open padlock is shifted to the right.
    const ImVec2 bow(middle.x + (is_shut ? 0.0F : 2.6F * unit), middle.y - 0.9F * unit);
    paper.PathArcTo(bow, 1.4F * unit, 3.14159F, 2.0F * 3.14159F, 12);
    paper.PathStroke(ink, 0, 0.8F * unit);
    paper.AddLine(ImVec2(bow.x - 1.4F * unit, bow.y), ImVec2(bow.x - 1.4F * unit, middle.y), ink, 0.8F * unit);
    if (is_shut) {
        paper.AddLine(ImVec2(bow.x + 1.4F * unit, bow.y), ImVec2(bow.x + 1.4F * unit, middle.y), ink, 0.8F * unit);
    }
}

bool letter_button(const Lockable& number, bool fixed, bool usable) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(fixed ? ImGuiCol_SliderGrab : ImGuiCol_FrameBg));
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(fixed ? ImGuiCol_PopupBg : ImGuiCol_TextDisabled));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.0F, ImGui::GetStyle().FramePadding.y));
    ImGui::BeginDisabled(!usable);
    const bool pressed = ImGui::Button(number.letter, ImVec2(0.9F * ImGui::GetFrameHeight(), 0.0F));
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    return pressed;
}

// Shifts the fixed values of the harmonics behind the removed one.
void lose_harmonic(GaitSearchSettings& problem, std::size_t muscle, const Waveform& before, const Waveform& after) {
    const auto gone = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
    for (std::size_t j = gone; j < before.size(); ++j) {
        fix(problem, muscle, j, fixed_of(problem, muscle, j + 1));
    }
}

} // namespace

void style_lock(PanelContext& context, const char* name, std::size_t muscle, std::size_t harmonic) {
    if (!can_search(context)) {
        return;
    }
    const Lockable& number = *std::ranges::find(lockables, std::string_view(name), &Lockable::name);
    GaitSearchSettings& problem = problem_in(context);
    const std::optional<double> fixed = fixed_of(problem, muscle, harmonic).*number.fixed;
    const std::string place = std::string("Lock ") + name;
    const float side = ImGui::GetFrameHeight();
    const bool pressed = ImGui::InvisibleButton(place.c_str(), ImVec2(0.8F * side, side));
    remember_place(place);
    draw_padlock(fixed.has_value());
    const double now = waveform_of(context, muscle)[harmonic].*number.value;
    if (ImGui::IsItemHovered()) {
        tooltip(fixed ? ("Fixed at " + said(*fixed, number) +
                         " for the next search, in all candidates. A press sets it free")
                            .c_str()
                      : "Free in the gait search. A press fixes it at the slider's value");
    }
    if (pressed) {
        set(problem, muscle, harmonic, number, fixed ? std::nullopt : std::optional(now));
    }
    ImGui::SameLine(0.0F, 2.0F);
}

void style_letters(PanelContext& context, const std::string& muscle_name, std::size_t muscle) {
    GaitSearchSettings& problem = problem_in(context);
    const Waveform waveform = waveform_of(context, muscle);
    for (const Lockable& number : lockables) {
        const bool fixed = is_fixed(problem, muscle, number);
        const bool usable = fixed || !waveform.empty();
        const bool pressed = letter_button(number, fixed, usable);
        remember_place(std::string(number.name) + " of " + muscle_name);
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
            const std::string what = std::string(number.name) + " of " + muscle_name;
            tooltip((fixed ? what + " is fixed at " + values_of(problem, muscle, number) +
                                 " for the next search. A press sets it free"
                     : usable
                         ? what + " is free in the search. A press fixes it at its slider's value in Muscles"
                         : what +
                               " is free in the search. Its amplitude is 0 in the current gait, so there is nothing to "
                               "fix")
                        .c_str());
        }
        const std::size_t harmonics =
            fixed ? problem.space.fixed[muscle].size() : waveform.size(); // read before the first one changes
        for (std::size_t j = 0; j < harmonics && pressed; ++j) {
            set(problem, muscle, j, number, fixed ? std::nullopt : std::optional(waveform[j].*number.value));
        }
        ImGui::SameLine(0.0F, 2.0F);
    }
}

void follow_sliders(PanelContext& context, std::size_t muscle, const Waveform& before, const Waveform& after) {
    GaitSearchSettings& problem = problem_in(context);
    if (after.size() < before.size()) {
        lose_harmonic(problem, muscle, before, after);
        return;
    }
    for (std::size_t j = 0; j < before.size(); ++j) {
        for (const Lockable& number : lockables) {
            const bool was_moved = before[j].*number.value != after[j].*number.value;
            if (was_moved && (fixed_of(problem, muscle, j).*number.fixed)) {
                set(problem, muscle, j, number, after[j].*number.value);
            }
        }
    }
}

} // namespace limber::app
