// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"

#include "app/panels/fitting.h"
#include "app/panels/slider.h"
#include "app/panels/typed_number.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

namespace limber::app {
namespace {

constexpr float name_share = 0.40F; // of a row's width
constexpr float name_share_max = 0.62F;
constexpr float notice_seconds = 5.0F;

// Places the cursor at the value, and returns the width that is left for it.
std::string& section_to_open() {
    static std::string name; // empty: none
    return name;
}

float start_row(const char* name) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float x = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    // A long name moves its value to the right, up to a maximum share of the row.
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const std::string shown = fitted(name, name_share_max * width - gap);
    const float name_width = std::max(name_share * width, ImGui::CalcTextSize(shown.c_str()).x + gap);
    ImGui::TextUnformatted(shown.c_str());
    if (shown != name && ImGui::IsItemHovered()) {
        tooltip(name);
    }
    ImGui::SameLine(x + name_width);
    return width - name_width - ImGui::GetFrameHeight() * 0.6F;
}

std::string text_of(const Number& number, double value) {
    std::array<char, 64> text{};
    if (std::string_view(number.format).find("%d") != std::string_view::npos) {
        std::snprintf(text.data(), text.size(), number.format, static_cast<int>(value));
    } else {
        std::snprintf(text.data(), text.size(), number.format, value / number.per_unit);
    }
    return text.data();
}

std::string limit_of(const Number& number) {
    return number.limited_by ? std::string(": ") + number.limited_by : std::string();
}

void explain(const Number& number) {
    // No tooltip covers other widgets while a value is dragged.
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        return;
    }
    std::string text = number.tooltip;
    if (number.why_disabled) {
        text += std::string("\n\n") + number.why_disabled;
    } else {
        text += "\n\nFrom " + text_of(number, number.low) + " to " + text_of(number, number.high) + limit_of(number) +
                ". Ctrl+click types a value; a right click resets it to " + text_of(number, number.reset_to) + ".";
    }
    tooltip(text.c_str());
}

bool differs(double a, double b) {
    return std::abs(a - b) > 1e-9 * std::max({std::abs(a), std::abs(b), 1e-12});
}

// Draws a dot beside a value that differs from its initial one. A click on the dot resets the value.
bool reset_dot(const Number& number, double value) {
    ImGui::SameLine(0.0F, 0.0F);
    const float size = ImGui::GetFrameHeight() * 0.6F;
    if (!differs(value, number.reset_to) || number.why_disabled) {
        ImGui::Dummy(ImVec2(size, ImGui::GetFrameHeight()));
        return false;
    }
    const bool pressed = ImGui::InvisibleButton("reset", ImVec2(size, ImGui::GetFrameHeight()));
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 centre(0.5F * (low.x + high.x) + 1.0F, 0.5F * (low.y + high.y));
    const ImU32 colour = ImGui::GetColorU32(hovered ? ImGuiCol_Text : ImGuiCol_CheckMark);
    ImGui::GetWindowDrawList()->AddCircleFilled(centre, size * (hovered ? 0.30F : 0.20F), colour, 12);
    if (hovered) {
        tooltip(("Reset to " + text_of(number, number.reset_to)).c_str());
    }
    return pressed;
}

// The relation of a typed value to the row's range.
enum class Typed : int { inside, beyond_range, not_understood };

std::string unit_hint(const Number& number) {
    const std::string unit = unit_of_format(number.format);
    return unit.empty() ? std::string() : " in " + unit + " or a related unit";
}

// Shows a notice in the row for a few seconds if a typed value was clamped to its range or rejected, unless the value
// changes again. `nearest` is the value of the range that is nearest to the shown one.
void watch_range(const Number& number, const Edited& edited, Typed typed, double shown, double nearest) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID newest = ImGui::GetID("newest typed");
    const ImGuiID said = ImGui::GetID("said typed");
    const ImGuiID until = ImGui::GetID("said until");
    const ImGuiID taken = ImGui::GetID("taken");
    if (edited.changed) {
        memory.SetInt(newest, static_cast<int>(typed));
    }
    const float now = static_cast<float>(ImGui::GetTime());
    if (edited.finished) {
        memory.SetInt(said, memory.GetInt(newest));
        memory.SetFloat(until, memory.GetInt(said) != 0 ? now + notice_seconds : 0.0F);
        memory.SetFloat(taken, static_cast<float>(nearest));
        memory.SetInt(newest, 0);
    } else if (differs(static_cast<double>(static_cast<float>(shown)), static_cast<double>(memory.GetFloat(taken)))) {
        memory.SetFloat(until, 0.0F);
    }
    if (now < memory.GetFloat(until)) {
        const std::string range = text_of(number, number.low) + " to " + text_of(number, number.high);
        const bool is_refused = memory.GetInt(said) == static_cast<int>(Typed::not_understood);
        notice((std::string(number.name) + " goes from " + range + limit_of(number) +
                (is_refused ? ". What was typed is not a number" + unit_hint(number) + ", so the previous value stays."
                            : std::string(". The nearest valid value is used.")))
                   .c_str());
        remember_place(std::string("Limit of ") + number.name);
    }
}

