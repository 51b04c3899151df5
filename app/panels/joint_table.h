// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <cstddef>
#include <filesystem>

/// Lists of the bones of a rig, one for each joint of a clip.
namespace limber::app {

/// Of a clip that the rig plays. A list's first entry leaves the choice to the clip's file and the names. `carried`:
/// the index of the clip in the shown character, which carried it over.
void table_of_matches(PanelContext& context, const std::filesystem::path& clip, std::size_t carried);

/// Of the clip that the rig refused, if the user chooses its bones.
void table_of_refused_clip(PanelContext& context);

} // namespace limber::app
