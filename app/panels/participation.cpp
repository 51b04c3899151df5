// SPDX-License-Identifier: MIT
#include "app/panels/participation.h"

#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/style_locks.h"
#include "app/panels/widget_places.h"
#include "engine/control/search_terms.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr float name_width = 8.0F; // in letter heights

Participation next(Participation part) {
    return static_cast<Participation>((static_cast<int>(part) + 1) % 3);
}

// An upper bound of the sum of all harmonics.
double amplitude_of(const Waveform& waveform) {
    double sum = 0.0;
    for (const Sinusoid& one : waveform) {
        sum += std::abs(one.amplitude);
    }
    return sum;
}

/// The part of one muscle in the best gait.
struct Share {
    double amplitude = 0.0; // 0: the muscle rests
    double of_limit = 0.0;
    double sigma = -1.0; // negative: unknown
};

Share share_of(const GaitSearchStatus& search_status, std::size_t muscle, std::size_t count) {
    const auto& waveforms = search_status.best.waveforms;
    if (waveforms.size() != count) {
        return {};
    }
    const double amplitude = amplitude_of(waveforms[muscle]);
    const bool knows = search_status.participation.size() == static_cast<Index>(count);
    return {amplitude, amplitude / std::max(search_status.best.limit, 1e-9),
            knows ? search_status.participation(static_cast<Index>(muscle)) : -1.0};
}

void bar(const Share& share, Participation part) {
    const std::string text = share.amplitude > 0.0          ? measured(share.amplitude, "")
                             : part == Participation::never ? "fixed out"
                             : share.sigma >= 0.0           ? "rests"
                                                            : "";
    filled_bar(std::clamp(share.of_limit, 0.0, 1.0), text);
    if (share.sigma >= 0.0) {
        const ImVec2 low = ImGui::GetItemRectMin();
        const ImVec2 high = ImGui::GetItemRectMax();
        const float x = low.x + static_cast<float>(share.sigma) * (high.x - low.x - 2.0F) + 1.0F;
        ImGui::GetWindowDrawList()->AddLine(ImVec2(x, low.y), ImVec2(x, high.y), ImGui::GetColorU32(ImGuiCol_Text),
                                            2.0F);
    }
    if (ImGui::IsItemHovered()) {
        const std::string sigma = share.sigma >= 0.0
                                      ? "; mark: its participation (sigma), " + measured(share.sigma, "") +
                                            ": the muscles with the largest take part"
                                      : "";
        tooltip(("Bar: its amplitude in the best gait so far, of the limit" + sigma).c_str());
    }
}

bool part_button(const std::string& name, Participation part) {
    const bool is_in = part == Participation::always;
    const bool is_out = part == Participation::never;
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(is_in    ? ImGuiCol_SliderGrab
                                                                    : is_out ? ImGuiCol_PopupBg
                                                                             : ImGuiCol_FrameBg));
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(is_out ? ImGuiCol_TextDisabled : ImGuiCol_Text));
    const float width = name_width * ImGui::GetFontSize();
    const std::string end = ": " + name_of(part);
    const float room = width - 2.0F * ImGui::GetStyle().FramePadding.x - ImGui::CalcTextSize(end.c_str()).x;
    const std::string title = fitted(name, room) + end;
    const bool pressed = ImGui::Button((title + "###part").c_str(), ImVec2(width, 0.0F));
    ImGui::PopStyleColor(2);
    remember_place("Part of " + name);
    if (ImGui::IsItemHovered()) {
        tooltip((name + " is " + name_of(part) +
                 ". Free: the search decides whether it takes part. A press fixes it in, another one out; the next "
                 "search heeds it")
                    .c_str());
    }
    ImGui::SameLine(0.0F, 2.0F);
    return pressed;
}

} // namespace

void participation(PanelContext& context) {
    const UiState& now = context.ui_state;
    const std::vector<std::string>& names = now.character->musculature.names;
    GaitSearchSettings& problem = context.draft.description.muscles.problem;
    std::vector<Participation> parts = parts_of(problem, names.size());
    const auto moving =
        std::ranges::count_if(now.search.status->best.waveforms, [](const auto& w) { return !w.empty(); });
    fact("Participation",
         now.search.status->best.waveforms.empty()
             ? "of the next search"
             : grouped(moving) + " of " + grouped(static_cast<long long>(names.size())),
         "Which muscles move in the best gait so far (the participation vector)");
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (part_button(names[i], parts[i])) {
            parts[i] = next(parts[i]);
            problem.space.parts = parts;
        }
        style_letters(context, names[i], i);
        bar(share_of(*now.search.status, i, names.size()), parts[i]);
        ImGui::PopID();
    }
}

} // namespace limber::app
