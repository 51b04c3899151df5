// SPDX-License-Identifier: MIT
#include "app/panels/material_parts.h"

#include "app/character/rig_paint.h"
#include "app/panels/numbers.h"
#include "app/panels/paint_sources.h"
#include "app/panels/preset_rows.h"
#include "app/panels/region_section.h"
#include "app/panels/widget_places.h"
#include "app/view/region_paint.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr double factor_low = 1e-3;
constexpr double factor_high = 1e3;

void hold_brush(BrushOptions& brush, BrushTarget target, int index) {
    brush.is_held = true;
    brush.target = target;
    brush.region = index;
}

// A button in the colour of each part. A click selects the brush for it.
void list_of_parts(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    const std::vector<MaterialPart>& parts = context.draft.description.material.parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool is_chosen = brush.paints(BrushTarget::material_part) && brush.region == static_cast<int>(i);
        ImGui::PushID(static_cast<int>(i));
        if (colour_button(i, parts[i].name, is_chosen,
                          "Selects the brush for this part: drag over the flesh to paint, "
                          "with Ctrl to erase, with Shift to smooth")) {
            hold_brush(brush, BrushTarget::material_part, static_cast<int>(i));
        }
        ImGui::PopID();
    }
}

void name_of_part(PanelContext& context, std::size_t index) {
    const MaterialPart& part = context.draft.description.material.parts[index];
    std::string typed = context.unfinished.region.value_or(part.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##part name", &typed);
    remember_place("Part name");
    context.unfinished.region = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && !typed.empty() && typed != part.name) {
        rename_painted(context, {BrushTarget::material_part, index}, typed);
    }
}

// Factors that make the part of that material, with the base material as it is now.
void preset_of_part(PanelContext& context, MaterialPart& part) {
    const CharacterControls& controls = context.draft.controls;
    const std::vector<UserMaterial> presets = offered_materials(context.ui_state);
    int chosen = -1;
    if (edit("Made of", "Sets the part's stiffness and density to those of a familiar material, or of one of your own",
             names_of(presets), chosen)) {
        const UserMaterial& preset = presets[static_cast<std::size_t>(chosen)];
        part.young_factor =
            std::clamp(preset.young / controls.young, region_factor_range.low, region_factor_range.high);
        part.density_factor =
            std::clamp(preset.density / controls.density, region_factor_range.low, region_factor_range.high);
        context.need(Stage::operators);
    }
}

void factors_of_part(PanelContext& context, MaterialPart& part) {
    const Edited stiffness = edit({"Stiffness x", "%.3g",
                                   "Young's modulus where the paint is full, times the body's; where it is half, the "
                                   "square root of that",
                                   factor_low, factor_high, 1.0, 1.0, true},
                                  part.young_factor);
    const Edited density =
        edit({"Density x", "%.3g", "Density where the paint is full, times the body's", 0.05, 20.0, 1.0, 1.0, true},
             part.density_factor);
    if (stiffness.finished || density.finished) {
        context.need(Stage::operators);
    }
}

void chosen_part(PanelContext& context, std::size_t index) {
    std::vector<MaterialPart>& parts = context.draft.description.material.parts;
    name_of_part(context, index);
    preset_of_part(context, parts[index]);
    factors_of_part(context, parts[index]);
    paint_sources(context, {BrushTarget::material_part, index}, Stage::operators);
    if (button("Delete the part", "The body is there as everywhere else again (Ctrl+Z restores the part)")) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(index));
        context.view.brush.region = -1;
        context.view.brush.is_held = false;
        context.need(Stage::operators);
    }
}

// The same paint is called a mask where a rig moves the body, and pins where one handle holds it.
void pins(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    ModelDescription& description = context.draft.description;
    const bool has_bones = context.ui_state.character->description.rig_kind == RigKind::file;
    const bool is_pressed =
        has_bones
            ? button("Paint rig or simulation",
                     "Selects the brush: where the paint is full, the rig alone moves the body, where there is "
                     "none, the simulation moves it too, and between them less")
            : button("Paint pins", "Selects the brush: where the paint is full, the body stays at its handle, and "
                                   "it hangs from there alone");
    if (is_pressed) {
        hold_brush(brush, BrushTarget::pins, -1);
    }
    if (!brush.paints(BrushTarget::pins)) {
        return;
    }
    paint_sources(context, {BrushTarget::pins, 0}, Stage::rig);
    brush_numbers(brush);
    const char* const remove = has_bones ? "Simulate everywhere" : "Remove all pins";
    if (!description.pins.is_blank() && button(remove, "Removes the paint (Ctrl+Z restores it)")) {
        description.pins = {};
        context.need(Stage::rig);
    }
    brush_down(brush);
}

void take_suggested(PanelContext& context, const std::vector<MaterialPart>& suggested) {
    auto parts = context.draft.description.material.parts;
    add_suggested(parts, suggested);
    if (parts.size() > material_parts_max) {
        context.say("A body has at most " + std::to_string(material_parts_max) +
                    " painted parts: delete some, and then take those of the rig.");
        return;
    }
    const std::string count = std::to_string(parts.size()) + (parts.size() == 1 ? " part" : " parts");
    context.say("Its softness is painted in " + count +
                    " now: Painted materials, a choice of Paint in Drawing, shows where.",
                Message::Topic::undo);
    context.draft.description.material.parts = std::move(parts);
    context.need(Stage::operators);
}

} // namespace

void soften(PanelContext& context) {
    const Character& character = *context.ui_state.character;
    const std::vector<MaterialPart> suggested =
        character.springs.empty() ? softness_by_rig(character) : softness_by_springs(character);
    if (suggested.empty()) {
        context.say("Nothing hangs loose from the rig of " + context.draft.description.name +
                    ", such as a tail, ears or hair, so there is nothing to soften.");
        return;
    }
    take_suggested(context, suggested);
}

void material_parts(PanelContext& context) {
    const std::vector<MaterialPart>& parts = context.draft.description.material.parts;
    const bool is_open = ImGui::TreeNode("Painted parts and pins");
    remember_place("Painted parts and pins");
    if (!is_open) {
        return;
    }
    list_of_parts(context);
    const Character& character = *context.ui_state.character;
    if (character.description.rig_kind == RigKind::file) {
        const bool is_pressed =
            character.springs.empty()
                ? button("Soften by the rig", "Makes the trunk and the limbs of the rig stiffer, and what hangs from "
                                              "them softer towards its end: tails, ears, hair")
                : button("Soften by the spring bones", "Makes what the spring bones of the file swing as soft as their "
                                                       "stiffness says, and the rest of the body stiffer");
        if (is_pressed) {
            soften(context);
        }
    }
    BrushOptions& brush = context.view.brush;
    if (button("Paint a new part", "Selects the brush: the next stroke creates a part, a quarter as stiff as the "
                                   "body, with a stiffness and a density of its own")) {
        hold_brush(brush, BrushTarget::material_part, -1);
    }
    if (brush.paints(BrushTarget::material_part)) {
        const auto index = static_cast<std::size_t>(brush.region);
        if (brush.region >= 0 && index < parts.size()) {
            chosen_part(context, index);
        }
        brush_numbers(brush);
        brush_down(brush);
    }
    if (context.ui_state.character->description.rig_kind != RigKind::none) {
        pins(context);
    }
    ImGui::TreePop();
}

} // namespace limber::app
