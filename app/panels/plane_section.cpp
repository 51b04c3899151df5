// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/thin_offer.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"

#include <imgui.h>

namespace limber::app {
namespace {

constexpr double shallowest = 1e-3; // [m] of the slider
constexpr double deepest = 1.0;     // [m] likewise

void depth_row(PanelContext& context) {
    const Number depth{"Depth",
                       "%.1f mm",
                       "Depth of the body along z (d), to which its mass and its stiffness are in proportion; the body "
                       "is rebuilt",
                       shallowest,
                       deepest,
                       context.ui_state.selected.opened->plane_depth,
                       1e-3,
                       true};
    if (edit(depth, context.draft.description.plane_depth).finished) {
        context.need(Stage::mesh);
    }
}

} // namespace

void plane_section(PanelContext& context) {
    if (!section("Plane", true)) {
        return;
    }
    const Character& it = *context.ui_state.character;
    fact("Triangles", grouped(it.mesh.tet_count() / 3), "Of the file, each with a rotation of its own");
    fact("Moves in", counted(2 * it.modes->W.cols(), "coordinate", "coordinates"),
         "Two for each vertex up to 300 vertices, so that every vertex moves by itself; of a larger body the softest");
    depth_row(context);
    if (button("Make it a shell", "Lets it leave its plane, as a thin sheet of the same triangles")) {
        take_kind(shell_offer(bounding_box(it.mesh.X).diagonal()), context.draft.description);
        context.need(Stage::mesh);
    }
    ImGui::TextWrapped("The body moves in the x-y plane alone, as a solid of two dimensions in plane strain. It has no "
                       "rig, clips, loads and other subspaces. Its muscles are a cage, each vertex or example poses.");
}

} // namespace limber::app
