// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_nodes.h"
#include "engine/rig/clip.h"

#include <vector>

/// The animations of a glTF file as clips of bones and targets.
namespace limber {

/// Whether each node is moved by any animation. Refuses indices out of range.
std::vector<bool> moving_nodes(GltfModel& file);

/// `target_of`: for each mesh and each of its targets its index among `target_count`.
std::vector<Clip> gltf_clips(GltfModel& file, const GltfNodes& tree, const GltfBones& bones,
                             const std::vector<std::vector<int>>& target_of, std::size_t target_count,
                             std::vector<std::string>& warnings);

} // namespace limber
