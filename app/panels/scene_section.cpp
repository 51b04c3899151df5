// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/interaction/shortcuts.h"
#include "app/panels/edited_count.h"
#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "engine/mesh/tetrahedralise.h"

#include <imgui.h>

namespace limber::app {
namespace {

std::string title_of(const std::filesystem::path& path) {
    std::string title = creature_named_by(path).value_or(path.stem().string());
    for (char& c : title) {
        c = c == '_' ? ' ' : c;
    }
    return title;
}

// Lists the scenes that come with the program and the recent files.
void scene_list(PanelContext& context) {
    const UiState& now = context.ui_state;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const float room = ImGui::CalcItemWidth() - ImGui::GetFrameHeight() - 2.0F * ImGui::GetStyle().FramePadding.x;
    const std::string shown = fitted(now.character ? now.files.name : "Choose a scene", room);
    const bool open = ImGui::BeginCombo("##scenes", shown.c_str(), ImGuiComboFlags_HeightLarge);
    remember_place("Scenes");
    if (!open) {
        return;
    }
    for (const auto& path : *now.files.scenes) {
        if (ImGui::Selectable(title_of(path).c_str())) {
            context.request(OpenFile{path});
        }
        remember_place("scene: " + path.stem().string());
    }
    if (!now.files.recent->empty()) {
        ImGui::Separator();
        ImGui::TextDisabled("Recent");
    }
    for (const auto& path : *now.files.recent) {
        const std::string name = creature_named_by(path) ? display_name(path) : short_path(path);
        if (ImGui::Selectable(name.c_str())) {
            context.request(OpenFile{path});
        }
    }
    ImGui::EndCombo();
}

// New scenes are chosen from the pictures above.
void file_buttons(PanelContext& context) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - 2.0F * gap) / 3.0F;
    const bool is_open = context.ui_state.character != nullptr;
    const auto one = [&](const char* name, Action action, bool possible) {
        ImGui::BeginDisabled(!possible);
        if (ImGui::Button(name, ImVec2(width, 0))) {
            context.act(action);
        }
        remember_place(name);
        ImGui::EndDisabled();
        if (ImGui::IsItemHovered()) {
            tooltip(tooltip_of(action).c_str());
        }
    };
    one("Open...", Action::open_file, true);
    ImGui::SameLine();
    one("Save", Action::save_scene, is_open);
    ImGui::SameLine();
    one("Save as...", Action::save_scene_as, is_open);
}

void undo_and_export_buttons(PanelContext& context) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - 2.0F * gap) / 3.0F;
    const auto one = [&](const char* name, Action action, bool possible, const std::string& more) {
        ImGui::BeginDisabled(!possible);
        if (ImGui::Button(name, ImVec2(width, 0))) {
            context.act(action);
        }
        remember_place(name);
        ImGui::EndDisabled();
        if (ImGui::IsItemHovered()) {
            tooltip((more.empty() ? tooltip_of(action) : tooltip_of(action) + ": " + more).c_str());
        }
    };
    const EditsUi& edits = context.ui_state.edits;
    one("Undo", Action::undo, edits.can_undo, edits.undo_name);
    ImGui::SameLine();
    one("Redo", Action::redo, edits.can_redo, edits.redo_name);
    ImGui::SameLine();
    one("Export...", Action::export_motion, context.ui_state.character && !context.ui_state.exporting.is_running,
        "the steps since the last reset, up to what is shown, as .glb, .usda, .pc2, .mdd or .obj, or as a film (.mp4, "
        ".png)");
}

// The tets are made in the background once the slider is released.
void resolution_row(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!is_filled_surface(now.character->description)) {
        return;
    }
    const Index wanted = now.build.target_vertices;
    const Number vertices{
        "Tet vertices",
        "%d",
        "How many vertices, about, the tetrahedra inside the surface get. More keep thinner parts and bend more "
        "finely. "
        "A step costs the same; the tetrahedra and the modes take longer to make: with 8,000 vertices some seconds, "
        "with 50,000 half a minute, with 200,000 several minutes, on two cores",
        static_cast<double>(target_vertices_min),
        200e3,
        static_cast<double>(now.selected.opened->target_vertices),
        1.0,
        true,
        nullptr,
        "scene files and the command line allow more"};
    const auto chosen =
        edited_count(vertices, static_cast<int>(wanted > 0 ? wanted : context.draft.description.target_vertices),
                     context.unfinished.count);
    if (chosen) {
        context.request(ChangeTets{.target_vertices = *chosen});
    }
}

// A few are read at once.
void repairs(const std::vector<std::string>& warnings) {
    if (warnings.empty()) {
        return;
    }
    constexpr std::size_t few = 6;
    const std::string title =
        counted(static_cast<long long>(warnings.size()), "repair or warning", "repairs and warnings");
    const bool is_folded = warnings.size() > few && !ImGui::TreeNode("Repairs", "%s", title.c_str());
    remember_place("Repairs");
    if (is_folded) {
        return;
    }
    if (warnings.size() <= few) {
        ImGui::TextDisabled("%s", title.c_str());
    }
    for (const std::string& warning : warnings) {
        ImGui::TextWrapped("%s.", warning.c_str());
    }
    if (warnings.size() > few) {
        ImGui::TreePop();
    }
}

void facts_of_tets(const Character& it) {
    fact("Tetrahedra", grouped(it.mesh.tet_count()), "t");
    fact("Surface", counted(it.boundary.rows(), "triangle", "triangles"));
    fact("Volume", measured(it.quality.volume, "m\u00b3"));
    fact("Dihedral", measured(it.quality.dihedral_first_percent, "\u00b0 (worst 1 %)"),
         "The smallest dihedral angle of a tetrahedron: 1 % of them have a smaller one");
    fact("Parts", grouped(it.quality.component_count), "Connected components");
}

} // namespace

void scene_section(PanelContext& context) {
    scene_list(context);
    if (ImGui::Button("All scenes in pictures", ImVec2(ImGui::GetContentRegionAvail().x, 0))) {
        context.act(Action::show_scenes);
    }
    remember_place("All scenes");
    if (ImGui::IsItemHovered()) {
        tooltip(tooltip_of(Action::show_scenes).c_str());
    }
    file_buttons(context);
    undo_and_export_buttons(context);
}

void mesh_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Mesh", false)) {
        return;
    }
    const Character& it = *now.character;
    fact("Vertices", grouped(it.vertex_count()), "n");
    fact("Size", measured(bounding_box(it.mesh.X).diagonal(), "m"), "The diagonal of the bounding box at rest");
    if (!it.thin) {
        facts_of_tets(it);
    }
    resolution_row(context);
    ModelDescription& scene = context.draft.description;
    const Number scale{"Scale", "%.4g m", "Metres per unit of the mesh file; the mesh is rebuilt",
                       1e-4,    1e3,      context.ui_state.selected.opened->metres_per_unit,
                       1.0,     true};
    double unit = scene.metres_per_unit;
    const bool is_finished = edit(scale, unit).finished;
    if (unit != scene.metres_per_unit) {
        change_unit(scene, unit, it.description.metres_per_unit);
    }
    if (is_finished) {
        context.need(Stage::mesh);
    }
    repairs(it.warnings);
}

} // namespace limber::app
