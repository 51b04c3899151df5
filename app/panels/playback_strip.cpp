// SPDX-License-Identifier: MIT
#include "app/panels/playback_strip.h"

#include "app/controllers/playback_controller.h"

#include "app/character/playing_clip.h"
#include "app/interaction/shortcuts.h"
#include "app/panels/clip_markers.h"
#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/slider.h"
#include "app/panels/widget_places.h"
#include "app/simulation/shown_clip.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace limber::app {
namespace {

constexpr float transport_width = 30.0F; // with words [letter heights]

// Shares of the usual paddings and spacings: the strip is low, so that the view is high.
constexpr float gap_share = 0.5F;     // between its rows
constexpr float padding_share = 0.6F; // inside of its bars and at its edges

// The icons are drawn, because no typeface has all of them.
enum class Icon { play, pause, step, back, reset };

void draw_icon(Icon icon, ImVec2 at, float size) {
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(ImGuiCol_Text);
    const float h = 0.5F * size;
    switch (icon) {
    case Icon::play:
        ink.AddTriangleFilled(ImVec2(at.x - 0.7F * h, at.y - h), ImVec2(at.x - 0.7F * h, at.y + h),
                              ImVec2(at.x + h, at.y), colour);
        break;
    case Icon::pause:
        ink.AddRectFilled(ImVec2(at.x - 0.8F * h, at.y - h), ImVec2(at.x - 0.2F * h, at.y + h), colour);
        ink.AddRectFilled(ImVec2(at.x + 0.2F * h, at.y - h), ImVec2(at.x + 0.8F * h, at.y + h), colour);
        break;
    case Icon::step:
        ink.AddTriangleFilled(ImVec2(at.x - h, at.y - h), ImVec2(at.x - h, at.y + h), ImVec2(at.x + 0.4F * h, at.y),
                              colour);
        ink.AddRectFilled(ImVec2(at.x + 0.5F * h, at.y - h), ImVec2(at.x + 0.9F * h, at.y + h), colour);
        break;
    case Icon::back:
        ink.AddTriangleFilled(ImVec2(at.x + 0.4F * h, at.y - h), ImVec2(at.x + 0.4F * h, at.y + h),
                              ImVec2(at.x - h, at.y), colour);
        ink.AddRectFilled(ImVec2(at.x + 0.6F * h, at.y - h), ImVec2(at.x + h, at.y + h), colour);
        break;
    case Icon::reset:
        ink.AddTriangleFilled(ImVec2(at.x + h, at.y - h), ImVec2(at.x + h, at.y + h), ImVec2(at.x - 0.4F * h, at.y),
                              colour);
        ink.AddRectFilled(ImVec2(at.x - 0.9F * h, at.y - h), ImVec2(at.x - 0.5F * h, at.y + h), colour);
        break;
    }
}

// The label is left out if there is no room for it.
bool icon_button(Icon icon, const char* word, const char* place, Action action, bool with_word) {
    const char* name = with_word ? word : "";
    const float icon_size = 0.62F * ImGui::GetFontSize();
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const float text_width = with_word ? ImGui::CalcTextSize(name).x + 1.2F * padding.x : 0.0F;
    const ImVec2 size(text_width + icon_size + 2.0F * padding.x, ImGui::GetFrameHeight());
    ImGui::PushID(place);
    const bool pressed = ImGui::Button("##press", size);
    ImGui::PopID();
    remember_place(place);
    const ImVec2 low = ImGui::GetItemRectMin();
    draw_icon(icon, ImVec2(low.x + padding.x + 0.5F * icon_size, low.y + 0.5F * size.y), icon_size);
    ImGui::GetWindowDrawList()->AddText(ImVec2(low.x + icon_size + 2.1F * padding.x, low.y + padding.y),
                                        ImGui::GetColorU32(ImGuiCol_Text), name);
    if (ImGui::IsItemHovered()) {
        tooltip(tooltip_of(action).c_str());
    }
    return pressed;
}

void transport(PanelContext& context) {
    const bool playing = context.ui_state.playback.is_playing;
    const bool words = ImGui::GetContentRegionAvail().x > transport_width * ImGui::GetFontSize();
    if (icon_button(playing ? Icon::pause : Icon::play, playing ? "Pause" : "Play", "Play", Action::play_or_pause,
                    words)) {
        context.act(Action::play_or_pause);
    }
    ImGui::SameLine();
    if (icon_button(Icon::back, "Back", "Back", Action::step_back, words)) {
        context.act(Action::step_back);
    }
    ImGui::SameLine();
    if (icon_button(Icon::step, "Step", "Step", Action::single_step, words)) {
        context.act(Action::single_step);
    }
    ImGui::SameLine();
    if (icon_button(Icon::reset, "Reset", "Reset", Action::reset, words)) {
        context.act(Action::reset);
    }
    ImGui::SameLine();
    float speed = static_cast<float>(context.ui_state.playback.speed);
    ImGui::SetNextItemWidth(7.5F * ImGui::GetFontSize());
    if (slider("##speed", speed, 0.05F, 2.0F, "%.2f x", ImGuiSliderFlags_Logarithmic).changed) {
        context.request(set_speed(static_cast<double>(std::clamp(speed, 0.05F, 2.0F)), true));
    }
    remember_place("Speed");
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        context.request(set_speed(1.0));
    }
    if (ImGui::IsItemHovered()) {
        tooltip("Simulated seconds per second (- and +). A right click resets it to 1.00 x.");
    }
}

