// SPDX-License-Identifier: MIT
#include "app/panels/load_rows.h"
#include "app/panels/numbers.h"
#include "app/panels/paint_sources.h"
#include "app/panels/phrases.h"
#include "app/panels/region_section.h"
#include "app/panels/sections.h"
#include "app/panels/subspace_words.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

bool is_chosen_load(const BrushOptions& brush, std::size_t load) {
    return brush.target == BrushTarget::load && brush.region == static_cast<int>(load);
}

// The brush is selected for loads that paint limits.
void choose_load(BrushOptions& brush, const std::vector<BodyLoad>& loads, int load) {
    brush.target = BrushTarget::load;
    brush.region = load;
    brush.is_held = load < 0 || has_field(loads[static_cast<std::size_t>(load)].load.kind);
}

void forget_load(BrushOptions& brush) {
    brush.region = -1;
    brush.is_held = false;
}

// A button in the colour of each load.
void list_of_loads(PanelContext& context) {
    const std::vector<BodyLoad>& loads = context.draft.description.loads;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (colour_button(
                i, name_of(context.draft.description, {BrushTarget::load, i}), is_chosen_load(context.view.brush, i),
                "Shows the load, and selects the brush if paint limits it: drag over the flesh to paint where "
                "forces will come from, with Ctrl to erase, with Shift to smooth")) {
            choose_load(context.view.brush, loads, static_cast<int>(i));
            context.view.paint = PaintKind::loads;
        }
        ImGui::PopID();
    }
}

void name_of_load(PanelContext& context, Load& load) {
    std::string typed = context.unfinished.region.value_or(load.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##load name", &typed);
    remember_place("Load name");
    context.unfinished.region = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && !typed.empty()) {
        load.name = typed;
    }
}

void chosen_load(PanelContext& context, std::size_t index) {
    std::vector<BodyLoad>& loads = context.draft.description.loads;
    BrushOptions& brush = context.view.brush;
    name_of_load(context, loads[index].load);
    const LoadKind kind = loads[index].load.kind;
    rows_of_load(context, loads[index].load);
    if (loads[index].load.kind != kind) {
        choose_load(brush, loads, static_cast<int>(index)); // paint limits some kinds alone
    }
    if (brush.paints(BrushTarget::load)) {
        paint_sources(context, {BrushTarget::load, index}, Stage::subspace);
    }
    if (button("Delete the load", "The subspace is made without it (Ctrl+Z restores it)")) {
        loads.erase(loads.begin() + static_cast<std::ptrdiff_t>(index));
        forget_load(brush);
        drop_unused_switch(context.draft.description);
        need_subspace_for_loads(context);
    }
}

void propose(PanelContext& context, LoadSource source) {
    context.request(AddProposedLoads{source});
    if (context.view.brush.target == BrushTarget::load) {
        forget_load(context.view.brush); // earlier loads of the source are removed, so that places in the list change
    }
    context.view.paint = PaintKind::loads;
}

void new_loads(PanelContext& context) {
    const int pressed =
        buttons({"Paint a new load", "Selects the brush: the next stroke creates a load where it paints"},
                {"From the handles", "Adds a load at the handles that pull the body now, in place of an "
                                     "earlier one"});
    if (pressed == 0) {
        choose_load(context.view.brush, context.draft.description.loads, -1);
        context.view.paint = PaintKind::loads;
    } else if (pressed == 1) {
        propose(context, LoadSource::handles);
    }
    const int of_scene =
        buttons({"From the obstacles", "Adds a load for each part of the surface that an obstacle or the floor is "
                                       "nearest to, as one contact, in place of earlier ones"},
                {"From the pockets", "Adds a load that inflates the closed cavities of the body"});
    if (of_scene >= 0) {
        propose(context, of_scene == 0 ? LoadSource::obstacles : LoadSource::pockets);
    }
    const bool has_springs = !context.ui_state.character->springs.empty() || !context.draft.controls.springs.empty();
    if (has_springs && button("From the springs", "Adds a load along the springs between points of the body, and one "
                                                  "on what the springs of the rig's file swing, such as hair and "
                                                  "ears, in place of earlier ones")) {
        propose(context, LoadSource::springs);
    }
}

// Of the subspace that is made for the loads, once it is there.
void note_on_fewer_modes(const Character& character) {
    const std::string fewer = words_about_fewer_columns(character);
    if (depends_on_loads(character.subspace) && !fewer.empty()) {
        ImGui::TextWrapped("%s", fewer.c_str());
        remember_place("Fewer modes than asked for");
    }
}

} // namespace

void loads_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Loads", false)) {
        return;
    }
    ModelDescription& description = context.draft.description;
    BrushOptions& brush = context.view.brush;
    list_of_loads(context);
    new_loads(context);
    const auto chosen = static_cast<std::size_t>(std::max(brush.region, 0));
    if (brush.region >= 0 && chosen < description.loads.size() && is_chosen_load(brush, chosen)) {
        chosen_load(context, chosen);
    }
    if (brush.paints(BrushTarget::load)) {
        brush_numbers(brush);
        brush_down(brush);
    }
    if (depends_on_loads(description.subspace)) {
        note_on_fewer_modes(*context.ui_state.character);
    } else if (!description.loads.empty() && button("Make the subspace for these loads",
                                                    "Changes the kind of the subspace to skinning for loads: the modes "
                                                    "are responses to these forces")) {
        description.subspace = SubspaceKind::force_dual_skinning;
        description.subspace_file.clear();
        drop_unused_switch(description);
        context.need(Stage::subspace);
    }
}

} // namespace limber::app
