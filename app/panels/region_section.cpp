// SPDX-License-Identifier: MIT
#include "app/panels/region_section.h"

#include "app/document/region_edits.h"
#include "app/panels/edited_count.h"
#include "app/panels/numbers.h"
#include "app/panels/paint_sources.h"
#include "app/panels/widget_places.h"
#include "app/view/region_paint.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr double region_modes_max = 12.0;

ImVec4 colour_of(std::size_t region) {
    const auto [red, green, blue] = region_colour(region);
    return {red, green, blue, 1.0F};
}

// Draws a button in the region's colour for each painted region. A click selects the brush for that region.
void list(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    const std::vector<MuscleRegion>& regions = context.draft.description.muscles.regions;
    for (std::size_t r = 0; r < regions.size(); ++r) {
        if (!regions[r].painted.is_there()) {
            continue;
        }
        const bool is_painted = brush.is_held && brush.target == BrushTarget::muscle_region;
        const bool is_chosen = is_painted && brush.region == static_cast<int>(r);
        ImGui::PushID(static_cast<int>(r));
        const bool pressed =
            colour_button(r, regions[r].name, is_chosen,
                          "Selects the brush for this region: drag over the flesh to paint, with Ctrl to erase");
        ImGui::PopID();
        if (pressed) {
            brush.is_held = true;
            brush.target = BrushTarget::muscle_region;
            brush.region = static_cast<int>(r);
        }
    }
}

void name_of(PanelContext& context, std::size_t index) {
    const MuscleRegion& region = context.draft.description.muscles.regions[index];
    std::string typed = context.unfinished.region.value_or(region.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##region name", &typed);
    remember_place("Region name");
    if (ImGui::IsItemHovered()) {
        tooltip("Name of the region and of its muscles");
    }
    context.unfinished.region = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && !typed.empty() && typed != region.name) {
        rename_painted(context, {BrushTarget::muscle_region, index}, typed);
        context.need(Stage::muscles);
    }
}

void chosen_region(PanelContext& context) {
    const auto chosen = static_cast<std::size_t>(context.view.brush.region);
    MuscleDescription& muscles = context.draft.description.muscles;
    name_of(context, chosen);
    const auto modes = edited_count({"Its muscles", "%d",
                                     "The softest vibration modes of this region while the rest of the body is held",
                                     1.0, region_modes_max, 2.0},
                                    static_cast<int>(muscles.regions[chosen].modes), context.unfinished.count);
    if (modes) {
        context.exchange_muscles(set_region_modes(muscles, chosen, *modes));
        context.need(Stage::muscles);
    }
    paint_sources(context, {BrushTarget::muscle_region, chosen}, Stage::muscles);
    if (button("Delete the region", "Removes the region and its muscles (Ctrl+Z restores them)")) {
        context.exchange_muscles(remove_region(muscles, chosen));
        context.view.brush.region = -1;
        context.view.brush.is_held = false;
        context.need(Stage::muscles);
    }
}

} // namespace

bool colour_button(std::size_t index, const std::string& name, bool is_chosen, const char* explanation) {
    ImGui::ColorButton("##colour", colour_of(index), ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                       ImVec2(ImGui::GetFrameHeight(), ImGui::GetFrameHeight()));
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Button,
                          ImGui::GetStyleColorVec4(is_chosen ? ImGuiCol_SliderGrab : ImGuiCol_FrameBg));
    const bool pressed = ImGui::Button((name + "##region").c_str(), ImVec2(-1.0F, 0.0F));
    ImGui::PopStyleColor();
    remember_place("Paint " + name);
    if (ImGui::IsItemHovered()) {
        tooltip(explanation);
    }
    return pressed;
}

void brush_numbers(BrushOptions& brush) {
    edit({"Brush size", "%.1f %%", "Radius of the brush, of the body's diagonal ([ and ])", brush_radius_min,
          brush_radius_max, BrushOptions{}.radius, 0.01, true},
         brush.radius);
    edit({"Brush strength", "%.2f", "Paint added by one stroke, or removed with Ctrl", 0.05, 1.0, 1.0}, brush.strength);
    edit({"Brush softness", "%.2f", "The share of the radius over which the brush fades", 0.0, 1.0, 0.5},
         brush.softness);
    edit("Both sides", "Also paints the far side of the body: a limb in one stroke", brush.through);
    second_column();
    edit("Mirrored", "Also paints the other half of the body, with left and right exchanged", brush.mirrored);
}

void brush_down(BrushOptions& brush) {
    if (button("Put the brush down", "Dragging pulls the flesh again (Esc)")) {
        brush.is_held = false;
    }
}

void rename_painted(PanelContext& context, const PaintedField& field, const std::string& name) {
    const NamedBy named = rename_field(context.draft.description, field, name);
    if (named.loads && depends_on_loads(context.draft.description.subspace)) {
        context.need(Stage::subspace);
    }
    if (named.fibres) {
        context.need(Stage::muscles);
    }
}

void painted_regions(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    const std::vector<MuscleRegion>& regions = context.draft.description.muscles.regions;
    list(context);
    const bool is_new = button("Paint a new region", "Selects the brush: the next stroke creates a region with muscles "
                                                     "of its own, which move only this region");
    if (is_new) {
        brush.is_held = true;
        brush.target = BrushTarget::muscle_region;
        brush.region = -1;
    }
    if (!brush.is_held || brush.target != BrushTarget::muscle_region) {
        return;
    }
    const auto chosen = static_cast<std::size_t>(brush.region);
    brush_numbers(brush);
    if (brush.region >= 0 && chosen < regions.size() && regions[chosen].painted.is_there()) {
        chosen_region(context);
    }
    brush_down(brush);
}

} // namespace limber::app
