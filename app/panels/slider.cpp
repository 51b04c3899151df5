// SPDX-License-Identifier: MIT
#include "app/panels/slider.h"

#include "app/panels/typed_number.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
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

// Fills the track between two places. An end inside of the number would divide its digits: there the fill is above and
// below the number only.
void fill_between(const ImRect& track, float left, float right, const ImRect& number, ImU32 colour) {
    const auto is_in_number = [&](float x) {
        return x > number.Min.x && x < number.Max.x;
    };
    const float rounding = left > track.Min.x ? 0.0F : ImGui::GetStyle().FrameRounding;
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    if (!is_in_number(left) && !is_in_number(right)) {
        ink.AddRectFilled(ImVec2(left, track.Min.y), ImVec2(right, track.Max.y), colour, rounding,
                          ImDrawFlags_RoundCornersLeft);
        return;
    }
    const float from = std::max(left, number.Min.x);
    const float to = std::min(right, number.Max.x);
    if (left < from) {
        ink.AddRectFilled(ImVec2(left, track.Min.y), ImVec2(from, track.Max.y), colour, rounding,
                          ImDrawFlags_RoundCornersLeft);
    }
    ink.AddRectFilled(ImVec2(from, track.Min.y), ImVec2(to, number.Min.y), colour);
    ink.AddRectFilled(ImVec2(from, number.Max.y), ImVec2(to, track.Max.y), colour);
    if (to < right) {
        ink.AddRectFilled(ImVec2(to, track.Min.y), ImVec2(right, track.Max.y), colour);
    }
}

// Fills the track up to the value, from the left end, or from zero if the range has both signs. Returns the value's x.
template <typename T>
float fill_to(const ImRect& track, T value, T low, T high, const char* format, ImGuiSliderFlags flags,
              const ImRect& number) {
    const auto edge_at = [&](T v) {
        return edge_of(track, low, high, share_of(v, low, high, format, flags));
    };
    const float edge = edge_at(value);
    const float start = low < T{0} && high > T{0} ? edge_at(T{0}) : track.Min.x;
    const float strength = ImGui::IsItemActive() ? 0.65F : 0.45F;
    fill_between(track, std::min(start, edge), std::max(start, edge), number,
                 ImGui::GetColorU32(ImGuiCol_SliderGrab, strength));
    return edge;
}

void write_number(const ImRect& track, const ImRect& place, const char* text) {
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.PushClipRect(track.Min, track.Max, true);
    ink.AddText(place.Min, ImGui::GetColorU32(ImGuiCol_Text), text);
    ink.PopClipRect();
}

using NumberText = std::array<char, 64>; // that is typed
using ShownText = std::array<char, 512>; // the timeline has a sentence beside the number

template <typename Text, typename T>
Text formatted(T value, const char* format) {
    Text text{};
    ImGui::DataTypeFormatString(text.data(), static_cast<int>(text.size()), data_type<T>, &value, format);
    return text;
}

// The number that is being typed. Only one item is typed at a time, while others are drawn in the same frame.
struct Typing {
    ImGuiID item = 0; // none
    double before = 0.0;
    NumberText text_before{};
    NumberText text{};
};

Typing& typing() {
    static Typing typing;
    return typing;
}

// ImGui begins to type a number without what its format has around it.
template <typename T>
void begin_typing(ImGuiID item, T value, const char* format) {
    const char* const start = ImParseFormatFindStart(format);
    NumberText text = formatted<NumberText>(value, std::string(start, ImParseFormatFindEnd(start)).c_str());
    ImStrTrimBlanks(text.data());
    typing() = {item, static_cast<double>(value), text, text};
}

// ImGui asserts that a range is at most half of the type's range.
template <typename T>
T within_range_of_type(T end) {
    constexpr T most = std::numeric_limits<T>::max() / T{4};
    return std::isfinite(static_cast<double>(end)) ? std::clamp(end, -most, most) : T{0};
}

// The field in place of ImGui's, which drops every letter and comma: "3 MPa" would be 3, and "0,7" would be 7.
template <typename T>
SliderEdit type_number(const char* id, T& value, const char* format) {
    const ImGuiID item = ImGui::GetID(id);
    Typing& now = typing();
    if (now.item != item) {
        begin_typing(item, value, format);
    }
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImRect box(low, ImVec2(low.x + ImGui::CalcItemWidth(), low.y + ImGui::GetFrameHeight()));
    ImGui::ItemSize(box, ImGui::GetStyle().FramePadding.y);
    if (!ImGui::ItemAdd(box, item, &box, ImGuiItemFlags_Inputable)) {
        return {};
    }
    if (!ImGui::TempInputText(box, item, id, now.text.data(), static_cast<int>(now.text.size()),
                              ImGuiInputTextFlags{ImGuiInputTextFlags_AutoSelectAll} |
                                  ImGuiInputTextFlags_NoMarkEdited)) {
        return {};
    }
    ImGui::MarkItemEdited(item);
    // Escape restores the text, which may have fewer digits than the value.
    const std::optional<double> number = now.text == now.text_before
                                             ? now.before
                                             : read_typed_number(now.text.data(), unit_of_format(format), now.before);
    value = static_cast<T>(number.value_or(now.before));
    return {true, !number};
}

} // namespace

template <typename T>
SliderEdit slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags) {
    // Of ImGui's slider only the frame is visible, except while the number is typed.
    if (ImGui::TempInputIsActive(ImGui::GetID(id))) {
        return type_number(id, value, format);
    }
    if (typing().item == ImGui::GetID(id)) {
        typing().item = 0;
    }
    low = within_range_of_type(low);
    high = within_range_of_type(high);
    ImGui::PushStyleColor(ImGuiCol_Text, unseen);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, unseen);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, unseen);
    const SliderEdit edit{ImGui::SliderScalar(id, data_type<T>, &value, &low, &high, format, flags), false};
    ImGui::PopStyleColor(3);
    if (!ImGui::TempInputIsActive(ImGui::GetID(id))) {
        const auto text = formatted<ShownText>(value, format);
        const ImRect track(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
        const ImRect number = place_of_number(track, text.data());
        draw_mark(track, fill_to(track, value, low, high, format, flags, number), number);
        write_number(track, number, text.data());
    }
    return edit;
}

template SliderEdit slider<float>(const char*, float&, float, float, const char*, ImGuiSliderFlags);
template SliderEdit slider<double>(const char*, double&, double, double, const char*, ImGuiSliderFlags);

float slider_mark(float left, float right, double share) {
    return edge_of(ImRect(left, 0.0F, right, 1.0F), 0.0F, 1.0F, std::clamp(share, 0.0, 1.0));
}

} // namespace limber::app
