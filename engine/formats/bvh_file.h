// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/rig/clip.h"
#include "engine/rig/skeleton.h"

#include <filesystem>
#include <string_view>

/// Motion captures in BVH (Biovision Hierarchy): a tree of joints and a motion of it.
namespace limber {

struct BvhMotion {
    /// In the pose of the hierarchy: each joint at the sum of the offsets down to it, without a rotation. End sites are
    /// not joints. Lengths in the unit of the file; y is up.
    Skeleton skeleton;
    Clip clip; // not looping
};

bool is_bvh_file(const std::filesystem::path& path);

/// Rotations are applied in the order of a joint's channels; channels of positions replace its offset. Fails with
/// bad_input (with the line): no BVH, no frame, a channel of another kind, numbers that are missing or not finite, a
/// frame time of zero or more than ten seconds.
Result<BvhMotion> read_bvh(const std::filesystem::path& path);
Result<BvhMotion> parse_bvh(std::string_view text, std::string_view where);

} // namespace limber
