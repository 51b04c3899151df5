// SPDX-License-Identifier: MIT
#include "app/panels/clip_markers.h"

#include "app/panels/numbers.h"
#include "app/panels/slider.h"
#include "app/panels/tooltip.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace limber::app {
namespace {

constexpr float row_height = 1.0F; // in font sizes

// The row, in pixels. Times are where the bar below shows them.
struct MarkerRow {
    ImVec2 low, high;
    double duration = 0.0; // [s]

    float x_of(double time) const {
        return slider_mark(low.x, high.x, time / duration);
    }
    double time_at(float x) const {
        const float first = slider_mark(low.x, high.x, 0.0);
        const float last = slider_mark(low.x, high.x, 1.0);
        return duration * std::clamp(static_cast<double>((x - first) / std::max(last - first, 1.0F)), 0.0, 1.0);
    }
    // The keys are in the upper part, the in and out points in the lower part.
    float keys_end() const {
        return low.y + 0.55F * (high.y - low.y);
    }
    float half_of_key() const {
        return 0.5F * (keys_end() - low.y);
    }
    float width_of_mark() const {
        return 0.8F * (high.y - keys_end());
    }
};

std::string seconds(const char* what, double time) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s %.3f s", what, time);
    return text.data();
}

void draw_range(const MarkerRow& row, const ClipRange& range) {
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const float middle = 0.5F * (row.keys_end() + row.high.y);
    ink.AddLine(ImVec2(row.x_of(0.0), middle), ImVec2(row.x_of(row.duration), middle),
                ImGui::GetColorU32(ImGuiCol_Border), 1.0F);
    ink.AddLine(ImVec2(row.x_of(range.in), middle), ImVec2(row.x_of(range.out), middle),
                ImGui::GetColorU32(ImGuiCol_SliderGrab), 2.0F);
}

// A triangle that points into the part that plays. Returns the dragged time, or the same one.
double end_marker(const MarkerRow& row, const char* name, double time, bool is_in) {
    const float width = row.width_of_mark();
    const float x = row.x_of(time);
    const float side = is_in ? -width : width;
    ImGui::SetCursorScreenPos(ImVec2(std::min(x, x + side), row.keys_end()));
    ImGui::InvisibleButton(name, ImVec2(width, row.high.y - row.keys_end()));
    remember_place(name);
    const bool is_lit = ImGui::IsItemActive() || ImGui::IsItemHovered();
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        ImVec2(x + side, row.keys_end()), ImVec2(x + side, row.high.y), ImVec2(x, 0.5F * (row.keys_end() + row.high.y)),
        ImGui::GetColorU32(is_lit ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab));
    if (ImGui::IsItemHovered()) {
        tooltip((seconds(is_in ? "Starts at" : "Ends at", time) +
                 ". Drag it: only the part between both marks plays. A right click resets it.")
                    .c_str());
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        return is_in ? 0.0 : row.duration;
    }
    const bool is_dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0F);
    if (is_dragged && !are_edits_cancelled()) {
        return row.time_at(ImGui::GetIO().MousePos.x);
    }
    return time;
}

void range_markers(const MarkerRow& row, ClipPlayback& playback) {
    const ClipRange range = range_of(playback, row.duration);
    const double in = end_marker(row, "Clip in", range.in, true);
    const double out = end_marker(row, "Clip out", range.out, false);
    if (in != range.in) {
        playback.in = std::min(in, range.out);
    }
    if (out != range.out) {
        playback.out = out >= row.duration ? std::nullopt : std::optional(std::max(out, range.in));
    }
}

std::string words_for(const PoseKey& key) {
    const std::size_t count = key.bones.size() + key.targets.size();
    return seconds("Key at", key.time) + ": " + std::to_string(count) +
           (count == 1 ? " bone or target" : " bones and targets") +
           ". Drag it, past others too; a click goes there, a right click removes it.";
}

using KeyDrag = Unfinished::KeyDrag;

// By its number ImGui knows the marker of a key: while one is dragged, each has the number that it had before.
std::size_t number_of(const KeyDrag& drag, const std::vector<PoseKey>& keys, std::size_t index) {
    const auto dragged = std::ranges::find(keys, drag.time, &PoseKey::time);
    if (drag.state != KeyDrag::State::on || dragged == keys.end()) {
        return index;
    }
    const auto place = static_cast<std::size_t>(dragged - keys.begin());
    if (index == place) {
        return drag.number;
    }
    const std::size_t among_others = index < place ? index : index - 1;
    return among_others < drag.number ? among_others : among_others + 1;
}

