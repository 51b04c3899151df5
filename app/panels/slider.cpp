// SPDX-License-Identifier: MIT
#include "app/panels/slider.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace limber::app {
namespace {

template <typename T>
constexpr ImGuiDataType data_type = std::is_same_v<T, double> ? ImGuiDataType_Double : ImGuiDataType_Float;

constexpr float edge_width = 0.16F; // in font sizes
const ImVec4 unseen(0.0F, 0.0F, 0.0F, 0.0F);

// The position of a value along the track, from 0 to 1. A logarithmic track begins at the format's last digit instead
// of zero, like ImGui's.
template <typename T>
double share_of(T value, T low, T high, const char* format, ImGuiSliderFlags flags) {
    if (!(high > low)) {
        return 0.0;
    }
    const double v = static_cast<double>(value), first = static_cast<double>(low), last = static_cast<double>(high);
    if ((flags & ImGuiSliderFlags_Logarithmic) == 0) {
        return std::clamp((v - first) / (last - first), 0.0, 1.0);
    }
    const int digits = std::is_integral_v<T> ? 1 : ImParseFormatPrecision(format, 3);
    const double least = std::max(first, std::pow(0.1, digits));
    return std::clamp(std::log(std::max(v, least) / least) / std::log(last / least), 0.0, 1.0);
}

// The x position at which ImGui draws the knob: half a knob and two pixels are free at both ends.
template <typename T>
float edge_of(const ImRect& track, T low, T high, double share) {
    const float free = track.GetWidth() - 4.0F;
    const float steps = std::is_integral_v<T> ? static_cast<float>(high - low) + 1.0F : free;
    const float knob = std::min(std::max(free / steps, ImGui::GetStyle().GrabMinSize), free);
    return track.Min.x + 2.0F + 0.5F * knob + static_cast<float>(share) * (free - knob);
}

// Where the number stands: at the right end of the track.
ImRect place_of_number(const ImRect& track, const char* text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float gap = 0.5F * ImGui::GetFontSize();
    const ImVec2 low(std::max(track.Max.x - gap - size.x, track.Min.x), track.GetCenter().y - 0.5F * size.y);
    return {low, ImVec2(low.x + size.x, low.y + size.y)};
}

// Marks the value. Where the number stands, the mark is left open.
void draw_mark(const ImRect& track, float x, const ImRect& number) {
    const float half = 0.5F * edge_width * ImGui::GetFontSize();
    const ImU32 colour = ImGui::GetColorU32(ImGuiCol_SliderGrabActive);
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    if (x + 2.0F * half < number.Min.x || x - 2.0F * half > number.Max.x) {
        ink.AddRectFilled(ImVec2(x - half, track.Min.y), ImVec2(x + half, track.Max.y), colour, half);
        return;
    }
    ink.AddRectFilled(ImVec2(x - half, track.Min.y), ImVec2(x + half, number.Min.y + half), colour);
    ink.AddRectFilled(ImVec2(x - half, number.Max.y - half), ImVec2(x + half, track.Max.y), colour);
}

// Fills the track up to the value, from the left end, or from zero if the range has both signs. Returns the value's x.
template <typename T>
float fill_to(const ImRect& track, T value, T low, T high, const char* format, ImGuiSliderFlags flags) {
    const auto edge_at = [&](T v) {
        return edge_of(track, low, high, share_of(v, low, high, format, flags));
    };
    const float edge = edge_at(value);
    const float start = low < T{0} && high > T{0} ? edge_at(T{0}) : track.Min.x;
    const float strength = ImGui::IsItemActive() ? 0.65F : 0.45F;
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.AddRectFilled(ImVec2(std::min(start, edge), track.Min.y), ImVec2(std::max(start, edge), track.Max.y),
                      ImGui::GetColorU32(ImGuiCol_SliderGrab, strength),
                      start > track.Min.x ? 0.0F : ImGui::GetStyle().FrameRounding, ImDrawFlags_RoundCornersLeft);
    return edge;
}

void write_number(const ImRect& track, const ImRect& place, const char* text) {
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.PushClipRect(track.Min, track.Max, true);
    ink.AddText(place.Min, ImGui::GetColorU32(ImGuiCol_Text), text);
    ink.PopClipRect();
}

// The value of the item that is being typed, from before typing.
template <typename T>
struct BeforeTyping {
    ImGuiID item = 0;
    T value{};
};

// Only one item is typed at a time, while others are drawn in the same frame.
template <typename T>
T before_typing(ImGuiID item, bool typed, T value) {
    static BeforeTyping<T> before;
    if (typed != (before.item == item)) {
        before = {typed ? item : ImGuiID{0}, value};
    }
    return typed ? before.value : value;
}

// ImGui asserts that a range is at most half of the type's range.
template <typename T>
T within_range_of_type(T end) {
    constexpr T most = std::numeric_limits<T>::max() / T{4};
    return std::isfinite(static_cast<double>(end)) ? std::clamp(end, -most, most) : T{0};
}

// ImGui drops commas from numbers, so that "0,7" would be 7.
void type_commas_as_points() {
    for (ImWchar& character : ImGui::GetIO().InputQueueCharacters) {
        character = character == ',' ? ImWchar{'.'} : character;
    }
}

} // namespace

template <typename T>
SliderEdit slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags) {
    // Of ImGui's slider only the frame is visible, except while the number is typed.
    const bool typed = ImGui::TempInputIsActive(ImGui::GetID(id));
    if (typed) {
        type_commas_as_points();
    }
    const T before = before_typing(ImGui::GetID(id), typed, value);
    low = within_range_of_type(low);
    high = within_range_of_type(high);
    ImGui::PushStyleColor(ImGuiCol_Text, typed ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : unseen);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, unseen);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, unseen);
    SliderEdit edit{ImGui::SliderScalar(id, data_type<T>, &value, &low, &high, format, flags), false};
    ImGui::PopStyleColor(3);
    if (!std::isfinite(static_cast<double>(value))) {
        value = before;
        edit.refused = edit.changed;
    }
    if (!ImGui::TempInputIsActive(ImGui::GetID(id))) {
        std::array<char, 64> text{};
        ImGui::DataTypeFormatString(text.data(), static_cast<int>(text.size()), data_type<T>, &value, format);
        const ImRect track(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
        const ImRect number = place_of_number(track, text.data());
        draw_mark(track, fill_to(track, value, low, high, format, flags), number);
        write_number(track, number, text.data());
    }
    return edit;
}

template SliderEdit slider<float>(const char*, float&, float, float, const char*, ImGuiSliderFlags);
template SliderEdit slider<double>(const char*, double&, double, double, const char*, ImGuiSliderFlags);

} // namespace limber::app
