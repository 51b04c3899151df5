// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

/// The sections of the panel, in the order in which a change affects the following ones.
namespace limber::app {

void scene_section(PanelContext& context);
void problems_section(PanelContext& context);
void characters_section(PanelContext& context);
void mesh_section(PanelContext& context);
/// Of rods and shells, in place of all sections that need tets.
void thin_section(PanelContext& context);
/// Of bodies in their plane, in place of the sections of subspaces and clusters.
void plane_section(PanelContext& context);
void rig_section(PanelContext& context);
void rigid_section(PanelContext& context);
void live_input_section(PanelContext& context);
void subspace_section(PanelContext& context);
void loads_section(PanelContext& context);
void clusters_section(PanelContext& context);
void comparison_section(PanelContext& context);
void muscle_section(PanelContext& context);
void behaviour_section(PanelContext& context);
void gait_section(PanelContext& context);
void gait_search_section(PanelContext& context);
void surroundings_section(PanelContext& context);
void material_section(PanelContext& context);
void handles_section(PanelContext& context);
void springs_section(PanelContext& context);
/// The movements of the springs, below them.
void movement_rows(PanelContext& context);
void drawing_section(PanelContext& context);
void performance_section(PanelContext& context);

} // namespace limber::app
