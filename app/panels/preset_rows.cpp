// SPDX-License-Identifier: MIT
#include "app/panels/preset_rows.h"

#include "app/document/material_presets.h"
#include "app/panels/numbers.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

bool is_made_of(const CharacterControls& controls, const UserMaterial& material) {
    return controls.young == material.young && controls.density == material.density &&
           controls.damping == material.damping;
}

// Enter keeps the material under the name that was typed, Escape leaves it.
void name_of_preset(PanelContext& context) {
    std::string& typed = *context.unfinished.preset;
    const bool is_new = ImGui::IsWindowAppearing() || !ImGui::IsAnyItemActive();
    if (is_new) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1.0F);
    const bool is_entered = ImGui::InputTextWithHint("##preset name", "Name of the preset, then Enter", &typed,
                                                     ImGuiInputTextFlags_EnterReturnsTrue);
    remember_place("Preset name");
    if (is_entered && !typed.empty()) {
        context.request(SaveMaterial{typed});
    }
    if (is_entered || ImGui::IsItemDeactivated()) {
        context.unfinished.preset.reset();
    }
}

} // namespace

std::vector<UserMaterial> offered_materials(const UiState& ui_state) {
    std::vector<UserMaterial> offered;
    for (const MaterialPreset& preset : material_presets) {
        offered.push_back({preset.name, preset.young, preset.density, preset.damping});
    }
    if (ui_state.materials.own) {
        offered.insert(offered.end(), ui_state.materials.own->begin(), ui_state.materials.own->end());
    }
    return offered;
}

std::vector<std::string> names_of(const std::vector<UserMaterial>& materials) {
    std::vector<std::string> names;
    std::ranges::transform(materials, std::back_inserter(names), &UserMaterial::name);
    return names;
}

void preset_rows(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    const std::vector<UserMaterial> offered = offered_materials(context.ui_state);
    const auto same = std::ranges::find_if(offered, [&](const UserMaterial& one) { return is_made_of(controls, one); });
    int chosen = same == offered.end() ? -1 : static_cast<int>(same - offered.begin());
    if (edit("Preset", "Sets stiffness, density and damping to those of a familiar material, or of one of your own",
             names_of(offered), chosen)) {
        const UserMaterial& preset = offered[static_cast<std::size_t>(chosen)];
        controls.young = preset.young;
        controls.density = preset.density;
        controls.damping = preset.damping;
    }
    if (context.unfinished.preset) {
        name_of_preset(context);
        return;
    }
    const bool is_own = chosen >= static_cast<int>(material_presets.size());
    const int pressed =
        buttons({"Save as preset...", "Keeps stiffness, density and damping under a name, for all scenes"},
                {"Remove preset", is_own ? "Takes this preset of yours out of the list; characters keep their values"
                                         : "The material is none of your own presets"},
                {true, is_own});
    if (pressed == 0) {
        context.unfinished.preset = "";
    } else if (pressed == 1) {
        context.request(RemoveMaterial{offered[static_cast<std::size_t>(chosen)].name});
    }
}

} // namespace limber::app
