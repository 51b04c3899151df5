#include "app/panels/slider.h"

#include <imgui_internal.h>

#include <array>
#include <cmath>
#include <type_traits>

namespace limber::app {
namespace {

template <typename T>
constexpr ImGuiDataType data_type = std::is_same_v<T, int>     ? ImGuiDataType_S32
                                    : std::is_same_v<T, float> ? ImGuiDataType_Float
                                                               : ImGuiDataType_Double;

// How far along the track the knob stands, from 0 to 1.
double share_of(double value, double low, double high, bool logarithmic) {
    if (logarithmic && low > 0 && value > 0) {
        return std::log(value / low) / std::log(high / low);
    }
    return high > low ? (value - low) / (high - low) : 0.0;
}

void write_beside_knob(const char* text, double share) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float gap = 0.5F * ImGui::GetFontSize();
    const float x = share > 0.5 ? low.x + gap : high.x - gap - size.x;
    const float y = 0.5F * (low.y + high.y - size.y);
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.PushClipRect(low, high, true);
    ink.AddText(ImVec2(x, y), ImGui::GetColorU32(ImGuiCol_Text), text);
    ink.PopClipRect();
}

} // namespace

template <typename T>
bool slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags) {
    // ImGui writes the number in the middle of the track; here it is written beside the knob, except while it is typed.
    const bool typed = ImGui::TempInputIsActive(ImGui::GetID(id));
    ImGui::PushStyleColor(ImGuiCol_Text, typed ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : ImVec4(0, 0, 0, 0));
    const bool changed = ImGui::SliderScalar(id, data_type<T>, &value, &low, &high, format, flags);
    ImGui::PopStyleColor();
    if (!ImGui::TempInputIsActive(ImGui::GetID(id))) {
        std::array<char, 64> text{};
        ImGui::DataTypeFormatString(text.data(), static_cast<int>(text.size()), data_type<T>, &value, format);
        const bool logarithmic = (flags & ImGuiSliderFlags_Logarithmic) != 0;
        write_beside_knob(text.data(), share_of(static_cast<double>(value), static_cast<double>(low),
                                                static_cast<double>(high), logarithmic));
    }
    return changed;
}

template bool slider<int>(const char*, int&, int, int, const char*, ImGuiSliderFlags);
template bool slider<float>(const char*, float&, float, float, const char*, ImGuiSliderFlags);
template bool slider<double>(const char*, double&, double, double, const char*, ImGuiSliderFlags);

} // namespace limber::app
