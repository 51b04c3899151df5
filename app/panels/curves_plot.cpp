// SPDX-License-Identifier: MIT
#include "app/panels/curves_plot.h"

#include "app/panels/phrases.h"
#include "app/panels/widget_places.h"
#include "app/view/axis_end.h"
#include "app/view/value_range.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <ranges>

namespace limber::app {
namespace {

constexpr float widely = 20.0F;        // ratio of the tops from which the axis is logarithmic
constexpr int decades_below = 1;       // the lowest top, on a logarithmic axis
constexpr int decades_max = 6;         // of a logarithmic axis
constexpr float curves_height = 6.0F;  // of a plot, in letter heights
constexpr float curve_width = 1.5F;    // [pixel]
constexpr float small_letters = 0.8F;  // of the size of others
constexpr double ticks_max = 5.0;      // of the axis of time
constexpr float margin_of_plot = 2.0F; // [pixel]

ImU32 colour_of_curve(const Ink& ink) {
    return ImGui::GetColorU32(ImVec4(ink.red, ink.green, ink.blue, ink.alpha));
}

// The tops of the values and of the negated ones.
struct Tops {
    float high = 0.0F;
    float low = 0.0F;
};

Tops tops_of(const std::vector<float>& values) {
    std::vector<float> finite;
    std::ranges::copy_if(values, std::back_inserter(finite), [](float value) { return std::isfinite(value); });
    const float high = robust_top(finite);
    std::ranges::transform(finite, finite.begin(), std::negate());
    return {std::max(high, 0.0F), std::max(robust_top(finite), 0.0F)};
}

CurvesAxis logarithmic_axis(float least, float most) {
    const int high = static_cast<int>(std::ceil(std::log10(most) - 1e-4F));
    const int low = static_cast<int>(std::floor(std::log10(least))) - decades_below;
    return {std::pow(10.0F, static_cast<float>(std::max(low, high - decades_max))),
            std::pow(10.0F, static_cast<float>(high)), true};
}

// [pixels of the window]
struct CurvesArea {
    ImVec2 low, high;

    ImVec2 place(float across, float up) const {
        return {low.x + margin_of_plot + across * (high.x - low.x - 2.0F * margin_of_plot),
                high.y - margin_of_plot - up * (high.y - low.y - 2.0F * margin_of_plot)};
    }
};

// At the decades of a logarithmic axis, and in the middle and at zero of others.
std::vector<float> grid_of(const CurvesAxis& axis) {
    if (!axis.is_logarithmic) {
        return {0.5F * (axis.low + axis.high), 0.0F};
    }
    std::vector<float> values;
    for (float value = 10.0F * axis.low; value < 0.5F * axis.high; value *= 10.0F) {
        values.push_back(value);
    }
    return values;
}

void draw_grid(const CurvesArea& area, const CurvesAxis& axis, ImDrawList& ink) {
    ink.AddRectFilled(area.low, area.high, ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0F);
    for (const float value : grid_of(axis)) {
        const float share = axis.share_of(value);
        ink.AddLine(area.place(0.0F, share), area.place(1.0F, share), ImGui::GetColorU32(ImGuiCol_Border));
    }
}

void draw_curve(const CurvesArea& area, const CurvesAxis& axis, const PlottedCurve& curve, ImDrawList& ink) {
    const float places = static_cast<float>(std::max<std::size_t>(2, curve.progress.length) - 1);
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < curve.progress.values.size(); ++i) {
        const float across = static_cast<float>(curve.progress.first + i) / places;
        points.push_back(area.place(across, axis.share_of(curve.progress.values[i])));
    }
    ink.AddPolyline(points.data(), static_cast<int>(points.size()), colour_of_curve(curve.ink), 0, curve_width);
}

std::string axis_text(const CurvesAxis& axis, const char* unit) {
    const std::string low = axis.low == 0.0F ? "0" : measured_in_line(static_cast<double>(axis.low), unit);
    const std::string range = low + " to " + measured_in_line(static_cast<double>(axis.high), unit);
    return axis.is_logarithmic ? "log, " + range : range;
}

void draw_ticks(const CurvesArea& area, const std::vector<TimeTick>& ticks, ImDrawList& ink) {
    for (const TimeTick& tick : ticks) {
        ink.AddLine(area.place(tick.across, 0.0F), area.place(tick.across, 1.0F), ImGui::GetColorU32(ImGuiCol_Border));
    }
}

// In small letters below the plot; the last one ends where the plot does.
void draw_times(const CurvesArea& area, const std::vector<TimeTick>& ticks, ImDrawList& ink) {
    ImFont* font = ImGui::GetFont();
    const float size = small_letters * ImGui::GetFontSize();
    for (const TimeTick& tick : ticks) {
        const float width = font->CalcTextSizeA(size, 1e6F, 0.0F, tick.text.c_str()).x;
        const float middle = area.place(tick.across, 0.0F).x;
        const float x = std::min(middle - 0.5F * width, area.high.x - width);
        ink.AddText(font, size, ImVec2(x, area.high.y), ImGui::GetColorU32(ImGuiCol_TextDisabled), tick.text.c_str());
    }
    ImGui::Dummy(ImVec2(1.0F, size - ImGui::GetStyle().ItemSpacing.y));
}

void draw_title(const char* title, const std::string& axis) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float x = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(title);
    ImGui::SameLine(x + width - ImGui::CalcTextSize(axis.c_str()).x);
    ImGui::TextDisabled("%s", axis.c_str());
}

} // namespace