// Whole milliseconds. Where another key is, the nearest time beside it.
double free_time(const PoseKeys& keys, std::size_t dragged, double time, double duration) {
    constexpr double gap = 1e-3; // [s]
    const double own = keys.all()[dragged].time;
    const auto is_free = [&](double at) {
        const PoseKey* there = keys.at(at);
        return at >= 0.0 && at <= duration && (!there || there->time == own);
    };
    const double wanted = std::clamp(gap * std::round(time / gap), 0.0, duration);
    for (int steps = 0; static_cast<std::size_t>(steps) <= keys.all().size(); ++steps) {
        for (const double side : {1.0, -1.0}) {
            if (const double at = wanted + side * gap * steps; is_free(at)) {
                return at;
            }
        }
    }
    return own;
}

PoseKeys dragged_to(double time, const PoseKeys& keys, std::size_t index, double duration, KeyDrag& drag) {
    if (drag.state == KeyDrag::State::none) {
        drag = {KeyDrag::State::on, keys, keys, index, keys.all()[index].time};
    }
    drag.time = free_time(drag.before, drag.number, time, duration);
    drag.now = with_key_moved(drag.before, drag.before.all()[drag.number].time, drag.time);
    return drag.now;
}

// A button that is still held after the keys were exchanged drags none of the new ones.
void end_stale_drag(KeyDrag& drag, const PoseKeys& keys) {
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || are_edits_cancelled()) {
        drag = {};
    } else if (drag.state == KeyDrag::State::on && !(drag.now == keys)) {
        drag = {KeyDrag::State::ended_early, {}, {}, 0, 0.0};
    }
}

void draw_key(const MarkerRow& row, float x, bool is_lit) {
    const float h = row.half_of_key();
    const float y = row.low.y + h;
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.AddQuadFilled(ImVec2(x - h, y), ImVec2(x, y - h), ImVec2(x + h, y), ImVec2(x, y + h),
                      ImGui::GetColorU32(is_lit ? ImGuiCol_SliderGrabActive : ImGuiCol_Text));
}

// One key. Returns the keys after its edit.
PoseKeys key_marker(PanelContext& context, const MarkerRow& row, const PoseKeys& keys, std::size_t index) {
    constexpr float still = 9.0F; // square of the pixels that a click may move
    const PoseKey& key = keys.all()[index];
    KeyDrag& drag = context.unfinished.key;
    const float x = row.x_of(key.time);
    const float half = row.half_of_key();
    const std::string name = "Key " + std::to_string(number_of(drag, keys.all(), index) + 1);
    ImGui::SetCursorScreenPos(ImVec2(x - half, row.low.y));
    ImGui::InvisibleButton(name.c_str(), ImVec2(2.0F * half, 2.0F * half));
    remember_place(name);
    draw_key(row, x, ImGui::IsItemActive() || ImGui::IsItemHovered());
    const bool is_click = ImGui::GetIO().MouseDragMaxDistanceSqr[0] < still;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tooltip(words_for(key).c_str());
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        return without_key(keys, key.time);
    }
    if (ImGui::IsItemDeactivated() && is_click && !are_edits_cancelled()) {
        context.request(SetPlaying{false});
        context.request(SetClipTime{key.time});
    }
    const bool is_dragged = ImGui::IsItemActive() && !is_click && drag.state != KeyDrag::State::ended_early;
    if (is_dragged && !are_edits_cancelled()) {
        return dragged_to(row.time_at(ImGui::GetIO().MousePos.x), keys, index, row.duration, drag);
    }
    return keys;
}

void key_markers(PanelContext& context, const MarkerRow& row) {
    const PoseKeys keys = context.draft.controls.keys;
    end_stale_drag(context.unfinished.key, keys);
    for (std::size_t i = 0; i < keys.all().size(); ++i) {
        if (keys.all()[i].time > row.duration) {
            break; // it has no effect
        }
        const PoseKeys edited = key_marker(context, row, keys, i);
        if (!edited.is_same_list(keys)) {
            context.draft.controls.keys = edited;
        }
    }
}

} // namespace

void clip_markers(PanelContext& context, double duration) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, row_height * ImGui::GetFontSize());
    if (duration > 0.0) {
        const MarkerRow row{low, ImVec2(low.x + size.x, low.y + size.y), duration};
        draw_range(row, range_of(context.draft.controls.playback, duration));
        key_markers(context, row);
        range_markers(row, context.draft.controls.playback);
    }
    ImGui::SetCursorScreenPos(low);
    ImGui::Dummy(size);
}

} // namespace limber::app
