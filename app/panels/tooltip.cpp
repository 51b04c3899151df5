// SPDX-License-Identifier: MIT
#include "app/panels/tooltip.h"

#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

namespace limber::app {
namespace {

constexpr float widest = 24.0F;    // the maximum width, in font sizes
constexpr float narrowest = 12.0F; // the width below which a tooltip is not placed beside the panel, in font sizes
constexpr float panel_gap = 0.4F;  // between tooltip and panel, in font sizes

struct Tooltips {
    bool are_hidden = false;
    int frame = -1; // of the last tooltip
    std::optional<ViewArea> messages;
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

// Each text has a window of its own size, so that the size of the previous one is not visible.
void show(const char* name, const char* text) {
    const float em = ImGui::GetFontSize();
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const ImRect window = ImGui::GetCurrentWindow()->RootWindow->Rect();
    const ImRect widget(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float around = 2.0F * (panel_gap * em + padding.x);
    const float beside = display.x - window.Max.x - around;
    const float room = beside < narrowest * em ? display.x - around : beside;
    const float wrap = std::min(std::max(room, em), widest * em);
    const ImVec2 words = ImGui::CalcTextSize(text, nullptr, false, wrap);
    const ImVec2 size(words.x + 2.0F * padding.x, words.y + 2.0F * padding.y);
    const ViewArea whole{0, 0, static_cast<double>(display.x), static_cast<double>(display.y)};
    const Pixel extent(static_cast<double>(size.x), static_cast<double>(size.y));
    const Pixel beside_panel =
        tooltip_corner(area_of(widget), area_of(window), whole, extent, static_cast<double>(panel_gap * em));
    const auto& messages = tooltips().messages;
    const Pixel corner = messages ? corner_clear_of(*messages, beside_panel, extent, whole) : beside_panel;
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(corner.x()), static_cast<float>(corner.y())));
    ImGui::SetNextWindowSize(size);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoDecoration |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushTextWrapPos(padding.x + wrap);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::End();
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

Pixel corner_clear_of(const ViewArea& messages, const Pixel& corner, const Pixel& size, const ViewArea& display) {
    const double end_x = messages.x + messages.width;
    const double end_y = messages.y + messages.height;
    const bool overlaps = corner.x() < end_x && messages.x < corner.x() + size.x() && corner.y() < end_y &&
                          messages.y < corner.y() + size.y();
    if (!overlaps) {
        return corner;
    }
    if (messages.y - size.y() >= display.y) {
        return {corner.x(), messages.y - size.y()};
    }
    return end_y + size.y() <= display.y + display.height ? Pixel(corner.x(), end_y) : corner;
}

void start_tooltips(const std::optional<ViewArea>& messages) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    Tooltips& now = tooltips();
    now.messages = messages;
    now.are_hidden = (now.are_hidden || is_key_pressed()) && moved.x == 0.0F && moved.y == 0.0F;
}

void tooltip(const char* text) {
    Tooltips& now = tooltips();
    const bool is_second = now.frame == ImGui::GetFrameCount();
    // No tooltip covers a field that is being typed into.
    if (ImGui::GetIO().WantTextInput || now.are_hidden || is_second) {
        return;
    }
    now.frame = ImGui::GetFrameCount();
    show("##tooltip", text);
}

void notice(const char* text) {
    if (!ImGui::GetIO().WantTextInput) {
        show("##notice", text);
    }
}

} // namespace limber::app
