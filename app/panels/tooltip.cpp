// SPDX-License-Identifier: MIT
#include "app/panels/tooltip.h"

#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

namespace limber::app {
namespace {

constexpr float widest = 24.0F;    // the maximum width, in font sizes
constexpr float wide = 60.0F;      // the same beside bodies that are compared, of which few lines cover little
constexpr float narrowest = 12.0F; // the width below which a tooltip is not placed beside the panel, in font sizes
constexpr float panel_gap = 0.4F;  // between tooltip and panel, in font sizes

struct Tooltips {
    bool are_hidden = false;
    int frame = -1;                     // of the last tooltip
    std::optional<ViewArea> clear_area; // of tooltips
    std::optional<ViewArea> panel;      // over which those of its widgets stand
};

Tooltips& tooltips() {
    static Tooltips now;
    return now;
}

bool is_key_pressed() {
    const ImGuiIO& io = ImGui::GetIO();
    return std::any_of(std::begin(io.KeysDownDuration), std::end(io.KeysDownDuration),
                       [](float seconds) { return seconds == 0.0F; });
}

ViewArea area_of(const ImRect& rectangle) {
    return {static_cast<double>(rectangle.Min.x), static_cast<double>(rectangle.Min.y),
            static_cast<double>(rectangle.GetWidth()), static_cast<double>(rectangle.GetHeight())};
}

ImVec2 padded(const ImVec2& words) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    return {words.x + 2.0F * padding.x, words.y + 2.0F * padding.y};
}

Pixel extent_of(const ImVec2& size) {
    return {static_cast<double>(size.x), static_cast<double>(size.y)};
}

/// Where a tooltip stands, and how wide its lines are.
struct Placed {
    Pixel corner;
    ImVec2 size;
    float wrap = 0.0F;
};

/// What a tooltip does not cover.
struct Anchor {
    ViewArea widgets;
    TooltipSide side = TooltipSide::above;
};

Anchor last_widget() {
    return {area_of(ImRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()))};
}

// Down to the cursor.
ViewArea rows_from(float top) {
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 end = ImGui::GetCursorScreenPos();
    return area_of(ImRect(ImVec2(end.x, top), ImVec2(end.x + width, end.y)));
}

ViewArea current_window() {
    return area_of(ImGui::GetCurrentWindow()->RootWindow->Rect());
}

bool is_within_columns(const ViewArea& window, const ViewArea& panel) {
    return window.x >= panel.x && window.x + window.width <= panel.x + panel.width;
}

std::optional<Placed> over_panel(const char* text, const Anchor& anchor) {
    const auto& panel = tooltips().panel;
    const ViewArea window = current_window();
    if (!panel || !is_within_columns(window, *panel)) {
        return std::nullopt;
    }
    const float em = ImGui::GetFontSize();
    const float around = 2.0F * (panel_gap * em + ImGui::GetStyle().WindowPadding.x);
    const float wrap = std::max(static_cast<float>(window.width) - around, em);
    const ImVec2 size = padded(ImGui::CalcTextSize(text, nullptr, false, wrap));
    const auto corner =
        corner_over(anchor.widgets, window, extent_of(size), static_cast<double>(panel_gap * em), anchor.side);
    return corner ? std::optional(Placed{*corner, size, wrap}) : std::nullopt;
}

Placed beside_window(const char* text, const ViewArea& widgets) {
    const float em = ImGui::GetFontSize();
    const ViewArea window = current_window();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float around = 2.0F * (panel_gap * em + ImGui::GetStyle().WindowPadding.x);
    const float beside = display.x - static_cast<float>(window.x + window.width) - around;
    const float room = beside < narrowest * em ? display.x - around : beside;
    const float wrap = std::min(std::max(room, em), (tooltips().panel ? wide : widest) * em);
    const ImVec2 size = padded(ImGui::CalcTextSize(text, nullptr, false, wrap));
    const ViewArea whole{0, 0, static_cast<double>(display.x), static_cast<double>(display.y)};
    const Pixel corner = tooltip_corner(widgets, window, whole, extent_of(size), static_cast<double>(panel_gap * em));
    const auto& clear_area = tooltips().clear_area;
    return {clear_area ? corner_clear_of(*clear_area, corner, extent_of(size), whole) : corner, size, wrap};
}

