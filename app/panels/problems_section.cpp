// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <utility>

namespace limber::app {
namespace {

// The lists of the bones are in the section of the clip, which plays then.
void match_by_hand(PanelContext& context, const Problem& problem) {
    context.request(MatchJoints{problem.model, problem.unmatched_clip});
    context.unfinished.opens_matches = true;
    open_section("Rig and clip");
}

void buttons_of(PanelContext& context, const Problem& problem) {
    const std::pair<const char*, const char*> matching{
        "Match by hand", "Plays the clip, and lists its joints in Rig and clip, to choose which bone follows each"};
    const char* const outcome = "Mends it; Undo takes it back";
    int pressed = -1;
    if (problem.remedy && !problem.unmatched_clip.empty()) {
        pressed = buttons({problem.remedy->label.c_str(), outcome}, matching);
    } else if (problem.remedy && button(problem.remedy->label.c_str(), outcome)) {
        pressed = 0;
    }
    if (pressed == 0) {
        context.request(MendProblem{problem});
    } else if (pressed == 1) {
        match_by_hand(context, problem);
    }
}

} // namespace

// Only while there are problems, because rows push others out of small windows.
void problems_section(PanelContext& context) {
    const std::vector<Problem>* problems = context.ui_state.problems;
    if (!problems || problems->empty() || !context.ui_state.character || !section("Problems", true)) {
        return;
    }
    ImGui::PushID("problems");
    for (std::size_t i = 0; i < problems->size(); ++i) {
        const Problem& problem = (*problems)[i];
        ImGui::PushID(static_cast<int>(i));
        ImGui::TextWrapped("%s", problem.sentence.c_str());
        remember_place("Problem: " + name_of(problem.kind));
        buttons_of(context, problem);
        ImGui::PopID();
    }
    ImGui::PopID();
}

} // namespace limber::app
