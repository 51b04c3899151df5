// SPDX-License-Identifier: MIT
#include "app/panels/population.h"

#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/texture_id.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

namespace limber::app {
namespace {

// Draws the picture of a candidate. Returns whether it was clicked.
bool tile(const PopulationView& population_view, int index, unsigned int picture, ImVec2 size) {
    const auto column = static_cast<float>(index % population_view.columns);
    const auto row = static_cast<float>(index / population_view.columns);
    const auto columns = static_cast<float>(population_view.columns);
    const auto rows = static_cast<float>(population_view.rows);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::PushID(index);
    const bool pressed = ImGui::InvisibleButton("candidate", size);
    ImGui::PopID();
    remember_place("Candidate " + std::to_string(index + 1));
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    ink.AddImage(texture_id(picture), low, high, ImVec2(column / columns, row / rows),
                 ImVec2((column + 1.0F) / columns, (row + 1.0F) / rows));
    if (ImGui::IsItemHovered()) {
        const double cost = population_view.tiles[static_cast<std::size_t>(index)].cost;
        tooltip(("Candidate " + std::to_string(index + 1) + " is worth " + measured(-cost, "") +
                 " (-J, higher is better). A click plays it")
                    .c_str());
    }
    if (index == population_view.best || ImGui::IsItemHovered()) {
        ink.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_CheckMark), 2.0F, 0, ImGui::IsItemHovered() ? 3.0F : 2.0F);
    }
    return pressed;
}

} // namespace

void population(PanelContext& context) {
    const auto& population_view = context.ui_state.search.status->population_view;
    if (!population_view || context.ui_state.search.population_view == 0) {
        return;
    }
    fact("Population", "of generation " + grouped(population_view->generation),
         "Each candidate's rollout: its path starts at the ring, and lines are one body length apart. Earlier "
         "poses are paler, better candidates warmer, and the best one has a frame");
    const float gap = 2.0F;
    const float width = (ImGui::GetContentRegionAvail().x - gap * static_cast<float>(population_view->columns - 1)) /
                        static_cast<float>(population_view->columns);
    const ImVec2 size(width, width * static_cast<float>(population_view->tile_height) /
                                 static_cast<float>(population_view->tile_width));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    for (int index = 0; index < static_cast<int>(population_view->tiles.size()); ++index) {
        if (index % population_view->columns != 0) {
            ImGui::SameLine();
        }
        if (tile(*population_view, index, context.ui_state.search.population_view, size)) {
            context.draft.controls.muscles.gait = population_view->tiles[static_cast<std::size_t>(index)].gait;
            context.draft.controls.muscles.playing = true;
            context.request(ShowChosenGait{});
        }
    }
    ImGui::PopStyleVar();
}

} // namespace limber::app
