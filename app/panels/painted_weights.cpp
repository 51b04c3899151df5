// SPDX-License-Identifier: MIT
#include "app/panels/painted_weights.h"

#include "app/panels/numbers.h"
#include "app/panels/paint_sources.h"
#include "app/panels/phrases.h"
#include "app/panels/region_section.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <vector>

namespace limber::app {
namespace {

void hold_brush_for_weight(BrushOptions& brush, int weight) {
    brush.is_held = true;
    brush.target = BrushTarget::weight;
    brush.region = weight;
}

void forget_weight(BrushOptions& brush) {
    if (brush.target == BrushTarget::weight) {
        brush.region = -1;
        brush.is_held = false;
    }
}

std::string words_about_weights(const ModelDescription& description) {
    const std::string own =
        description.subspace_file.empty() ? "of handles" : short_path(description.subspace_file, 24);
    const auto count = static_cast<long long>(description.painted_weights.size());
    return count == 0 ? own : own + ", " + counted(count, "painted one", "painted ones");
}

void take_handles(PanelContext& context) {
    ModelDescription& description = context.draft.description;
    if (!description.subspace_file.empty()) {
        description.subspace_file.clear();
        context.need(Stage::subspace);
    }
}

// A button in the colour of each weight. A click selects the brush for it.
void list_of_weights(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    const std::vector<PaintedWeight>& weights = context.draft.description.painted_weights;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const bool is_chosen = brush.paints(BrushTarget::weight) && brush.region == static_cast<int>(i);
        ImGui::PushID(static_cast<int>(i));
        if (colour_button(i, weights[i].name, is_chosen,
                          "Selects the brush for this weight: drag over the flesh to paint what moves with it, with "
                          "Ctrl to erase, with Shift to smooth")) {
            hold_brush_for_weight(brush, static_cast<int>(i));
        }
        ImGui::PopID();
    }
}

void name_of_weight(PanelContext& context, PaintedWeight& weight) {
    std::string typed = context.unfinished.region.value_or(weight.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##weight name", &typed);
    remember_place("Weight name");
    context.unfinished.region = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && !typed.empty()) {
        weight.name = typed;
    }
}

void chosen_weight(PanelContext& context, std::size_t index) {
    std::vector<PaintedWeight>& weights = context.draft.description.painted_weights;
    name_of_weight(context, weights[index]);
    paint_sources(context, {BrushTarget::weight, index}, Stage::subspace);
    if (button("Delete the weight", "The subspace is made without it (Ctrl+Z restores it)")) {
        weights.erase(weights.begin() + static_cast<std::ptrdiff_t>(index));
        forget_weight(context.view.brush);
        context.need(Stage::subspace);
    }
}

} // namespace

void weights_of_subspace(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    fact("Weights", words_about_weights(context.draft.description),
         "Weights of handles that are spread over the body, or of a file, and those that are painted besides");
    const int pressed =
        buttons({"Weights from a file", "Weights that another tool has painted: a NumPy file with a row for "
                                        "each vertex of the tets"},
                {"Of handles", "Spreads handles over the body, as many as there are modes, in place of a file"});
    if (pressed == 0) {
        context.request(AskForFile{FilePurpose::weights});
    } else if (pressed == 1) {
        take_handles(context);
    }
    if (button("Paint a new weight", "Selects the brush: the next stroke adds a weight where it paints, beside the "
                                     "others. What it covers can move, turn and stretch as one, less where it fades")) {
        hold_brush_for_weight(brush, -1);
    }
    list_of_weights(context);
    const auto chosen = static_cast<std::size_t>(std::max(brush.region, 0));
    const bool is_chosen = brush.paints(BrushTarget::weight) && brush.region >= 0;
    if (is_chosen && chosen < context.draft.description.painted_weights.size()) {
        chosen_weight(context, chosen);
    }
    if (brush.paints(BrushTarget::weight)) {
        brush_numbers(brush);
        brush_down(brush);
    }
}

} // namespace limber::app
