// SPDX-License-Identifier: MIT
#include "app/panels/material_parts.h"

#include "app/character/rig_paint.h"
#include "app/document/material_presets.h"
#include "app/panels/numbers.h"
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

void name_of_part(PanelContext& context, MaterialPart& part) {
    std::string typed = context.unfinished.region.value_or(part.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##part name", &typed);
    remember_place("Part name");
    context.unfinished.region = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && !typed.empty()) {
        part.name = typed;
    }
}

// Factors that make the part of that material, with the base material as it is now.
void preset_of_part(PanelContext& context, MaterialPart& part) {
    const CharacterControls& controls = context.draft.controls;
    std::vector<std::string> names;
    for (const MaterialPreset& preset : material_presets) {
        names.emplace_back(preset.name);
    }
    int chosen = -1;
    if (edit("Made of", "Sets the part's stiffness and density to those of a familiar material", names, chosen)) {
        const MaterialPreset& preset = material_presets.at(static_cast<std::size_t>(chosen));
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

// Adds what a bone holds to the paint of the part.
void bone_of_part(PanelContext& context, MaterialPart& part) {
    const Character& character = *context.ui_state.character;
    if (character.rig.skeleton.bone_count() < 2) {
        return;
    }
    std::vector<std::string> names;
    for (const Bone& bone : character.rig.skeleton.bones) {
        names.push_back(bone.name);
    }
    int bone = -1;
    if (edit("Add a bone", "Paints what a bone holds, as strongly as it holds it", names, bone)) {
        PaintLevels levels = paint_of_bone(character, bone);
        const PaintLevels& before = part.painted.levels();
        for (std::size_t i = 0; i < std::min(levels.size(), before.size()); ++i) {
            levels[i] = std::max(levels[i], before[i]);
        }
        part.painted = PaintedRegion(std::move(levels));
        context.need(Stage::operators);
    }
}

void chosen_part(PanelContext& context, std::size_t index) {
    std::vector<MaterialPart>& parts = context.draft.description.material.parts;
    name_of_part(context, parts[index]);
    preset_of_part(context, parts[index]);
    factors_of_part(context, parts[index]);
    bone_of_part(context, parts[index]);
    if (button("Delete the part", "The body is there as everywhere else again (Ctrl+Z restores the part)")) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(index));
        context.view.brush.region = -1;
        context.view.brush.is_held = false;
        context.need(Stage::operators);
    }
}

void soften_by_rig(PanelContext& context) {
    const std::vector<MaterialPart> suggested = softness_by_rig(*context.ui_state.character);
    if (suggested.empty()) {
        context.say("Nothing hangs loose from the rig of " + context.draft.description.name +
                    ", such as a tail, ears or hair, so there is nothing to soften.");
        return;
    }
    auto& parts = context.draft.description.material.parts;
    for (const MaterialPart& part : suggested) {
        std::erase_if(parts, [&](const MaterialPart& earlier) { return earlier.name == part.name; });
        parts.push_back(part);
    }
    context.view.paint = PaintKind::materials;
    context.need(Stage::operators);
}

void pins(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    ModelDescription& description = context.draft.description;
    if (button("Paint pins",
               "Selects the brush: where the paint is full, the body stays with its rig, without secondary "
               "motion; a body on one handle hangs from there alone")) {
        hold_brush(brush, BrushTarget::pins, -1);
    }
    if (!brush.paints(BrushTarget::pins)) {
        return;
    }
    brush_numbers(brush);
    if (!description.pins.is_blank() && button("Remove all pins", "The body moves everywhere (Ctrl+Z restores them)")) {
        description.pins = {};
        context.need(Stage::rig);
    }
    brush_down(brush);
}

} // namespace

void material_parts(PanelContext& context) {
    const std::vector<MaterialPart>& parts = context.draft.description.material.parts;
    const bool is_open = ImGui::TreeNode("Painted parts and pins");
    remember_place("Painted parts and pins");
    if (!is_open) {
        return;
    }
    list_of_parts(context);
    if (context.ui_state.character->description.rig_kind == RigKind::file &&
        button("Soften by the rig", "Makes the trunk and the limbs of the rig stiffer, and what hangs from them softer "
                                    "towards its end: tails, ears, hair")) {
        soften_by_rig(context);
    }
    BrushOptions& brush = context.view.brush;
    if (button("Paint a new part", "Selects the brush: the next stroke creates a part with a stiffness and a density "
                                   "of its own")) {
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