// Each text has a window of its own size, so that the size of the previous one is not visible.
void show(const char* name, const char* text, const Anchor& anchor) {
    const auto over = over_panel(text, anchor);
    const Placed placed = over ? *over : beside_window(text, anchor.widgets);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(placed.corner.x()), static_cast<float>(placed.corner.y())));
    ImGui::SetNextWindowSize(placed.size);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoDecoration |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushTextWrapPos(padding.x + placed.wrap);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void show_tooltip(const char* text, const Anchor& anchor) {
    Tooltips& now = tooltips();
    const bool is_second = now.frame == ImGui::GetFrameCount();
    // No tooltip covers a field that is being typed into.
    if (ImGui::GetIO().WantTextInput || now.are_hidden || is_second) {
        return;
    }
    now.frame = ImGui::GetFrameCount();
    show("##tooltip", text, anchor);
}

} // namespace

Pixel tooltip_corner(const ViewArea& widget, const ViewArea& window, const ViewArea& display, const Pixel& size,
                     double gap) {
    const double right = display.x + display.width;
    const double bottom = display.y + display.height;
    const Pixel last(std::max(right - size.x(), display.x), std::max(bottom - size.y(), display.y));
    const auto inside = [&](double x, double y) {
        return Pixel(std::clamp(x, display.x, last.x()), std::clamp(y, display.y, last.y()));
    };
    if (window.x + window.width + gap + size.x() <= right) {
        return inside(window.x + window.width + gap, widget.y);
    }
    if (window.y - gap - size.y() >= display.y) {
        return inside(widget.x, window.y - gap - size.y());
    }
    if (window.x - gap - size.x() >= display.x) {
        return inside(window.x - gap - size.x(), widget.y);
    }
    if (window.y + window.height + gap + size.y() <= bottom) {
        return inside(widget.x, window.y + window.height + gap);
    }
    const double below = widget.y + widget.height + gap;
    return inside(widget.x, below + size.y() <= bottom ? below : widget.y - gap - size.y());
}

std::optional<Pixel> corner_over(const ViewArea& widget, const ViewArea& window, const Pixel& size, double gap,
                                 TooltipSide side) {
    const double x = std::max(window.x, std::min(window.x + gap, window.x + window.width - size.x()));
    const double above = widget.y - gap - size.y();
    const double below = widget.y + widget.height + gap;
    const bool has_room_above = above >= window.y;
    const bool has_room_below = below + size.y() <= window.y + window.height;
    if (!has_room_above && !has_room_below) {
        return std::nullopt;
    }
    const bool is_above = side == TooltipSide::above ? has_room_above : !has_room_below;
    return Pixel(x, is_above ? above : below);
}

ViewArea area_around(const ViewArea& one, const std::optional<ViewArea>& other) {
    if (!other) {
        return one;
    }
    const double x = std::min(one.x, other->x);
    const double y = std::min(one.y, other->y);
    const double right = std::max(one.x + one.width, other->x + other->width);
    const double bottom = std::max(one.y + one.height, other->y + other->height);
    return {x, y, right - x, bottom - y};
}

Pixel corner_clear_of(const ViewArea& clear_area, const Pixel& corner, const Pixel& size, const ViewArea& display) {
    const double end_x = clear_area.x + clear_area.width;
    const double end_y = clear_area.y + clear_area.height;
    const bool overlaps = corner.x() < end_x && clear_area.x < corner.x() + size.x() && corner.y() < end_y &&
                          clear_area.y < corner.y() + size.y();
    if (!overlaps) {
        return corner;
    }
    if (clear_area.y - size.y() >= display.y) {
        return {corner.x(), clear_area.y - size.y()};
    }
    return end_y + size.y() <= display.y + display.height ? Pixel(corner.x(), end_y) : corner;
}

void start_tooltips(const std::optional<ViewArea>& clear_area, const std::optional<ViewArea>& panel) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    Tooltips& now = tooltips();
    now.clear_area = clear_area;
    now.panel = panel;
    now.are_hidden = (now.are_hidden || is_key_pressed()) && moved.x == 0.0F && moved.y == 0.0F;
}

void tooltip(const char* text) {
    show_tooltip(text, last_widget());
}

void tooltip_below_rows(float top, const char* text) {
    show_tooltip(text, {rows_from(top), TooltipSide::below});
}

void notice(const char* text) {
    if (!ImGui::GetIO().WantTextInput) {
        show("##notice", text, last_widget());
    }
}

} // namespace limber::app
