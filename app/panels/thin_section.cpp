// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"

#include <imgui.h>

namespace limber::app {
namespace {

constexpr double thinnest = 1e-4; // [m] of the sliders
constexpr double thickest = 0.1;  // [m]
constexpr double deepest = 1.0;   // [m] of the slider

void size_row(PanelContext& context) {
    ModelDescription& scene = context.draft.description;
    const ModelDescription& opened = *context.ui_state.selected.opened;
    const bool is_rod = scene.rod_radius > 0.0;
    const Number radius{"Radius", "%.2f mm", "Radius of the rods (r); the body is rebuilt",
                        thinnest, thickest,  opened.rod_radius,
                        1e-3,     true};
    const Number thickness{"Thickness", "%.2f mm", "Thickness of the shell (t); the body is rebuilt",
                           thinnest,    thickest,  opened.shell_thickness,
                           1e-3,        true};
    const Edited edited = is_rod ? edit(radius, scene.rod_radius) : edit(thickness, scene.shell_thickness);
    if (edited.finished) {
        context.need(Stage::mesh);
    }
}

} // namespace

void plane_section(PanelContext& context) {
    if (!section("Plane", true)) {
        return;
    }
    const Character& it = *context.ui_state.character;
    ModelDescription& scene = context.draft.description;
    fact("Triangles", grouped(it.mesh.tet_count() / 3), "Of the file, each with a rotation of its own");
    fact("Moves in", counted(2 * it.modes->W.cols(), "coordinate", "coordinates"),
         "Two for each vertex up to 300 vertices, so that every vertex moves by itself; of a larger body the softest");
    const Number depth{"Depth",
                       "%.2f mm",
                       "Depth of the body along z (d), on which its mass and its stiffness depend "
                       "alike; the body is rebuilt",
                       thinnest,
                       deepest,
                       context.ui_state.selected.opened->plane_depth,
                       1e-3,
                       true};
    if (edit(depth, scene.plane_depth).finished) {
        context.need(Stage::mesh);
    }
    ImGui::TextWrapped(
        "The body moves in the x-y plane alone, in plane strain, as a solid of two dimensions. It has no "
        "rig, clips, loads and other subspaces.");
}

void thin_section(PanelContext& context) {
    const Character& it = *context.ui_state.character;
    const bool is_rod = it.description.rod_radius > 0.0;
    if (!section(is_rod ? "Rods" : "Shell", true)) {
        return;
    }
    if (is_rod) {
        fact("Edges", grouped(it.thin->edges.rows()), "Between neighbours of the file's polylines");
    } else {
        fact("Triangles", grouped(it.thin->triangles.rows()), "Of the middle of the sheet");
    }
    fact("Moves in", counted(it.modes->W.cols(), "mode", "modes"),
         "As many as vertices up to 300, so that every vertex moves by itself; the softest ones of a larger body");
    size_row(context);
    ImGui::TextWrapped("Rods and shells have no tets: no other subspaces, loads, clusters, comparison, muscles, "
                       "behaviours and gaits.");
}

} // namespace limber::app