// The last frame in which a list was open.
int& last_open_list() {
    static int frame = -2;
    return frame;
}

template <typename T>
Edited edit_scalar(const Number& number, T& value, double shown_scale) {
    ImGui::PushID(number.name);
    ImGui::BeginDisabled(number.why_disabled != nullptr);
    ImGui::SetNextItemWidth(start_row(number.name));
    const T low = static_cast<T>(number.low / shown_scale);
    const T high = static_cast<T>(number.high / shown_scale);
    T shown = static_cast<T>(static_cast<double>(value) / shown_scale);
    const ImGuiSliderFlags flags = number.logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
    Edited edited;
    const SliderEdit slid = slider("##value", shown, low, high, number.format, flags);
    edited.changed = slid.changed;
    edited.finished = ImGui::IsItemDeactivatedAfterEdit();
    if (are_edits_cancelled()) {
        edited = {};
    }
    const bool reset_by_click = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    remember_place(number.name);
    ImGui::EndDisabled();
    explain(number);
    const Typed typed = slid.refused                  ? Typed::not_understood
                        : shown < low || shown > high ? Typed::beyond_range
                                                      : Typed::inside;
    watch_range(number, edited, typed, static_cast<double>(shown), static_cast<double>(std::clamp(shown, low, high)));
    if (edited.changed) {
        // A typed value may lie outside the range.
        value = static_cast<T>(static_cast<double>(std::clamp(shown, low, high)) * shown_scale);
    }
    if (reset_dot(number, static_cast<double>(value)) || (reset_by_click && !number.why_disabled)) {
        value = static_cast<T>(number.reset_to);
        edited = {true, true};
    }
    ImGui::PopID();
    return edited;
}

struct Choices {
    const std::vector<std::string>& names;
    std::optional<DisabledChoice> disabled = {};
};

// A row of an open list.
void choice_row(const char* list, const Choices& choices, int index, int& value) {
    const std::string& name = choices.names[static_cast<std::size_t>(index)];
    const bool is_disabled = choices.disabled && choices.disabled->index == index;
    if (ImGui::Selectable(name.c_str(), index == value,
                          is_disabled ? ImGuiSelectableFlags_Disabled : ImGuiSelectableFlags_None)) {
        value = index;
    }
    remember_place(std::string(list) + ": " + name);
    if (is_disabled && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip(choices.disabled->why);
    }
}

// `width`: of the list, in the row that has begun.
bool choose(const char* name, const char* text, const Choices& all, float width, int& value) {
    const std::vector<std::string>& choices = all.names;
    ImGui::PushID(name);
    ImGui::SetNextItemWidth(width);
    const bool known = value >= 0 && value < static_cast<int>(choices.size());
    const int before = value;
    const std::string chosen = known ? choices[static_cast<std::size_t>(value)] : "Custom";
    const float room = ImGui::CalcItemWidth() - ImGui::GetFrameHeight() - 2.0F * ImGui::GetStyle().FramePadding.x;
    const std::string shown = fitted(chosen, room);
    constexpr std::size_t long_list = 24; // which scrolls; others show all choices
    const bool open =
        ImGui::BeginCombo("##value", shown.c_str(),
                          choices.size() < long_list ? ImGuiComboFlags_HeightLargest : ImGuiComboFlags_HeightLarge);
    remember_place(name);
    if (ImGui::IsItemHovered()) {
        tooltip(((shown != chosen ? chosen + "\n\n" : std::string()) + text).c_str());
    }
    if (open) {
        last_open_list() = ImGui::GetFrameCount();
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
            ImGui::CloseCurrentPopup();
        }
        for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
            choice_row(name, all, i, value);
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return value != before;
}

} // namespace