// The timings that fit into the width [pixels], the step's first; empty if none fits.
std::string timings_within(const PanelContext& context, float room) {
    const Plots& plots = *context.ui_state.playback.plots;
    std::array<std::array<char, 48>, 3> parts{};
    std::snprintf(parts[0].data(), parts[0].size(), "Step %.0f \u00b5s",
                  static_cast<double>(plots.step_microseconds.median()));
    std::snprintf(parts[1].data(), parts[1].size(), "Frame %.1f ms    ",
                  static_cast<double>(plots.frame_milliseconds.median()));
    std::snprintf(parts[2].data(), parts[2].size(), "    Time %.2f s", context.ui_state.snapshot->state.time);
    const std::string step = parts[0].data();
    for (const std::string& text : {parts[1].data() + step + parts[2].data(), parts[1].data() + step, step}) {
        if (ImGui::CalcTextSize(text.c_str()).x <= room) {
            return text;
        }
    }
    return "";
}

void timings(const PanelContext& context) {
    ImGui::SameLine(0.0F, 2.0F * ImGui::GetStyle().ItemSpacing.x);
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string text = timings_within(context, room);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", text.c_str());
    remember_place("Timings");
    if (ImGui::IsItemHovered()) {
        tooltip("Time per frame, time per simulation step (medians of the last second), and the simulated time.");
    }
}

// In place of the timings.
void warm_up(PanelContext& context, double share) {
    ImGui::SameLine(0.0F, 2.0F * ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Skip")) {
        context.request(SkipWarmUp{});
    }
    remember_place("Skip the warm-up");
    if (ImGui::IsItemHovered()) {
        tooltip("Starts at rest, without the rest of the warm-up (Material and step).");
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    filled_bar(share, fitted("Warming up", ImGui::CalcItemWidth()));
    remember_place("Warm-up");
}

// A format that shows the text as it is.
std::string as_format(const std::string& text) {
    std::string format;
    for (const char letter : text) {
        format += letter == '%' ? "%%" : std::string(1, letter);
    }
    return format;
}

// For text in a bar, with a gap at both of its ends [pixels].
float room_in_bar() {
    return ImGui::CalcItemWidth() - ImGui::GetFontSize();
}

// Behind the time in the bar of the chosen clip.
std::string words_behind_time(const PanelContext& context, double duration, const char* of_what) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), " of %.2f s%s", duration, of_what);
    std::string words = text.data();
    if (const auto& measured = context.ui_state.snapshot->seam) {
        const bool is_tiny = 100.0 * *measured < 0.001;
        std::array<char, 32> seam{};
        std::snprintf(seam.data(), seam.size(), is_tiny ? "; seam below 0.001 %%" : "; seam %.2g %%",
                      100.0 * *measured);
        words += seam.data();
    }
    return fitted(words, room_in_bar() - ImGui::CalcTextSize("0000.00 s").x);
}

