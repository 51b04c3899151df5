// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"
#include "tests/support/scratch_folder.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A small scene as files.
namespace limber::testing {

void write_bytes(const std::filesystem::path& path, std::string_view bytes);
std::string bytes_of(const std::filesystem::path& path);

/// A bar with two bones and a looping clip that bends it, as files: bar.mesh, bar_rig.json, bend.json, bar.json (the
/// scene). Returns the scene's path.
std::filesystem::path write_small_scene(const ScratchFolder& folder);
TetMesh small_bar();
Rig small_rig(const TetMesh& bar);
Clip bending_clip(const Skeleton& skeleton);
/// A BVH of two frames in the pose in which that clip bends it most, of the joints "base" and "arm".
std::string two_bones_bvh();
/// Replaces the scene's clip by one that also carries the bar 19 m along x.
void write_carrying_clip(const ScratchFolder& folder);
/// A file of labels (read_labels).
Result<Done> write_labels(const std::vector<int>& labels, const std::filesystem::path& path);

} // namespace limber::testing
