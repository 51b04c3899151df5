// SPDX-License-Identifier: MIT
#include "app/panels/waveform_editor.h"

#include "app/panels/numbers.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr float waveform_height = 5.0F; // in letter heights
constexpr float bars_height = 2.4F;
constexpr int samples = 160;

// The area of the plot: time from left to right, activation from -reach at the bottom to reach at the top.
struct WaveformArea {
    ImVec2 low, high;
    double span = 1.0; // [s]
    double reach = 1.0;
    ImDrawList* ink = nullptr;

    ImVec2 at(double time, double value) const {
        const float x = low.x + static_cast<float>(time / span) * (high.x - low.x);
        const double share = 0.5 - 0.5 * std::clamp(value / reach, -1.0, 1.0);
        return {x, low.y + 3.0F + static_cast<float>(share) * (high.y - low.y - 6.0F)};
    }
    double time_at(float x) const {
        return span * static_cast<double>((x - low.x) / (high.x - low.x));
    }
    double value_at(float y) const {
        return reach * (1.0 - 2.0 * static_cast<double>((y - low.y - 3.0F) / (high.y - low.y - 6.0F)));
    }
};

WaveformArea start_waveform(const char* name, float letters) {
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.0F), letters * ImGui::GetFontSize());
    ImGui::InvisibleButton(name, size);
    remember_place(name);
    WaveformArea area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), 1.0, 1.0, ImGui::GetWindowDrawList()};
    area.ink->AddRectFilled(area.low, area.high, ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0F);
    const float middle = 0.5F * (area.low.y + area.high.y);
    area.ink->AddLine(ImVec2(area.low.x, middle), ImVec2(area.high.x, middle), ImGui::GetColorU32(ImGuiCol_Border));
    return area;
}

void draw_curve(const WaveformArea& area, const Waveform& waveform, double limit, ImU32 colour, float width) {
    ImVec2 points[samples + 1];
    for (int i = 0; i <= samples; ++i) {
        const double time = area.span * i / samples;
        points[i] = area.at(time, std::clamp(value_at(waveform, time), -limit, limit));
    }
    area.ink->AddPolyline(points, samples + 1, colour, 0, width);
}

double longest_period(const Waveform& waveform) {
    double longest = 0.0;
    for (const Sinusoid& sinusoid : waveform) {
        longest = std::max(longest, sinusoid.period);
    }
    return longest > 0.0 ? longest : 1.0;
}

// The time of the sinusoid's first maximum [s].
double peak_time(const Sinusoid& sinusoid) {
    const double turns = 0.25 - sinusoid.phase;
    return sinusoid.period * (turns - std::floor(turns));
}

bool drag_peak(const WaveformArea& area, double limit, Sinusoid& sinusoid) {
    if (!ImGui::IsItemActive()) {
        return false;
    }
    const Sinusoid before = sinusoid;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double phase = 0.25 - area.time_at(mouse.x) / sinusoid.period;
    sinusoid.phase = phase - std::floor(phase);
    sinusoid.amplitude = std::clamp(area.value_at(mouse.y), 0.0, limit);
    return sinusoid != before;
}

} // namespace

bool edit_waveform(const char* name, Waveform& waveform, std::size_t chosen, double limit, double time) {
    WaveformArea area = start_waveform(name, waveform_height);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tooltip("The activation of this muscle, two of its longest periods. Drag the peak: up and down is the "
                "amplitude, left and right the phase");
    }
    area.reach = 1.1 * limit;
    area.span = 2.0 * longest_period(waveform);
    const bool changed = chosen < waveform.size() && drag_peak(area, limit, waveform[chosen]);
    for (std::size_t j = 0; j < waveform.size() && waveform.size() > 1; ++j) {
        draw_curve(area, {waveform[j]}, limit,
                   ImGui::GetColorU32(j == chosen ? ImGuiCol_SliderGrab : ImGuiCol_TextDisabled, 0.6F), 1.0F);
    }
    draw_curve(area, waveform, limit, ImGui::GetColorU32(ImGuiCol_PlotLines), 2.0F);
    const double now = time - area.span * std::floor(time / area.span);
    area.ink->AddLine(ImVec2(area.at(now, 0.0).x, area.low.y), ImVec2(area.at(now, 0.0).x, area.high.y),
                      ImGui::GetColorU32(ImGuiCol_CheckMark), 1.5F);
    if (chosen < waveform.size()) {
        const ImVec2 knob = area.at(peak_time(waveform[chosen]), waveform[chosen].amplitude);
        area.ink->AddCircleFilled(knob, 0.32F * ImGui::GetFontSize(), ImGui::GetColorU32(ImGuiCol_SliderGrabActive));
    }
    return changed;
}

int activation_bars(const char* name, const Vector& activation, int chosen, double limit) {
    WaveformArea area = start_waveform(name, bars_height);
    const auto count = static_cast<int>(activation.size());
    const float width = (area.high.x - area.low.x) / static_cast<float>(std::max(count, 1));
    int pressed = -1;
    if (ImGui::IsItemHovered()) {
        tooltip("How far each muscle is activated now, up or down to the limit. A press chooses one");
    }
    if (ImGui::IsItemActive() && count > 0) {
        const float x = ImGui::GetIO().MousePos.x - area.low.x;
        pressed = std::clamp(static_cast<int>(x / width), 0, count - 1);
    }
    area.reach = limit;
    for (int v = 0; v < count; ++v) {
        const float left = area.low.x + width * static_cast<float>(v);
        const float zero = area.at(0.0, 0.0).y;
        const float end = area.at(0.0, activation(v)).y;
        if (v == chosen) {
            area.ink->AddRectFilled(ImVec2(left, area.low.y), ImVec2(left + width, area.high.y),
                                    ImGui::GetColorU32(ImGuiCol_FrameBgActive), 3.0F);
        }
        area.ink->AddRectFilled(
            ImVec2(left + 0.15F * width, std::min(zero, end)), ImVec2(left + 0.85F * width, std::max(zero, end) + 1.0F),
            ImGui::GetColorU32(v == chosen ? ImGuiCol_PlotHistogramHovered : ImGuiCol_PlotHistogram));
    }
    return pressed;
}

} // namespace limber::app