// `controls`: with the clip that is shown.
void clip_bar(PanelContext& context, const CharacterControls& controls, double duration) {
    const Character& it = *context.ui_state.character;
    const bool loops = does_loop(it, controls);
    const double now = context.ui_state.snapshot->clip_time;
    float place = static_cast<float>(place_in_clip(now, duration, is_periodic(it, controls) && loops));
    const bool is_over = has_ended(now, range_of(controls.playback, duration), loops);
    const char* const keys_alone = playing_clip(it, controls.clip) ? "" : ", the keys alone";
    const char* const of_what = is_over ? ": ended. Reset (R) plays it again, Loop repeats it" : keys_alone;
    const std::string format = "%.2f s" + as_format(words_behind_time(context, duration, of_what));
    if (slider("##timeline", place, 0.0F, static_cast<float>(duration), format.c_str()).changed) {
        context.request(SetClipTime{std::clamp(static_cast<double>(place), 0.0, duration)});
    }
    remember_place("Timeline");
    if (is_over) {
        remember_place("The clip has ended");
    }
    if (ImGui::IsItemHovered()) {
        tooltip(
            "Time of the clip. Drag to seek: the character then starts at rest in that pose. The bar below goes "
            "back in time with the simulation. A clip that does not loop holds its last pose. Seam: how far the body "
            "is, at the end of a loop, from where the loop began, as a share of its size; measured in the second "
            "pass.");
    }
}

void clip_bar_without_time(const std::string& text) {
    float nothing = 0.0F;
    const std::string format = as_format(fitted(text, room_in_bar()));
    ImGui::BeginDisabled();
    slider("##timeline", nothing, 0.0F, 1.0F, format.c_str());
    ImGui::EndDisabled();
    remember_place("Timeline");
}

// The clip of the shown moment alone, while another one is chosen: the marks and the keys belong to that one. Where no
// clip plays, the bar is that of the chosen clip.
void timeline_of_another_clip(PanelContext& context, double chosen_duration) {
    const Snapshot& shown = *context.ui_state.snapshot;
    const std::vector<std::filesystem::path>& clips = context.draft.description.clips;
    const int chosen = context.draft.controls.clip;
    const Clip* clip = playing_clip(*shown.character, shown.clip);
    if (!clip && chosen_duration == 0.0) {
        clip_bar_without_time(shown_and_chosen(shown, clips, chosen));
        return;
    }
    const double duration = clip ? std::max(clip->duration(), 1e-6) : chosen_duration;
    const std::string words = clip ? time_in_shown_clip(shown, clips, chosen) : "Rest pose: drag to go to the clip";
    const std::string format = as_format(fitted(words, room_in_bar()));
    float place = clip ? static_cast<float>(place_in_clip(shown.clip_time, duration, clip->looping))
                       : static_cast<float>(range_of(context.draft.controls.playback, duration).in);
    ImGui::BeginDisabled(chosen_duration == 0.0);
    if (slider("##timeline", place, 0.0F, static_cast<float>(duration), format.c_str()).changed) {
        context.request(SetClipTime{std::clamp(static_cast<double>(place), 0.0, chosen_duration)});
    }
    ImGui::EndDisabled();
    remember_place("Timeline");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip((shown_and_chosen(shown, clips, chosen) +
                 (chosen_duration > 0.0 ? ". Play goes on with what is chosen, and a drag of this bar goes there."
                                        : ". Play goes on with what is chosen."))
                    .c_str());
    }
}

// Whether a pose of a tracker is shown, under which no clip plays.
bool is_driven_by_a_tracker(const UiState& ui) {
    const LiveInputUi& tracker = ui.live_input;
    return tracker.is_on && tracker.packets > 0 && tracker.driven == ui.snapshot->id &&
           !playing_clip(*ui.snapshot->character, ui.snapshot->clip);
}

// `controls`: with the clip of the shown model, or -1 if it does not have the chosen one.
void timeline_bar(PanelContext& context, const CharacterControls& controls, double duration, bool is_chosen) {
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (is_driven_by_a_tracker(context.ui_state)) {
        clip_bar_without_time("Moved by a tracker (Live input)");
        remember_place("Moved by a tracker");
    } else if (!is_chosen) {
        timeline_of_another_clip(context, duration);
    } else if (!playing_clip(*context.ui_state.character, controls.clip) && duration == 0.0) {
        clip_bar_without_time("Rest pose: no clip plays");
    } else {
        clip_bar(context, controls, std::max(duration, 1e-6));
    }
}

