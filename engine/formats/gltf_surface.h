// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_nodes.h"
#include "engine/formats/surface_look.h"
#include "engine/rig/rig_draft.h"

#include <string>
#include <vector>

/// The triangles of a glTF scene with their weights, morph targets and colours.
namespace limber {

struct GltfSurface {
    RigDraft rig;
    SurfaceLook look; // of the rig's surface
    /// For each mesh of the file and each of its targets its index among those of the rig.
    std::vector<std::vector<int>> target_of;
    std::vector<std::string> warnings;
};

GltfSurface gltf_surface(GltfModel& file, const GltfNodes& tree, const GltfBones& bones);

} // namespace limber
