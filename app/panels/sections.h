#pragma once

#include "app/panels/studio.h"

/// The rooms of the house as sections of the panel, in the order in which a change runs down them.
namespace limber::app {

void scene_section(Studio& studio);
void cast_section(Studio& studio);
void mesh_section(Studio& studio);
void rig_section(Studio& studio);
void subspace_section(Studio& studio);
void clusters_section(Studio& studio);
void muscle_section(Studio& studio);
void gait_section(Studio& studio);
void learning_section(Studio& studio);
void surroundings_section(Studio& studio);
void material_section(Studio& studio);
void handles_section(Studio& studio);
void drawing_section(Studio& studio);
void performance_section(Studio& studio);

} // namespace limber::app