float CurvesAxis::share_of(float value) const {
    if (!std::isfinite(value) || (is_logarithmic && value <= low)) {
        return 0.0F;
    }
    const float share = is_logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return std::clamp(share, 0.0F, 1.0F);
}

CurvesAxis axis_of_curves(const std::vector<std::vector<float>>& curves) {
    float most = 0.0F;
    float least = std::numeric_limits<float>::infinity(); // of the tops above zero
    float below = 0.0F;
    for (const std::vector<float>& values : curves) {
        const Tops tops = tops_of(values);
        most = std::max(most, tops.high);
        least = tops.high > 0.0F ? std::min(least, tops.high) : least;
        below = std::max(below, tops.low);
    }
    if (below == 0.0F && most > widely * least) {
        return logarithmic_axis(least, most);
    }
    const CurvesAxis axis{below > 0.0F ? -axis_end(below) : 0.0F, most > 0.0F ? axis_end(most) : 0.0F, false};
    return axis.low < axis.high ? axis : CurvesAxis{};
}

std::vector<TimeTick> time_ticks(double seconds) {
    std::vector<TimeTick> ticks;
    if (seconds > 0.0) {
        const auto step = static_cast<double>(axis_end(static_cast<float>(seconds / ticks_max)));
        for (double before = step * std::floor(seconds / step); before > 0.5 * step; before -= step) {
            std::array<char, 32> text{};
            std::snprintf(text.data(), text.size(), "\u2212%.3g s", before);
            ticks.push_back({static_cast<float>(1.0 - before / seconds), text.data()});
        }
    }
    ticks.push_back({1.0F, "now"});
    return ticks;
}

bool plot_curves(const char* title, const std::vector<PlottedCurve>& curves, const char* unit, double seconds) {
    std::vector<std::vector<float>> values;
    for (const PlottedCurve& curve : curves) {
        values.push_back(curve.progress.values);
    }
    const CurvesAxis axis = axis_of_curves(values);
    draw_title(title, axis_text(axis, unit));
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.0F), curves_height * ImGui::GetFontSize());
    ImGui::InvisibleButton(title, size);
    remember_place(title);
    const bool is_hovered = ImGui::IsItemHovered();
    const CurvesArea area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const std::vector<TimeTick> ticks = time_ticks(seconds);
    draw_grid(area, axis, ink);
    draw_ticks(area, ticks, ink);
    ink.PushClipRect(area.low, area.high, true); // the joints of steep lines are long
    for (const PlottedCurve& curve : std::views::reverse(curves)) {
        draw_curve(area, axis, curve, ink);
    }
    ink.PopClipRect();
    draw_times(area, ticks, ink);
    return is_hovered;
}

void curve_bar(const Ink& ink, float top) {
    const float right = ImGui::GetCursorScreenPos().x - 2.0F;
    const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(right - 4.0F, top), ImVec2(right, bottom), colour_of_curve(ink));
}

void curve_mark(const Ink& ink) {
    const float size = 0.7F * ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float down = 0.5F * (ImGui::GetFontSize() - size);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + down), ImVec2(at.x + size, at.y + down + size),
                                              colour_of_curve(ink), 2.0F);
    ImGui::Dummy(ImVec2(size, ImGui::GetFontSize()));
    ImGui::SameLine();
}

} // namespace limber::app