bool& are_edits_cancelled() {
    static bool are_cancelled = false;
    return are_cancelled;
}

Edited edit(const Number& number, double& value) {
    return edit_scalar(number, value, number.per_unit);
}

// Edits the number as a double, because ImGui's field for whole numbers ignores the letter e: 1e9 would become 19.
Edited edit(const Number& number, int& value) {
    std::string format = number.format;
    if (const auto at = format.find("%d"); at != std::string::npos) {
        format.replace(at, 2, "%.0f");
    }
    Number shown = number;
    shown.format = format.c_str();
    double now = static_cast<double>(value);
    const Edited edited = edit_scalar(shown, now, 1.0);
    value = edited.changed ? static_cast<int>(std::lround(now)) : value;
    return edited;
}

bool edit(const char* name, const char* text, bool& value) {
    const bool changed = ImGui::Checkbox(name, &value);
    remember_place(name);
    if (ImGui::IsItemHovered()) {
        tooltip(text);
    }
    return changed;
}

void second_column() {
    ImGui::SameLine(ImGui::GetCursorStartPos().x +
                    0.5F * (ImGui::GetWindowWidth() - 2.0F * ImGui::GetCursorStartPos().x));
}

bool edit(const char* name, const char* text, const std::vector<std::string>& choices, int& value) {
    return choose(name, text, {choices}, start_row(name), value);
}

bool edit(const char* name, const char* text, const std::pair<std::vector<std::string>, DisabledChoice>& choices,
          int& value) {
    return choose(name, text, {choices.first, choices.second}, start_row(name), value);
}

bool edit_below(const char* name, const char* text, const std::vector<std::string>& choices, int& value) {
    ImGui::TextUnformatted(name);
    return choose(name, text, {choices}, ImGui::GetContentRegionAvail().x, value);
}

bool list_is_open() {
    return last_open_list() >= ImGui::GetFrameCount() - 1;
}

void fact(const char* name, const std::string& value, const char* text) {
    start_row(name);
    const std::string shown = fitted(value, ImGui::GetContentRegionAvail().x);
    ImGui::TextDisabled("%s", shown.c_str());
    if (ImGui::IsItemHovered() && (text || shown != value)) {
        tooltip(((shown != value ? value + "\n\n" : std::string()) + (text ? text : "")).c_str());
    }
}

bool button(const char* name, const char* text) {
    const bool pressed = ImGui::Button(name, ImVec2(ImGui::GetContentRegionAvail().x, 0.0F));
    remember_place(name);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip(text);
    }
    return pressed;
}

int buttons(std::pair<const char*, const char*> first, std::pair<const char*, const char*> second, Usable usable) {
    const float whole = ImGui::GetContentRegionAvail().x;
    const float half = 0.5F * (whole - ImGui::GetStyle().ItemSpacing.x);
    const float words = std::max(ImGui::CalcTextSize(first.first).x, ImGui::CalcTextSize(second.first).x);
    const bool side_by_side = words + 2.0F * ImGui::GetStyle().FramePadding.x <= half;
    int pressed = -1;
    int index = 0;
    for (const auto& [name, text] : {first, second}) {
        if (index > 0 && side_by_side) {
            ImGui::SameLine();
        }
        ImGui::BeginDisabled(!(index == 0 ? usable.first : usable.second));
        if (ImGui::Button(name, ImVec2(side_by_side ? half : whole, 0.0F))) {
            pressed = index;
        }
        ImGui::EndDisabled();
        remember_place(name);
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
            tooltip(text);
        }
        ++index;
    }
    return pressed;
}

bool button_in_row(std::pair<const char*, const char*> button) {
    const bool pressed = ImGui::Button(button.first);
    remember_place(button.first);
    if (ImGui::IsItemHovered()) {
        tooltip(button.second);
    }
    return pressed;
}

bool section(const char* name, bool open) {
    // The label depends on the default state, so that ImGui stores the state of open and of folded sections separately.
    const std::string label = std::string(name) + "###" + name + (open ? " open" : " folded");
    const bool is_asked_for = section_to_open() == name;
    if (is_asked_for) {
        ImGui::SetNextItemOpen(true);
    }
    const bool is_open = ImGui::CollapsingHeader(label.c_str(), open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    remember_place(name);
    if (is_asked_for) {
        ImGui::SetScrollHereY(0.0F);
        section_to_open().clear();
    }
    return is_open;
}

void open_section(const char* name) {
    section_to_open() = name;
}

} // namespace limber::app
