// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_nodes.h"
#include "engine/formats/vrm_version.h"
#include "engine/rig/spring_bones.h"

#include <optional>
#include <string>
#include <vector>

/// The spring bones of a VRM character (.vrm, glTF with extensions): VRMC_springBone of VRM 1.0, and
/// secondaryAnimation of VRM 0.x, whose groups name the roots of chains.
namespace limber {

struct VrmSprings {
    std::optional<VrmVersion> version; // none: no VRM character
    std::vector<SpringBone> bones;     // in the order of the rig's bones
    std::vector<std::string> warnings; // about nodes that carry nothing
};

/// Refuses indices out of range and numbers that are not finite, negative, or far too large. Where several springs name
/// a bone, the first counts.
VrmSprings vrm_springs(GltfModel& file, const GltfNodes& tree, const GltfBones& bones);

} // namespace limber
