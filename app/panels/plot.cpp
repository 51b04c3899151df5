// SPDX-License-Identifier: MIT
#include "app/panels/plot.h"

#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/widget_places.h"
#include "app/view/axis_end.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr float plot_height = 3.1F; // in letter heights

struct PlotArea {
    ImVec2 low, high;
    ImDrawList* ink;
    bool is_hovered;
};

// Draws the name and the newest value above the plot's area.
PlotArea start_plot(const char* name, const std::string& value) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float x = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(name);
    ImGui::SameLine(x + width - ImGui::CalcTextSize(value.c_str()).x);
    ImGui::TextUnformatted(value.c_str());
    const ImVec2 size(std::max(width, 1.0F), plot_height * ImGui::GetFontSize());
    ImGui::InvisibleButton(name, size);
    remember_place(name);
    const PlotArea area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::GetWindowDrawList(),
                        ImGui::IsItemHovered()};
    area.ink->AddRectFilled(area.low, area.high, ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0F);
    const float middle = 0.5F * (area.low.y + area.high.y);
    area.ink->AddLine(ImVec2(area.low.x, middle), ImVec2(area.high.x, middle), ImGui::GetColorU32(ImGuiCol_Border));
    return area;
}

// Above the plot, which is the last widget.
void explain(const PlotArea& area, const char* text) {
    if (area.is_hovered) {
        tooltip(text);
    }
}

// Labels the top of the axis, over the curve.
void label_top(const PlotArea& area, const std::string& top, bool at_right = false) {
    ImFont* font = ImGui::GetFont();
    const float size = 0.8F * ImGui::GetFontSize();
    const ImVec2 text = font->CalcTextSizeA(size, 1e6F, 0.0F, top.c_str());
    const ImVec2 at(at_right ? area.high.x - text.x - 4.0F : area.low.x + 4.0F, area.low.y + 1.0F);
    area.ink->AddRectFilled(at, ImVec2(at.x + text.x, at.y + text.y), ImGui::GetColorU32(ImGuiCol_FrameBg), 2.0F);
    area.ink->AddText(font, size, at, ImGui::GetColorU32(ImGuiCol_TextDisabled), top.c_str());
}

float height_of(const PlotArea& area, float value, const AxisRange& axis) {
    const float share = std::clamp((value - axis.low) / (axis.high - axis.low), 0.0F, 1.0F);
    return area.high.y - 2.0F - share * (area.high.y - area.low.y - 4.0F);
}

// Draws a curve inside the area only: the joints of steep lines are long.
void draw_line(const PlotArea& area, const std::vector<ImVec2>& points) {
    area.ink->PushClipRect(area.low, area.high, true);
    area.ink->AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::GetColorU32(ImGuiCol_PlotLines), 0,
                          1.5F);
    area.ink->PopClipRect();
}

} // namespace

std::string filled_bar(double share, const std::string& words) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.0F), ImGui::GetFrameHeight());
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::ProgressBar(static_cast<float>(share), size, "");
    const float end = low.x + static_cast<float>(std::clamp(share, 0.0, 1.0)) * size.x;
    const std::string shown = fitted(words, size.x - 2.0F * ImGui::GetStyle().FramePadding.x);
    if (shown != words && ImGui::IsItemHovered()) {
        tooltip(words.c_str());
    }
    const ImVec2 text = ImGui::CalcTextSize(shown.c_str());
    const ImVec2 at(low.x + 0.5F * (size.x - text.x), low.y + 0.5F * (size.y - text.y));
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const auto write = [&](float from, float to, ImGuiCol colour) {
        ink.PushClipRect(ImVec2(from, low.y), ImVec2(to, high.y), true);
        ink.AddText(at, ImGui::GetColorU32(colour), shown.c_str());
        ink.PopClipRect();
    };
    write(low.x, end, ImGuiCol_PopupBg);
    write(end, high.x, ImGuiCol_Text);
    return shown;
}

std::string progress_bar(const ProgressReport& progress) {
    return filled_bar(progress.fraction, progress.phase.empty() ? "starting" : progress.phase);
}

AxisRange axis_of(const std::vector<float>& values) {
    float low = 0.0F;
    float high = 0.0F;
    for (const float value : values) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    const AxisRange axis{low < 0.0F ? -axis_end(-low) : 0.0F, high > 0.0F ? axis_end(high) : 0.0F};
    return axis.low < axis.high ? axis : AxisRange{};
}

void plot_line(const char* name, const Series& series, const char* unit, const char* text) {
    const float highest = series.values.empty() ? 0.0F : *std::ranges::max_element(series.values);
    const float top = axis_end(highest);
    const std::string value = measured(static_cast<double>(series.median()), unit);
    const PlotArea area = start_plot(name, value);
    explain(area, text);
    std::vector<ImVec2> points;
    const float step = (area.high.x - area.low.x - 4.0F) / static_cast<float>(series.length - 1);
    float x = area.high.x - 2.0F - step * static_cast<float>(series.values.size() - (series.values.empty() ? 0 : 1));
    for (const float y : series.values) {
        points.emplace_back(x, height_of(area, y, {0.0F, top}));
        x += step;
    }
    draw_line(area, points);
    label_top(area, measured(static_cast<double>(top), unit));
}

bool is_labelled_at_right(const ProgressCurve& curve) {
    return !curve.values.empty() && curve.values.front() > curve.values.back();
}

bool plot_progress(const char* name, const ProgressCurve& curve, const char* unit) {
    const AxisRange axis = axis_of(curve.values);
    const std::string value = curve.values.empty() ? "" : measured(static_cast<double>(curve.values.back()), unit);
    const PlotArea area = start_plot(name, value);
    const float places = static_cast<float>(std::max<std::size_t>(2, curve.length) - 1);
    const float step = (area.high.x - area.low.x - 4.0F) / places;
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
        const float x = area.low.x + 2.0F + step * static_cast<float>(curve.first + i);
        points.emplace_back(x, height_of(area, curve.values[i], axis));
    }
    draw_line(area, points);
    const std::string top = measured(static_cast<double>(axis.high), unit);
    label_top(area, axis.low < 0.0F ? measured(static_cast<double>(axis.low), unit) + " to " + top : top,
              is_labelled_at_right(curve));
    return area.is_hovered;
}

void plot_bars(const char* name, const std::vector<float>& values, const char* unit, const char* text) {
    const float highest = values.empty() ? 0.0F : *std::ranges::max_element(values);
    const float top = axis_end(highest);
    const float lowest = values.empty() ? 0.0F : *std::ranges::min_element(values);
    const std::string range =
        measured(static_cast<double>(lowest), "") + "\u2013 " + measured(static_cast<double>(highest), unit);
    const PlotArea area = start_plot(name, range);
    explain(area, text);
    const float step = (area.high.x - area.low.x - 4.0F) / std::max(1.0F, static_cast<float>(values.size()));
    float x = area.low.x + 2.0F;
    for (const float y : values) {
        area.ink->AddRectFilled(ImVec2(x + 0.12F * step, height_of(area, y, {0.0F, top})),
                                ImVec2(x + 0.88F * step, area.high.y - 2.0F),
                                ImGui::GetColorU32(ImGuiCol_PlotHistogram));
        x += step;
    }
    label_top(area, measured(static_cast<double>(top), unit));
}

} // namespace limber::app