// Where nothing plays, a key would be set at its start.
void timeline(PanelContext& context) {
    const Snapshot& shown = *context.ui_state.snapshot;
    const std::vector<std::filesystem::path>& clips = context.draft.description.clips;
    const std::optional<int> chosen = index_in_shown_model(shown, clips, context.draft.controls.clip);
    const bool is_chosen =
        shows_chosen_clip(shown, clips, context.draft.controls.clip) && !is_driven_by_a_tracker(context.ui_state);
    CharacterControls controls = context.draft.controls;
    controls.clip = chosen.value_or(-1);
    const double duration = chosen ? playing_length(*context.ui_state.character, controls) : 0.0;
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(spacing.x, 1.0F));
    clip_markers(context, is_chosen ? duration : 0.0); // directly above the bar whose times they mark
    ImGui::PopStyleVar();
    timeline_bar(context, controls, duration, is_chosen);
}

// A slider over the stored seconds of the simulation. Its knob shows the requested time.
void rewind_bar(PanelContext& context) {
    const TimelineSpan& span = context.ui_state.snapshot->timeline;
    const float newest = static_cast<float>(span.last - span.first);
    float place = static_cast<float>(std::clamp(context.ui_state.playback.place, span.first, span.last) - span.first);
    std::array<char, 96> format{};
    if (place < newest) {
        std::snprintf(format.data(), format.size(), "%.2f s back", span.seconds_back);
    } else {
        std::snprintf(format.data(), format.size(), "Now; %.1f s to rewind", span.seconds);
    }
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::BeginDisabled(newest == 0.0F);
    if (slider("##past", place, 0.0F, std::max(newest, 1.0F), format.data(), ImGuiSliderFlags_NoInput).changed) {
        context.request(
            RewindSimulation{span.first + static_cast<std::uint64_t>(std::clamp(std::round(place), 0.0F, newest))});
    }
    ImGui::EndDisabled();
    remember_place("Past");
    if (ImGui::IsItemHovered()) {
        tooltip("The timeline, through all resets and changes. Drag to go back in time (or press the "
                "left arrow). Play continues from there with the current settings; Shift+Space replays the past.");
    }
}

// A switch of the chosen clip, where there is room; the section Rig and clip has it too.
void loop_switch(PanelContext& context) {
    const Snapshot& shown = *context.ui_state.snapshot;
    CharacterControls controls = context.draft.controls;
    if (!shows_chosen_clip(shown, context.draft.description.clips, controls.clip)) {
        return;
    }
    controls.clip = shown.clip;
    const Character& it = *context.ui_state.character;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("Loop").x;
    const float end = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const bool has_room = ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= end;
    if (!has_room || !(playing_length(it, controls) > 0.0)) {
        return;
    }
    ImGui::SameLine();
    bool loops = does_loop(it, controls);
    if (ImGui::Checkbox("Loop", &loops)) {
        context.draft.controls.playback.loops = loops_of_playback(it, controls, loops);
    }
    remember_place("Loop in the strip");
    if (ImGui::IsItemHovered()) {
        tooltip("The clip starts again at its end; otherwise its last pose is held.");
    }
}

void rows(PanelContext& context) {
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.ItemSpacing.x, gap_share * style.ItemSpacing.y));
    transport(context);
    loop_switch(context);
    if (const auto& share = context.ui_state.snapshot->warm_up) {
        warm_up(context, *share);
    } else {
        timings(context);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(style.FramePadding.x, std::round(padding_share * style.FramePadding.y)));
    timeline(context);
    rewind_bar(context);
    ImGui::PopStyleVar(2);
}

} // namespace

bool has_ended(double clip_time, const ClipRange& range, bool loops) {
    return !loops && range.length() > 0.0 && clip_time >= range.out;
}

double seconds_after_end(double motion_seconds, const ClipRange& range, double speed) {
    return speed > 0.0 ? std::max(motion_seconds - range.length() / speed, 0.0) : 0.0;
}

double place_in_clip(double clip_time, double duration, bool looping) {
    if (!looping) {
        return std::clamp(clip_time, 0.0, duration);
    }
    if (clip_time >= 0.0 && clip_time <= duration) {
        return clip_time; // the end of a clip that is held is no start
    }
    const double place = std::fmod(clip_time, duration);
    return place < 0 ? place + duration : place;
}

void playback_strip(PanelContext& context, const ViewArea& area) {
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(area.x), static_cast<float>(area.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(area.width), static_cast<float>(area.height)));
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(padding.x, std::round(padding_share * padding.y)));
    ImGui::Begin("strip", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    if (context.ui_state.character && context.ui_state.snapshot) {
        rows(context);
    } else {
        const bool building = context.ui_state.build.is_running;
        ImGui::TextDisabled("%s", building ? context.ui_state.build.what.c_str() : "No scene is open.");
    }
    ImGui::End();
}

} // namespace limber::app
