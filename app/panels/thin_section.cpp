// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/thin_offer.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "engine/mesh/slab.h"

#include <imgui.h>

namespace limber::app {
namespace {

constexpr double thinnest = 1e-4; // [m] of the sliders
constexpr double thickest = 0.1;  // [m]

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

// A flat shell may also move as a solid in its plane.
void plane_row(PanelContext& context) {
    const Points& X = context.ui_state.character->mesh.X;
    ModelDescription& scene = context.draft.description;
    if (scene.rod_radius > 0.0 || !is_flat(X) ||
        !button("Keep it in its plane", "Makes it a solid of two dimensions, which neither bends nor falls over")) {
        return;
    }
    take_kind(plane_offer(bounding_box(X).diagonal()), scene);
    context.need(Stage::mesh);
}

} // namespace

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
    plane_row(context);
    ImGui::TextWrapped("Rods and shells have no tets: no other subspaces, loads, clusters, comparison and gaits. They "
                       "move by a behaviour.");
}

} // namespace limber::app
