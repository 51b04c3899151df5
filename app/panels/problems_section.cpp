// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

namespace limber::app {

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
        if (problem.remedy && button(problem.remedy->label.c_str(), "Mends it; Undo takes it back")) {
            context.request(MendProblem{problem});
        }
        ImGui::PopID();
    }
    ImGui::PopID();
}

} // namespace limber::app
