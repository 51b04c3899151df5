// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>
#include <string>
#include <vector>

/// Bones, their poses, and the affine maps with which they move the skin. Matrices are in world space; a bone's y axis
/// is its direction, its origin its joint.
namespace limber {

struct Bone {
    std::string name;
    int parent = -1;                 // -1: a root
    Affine rest = identity_affine(); // bone space to world at rest
    double length = 1.0;             // [m]
    double file_scale = 1.0;         // uniform scale of the matrices in the file, removed from `rest` and from its
                                     // clips
};

struct Skeleton {
    std::vector<Bone> bones; // parents may come before or after their children

    int bone_count() const {
        return static_cast<int>(bones.size());
    }
};

/// Returns an error for a parent out of range, a cycle, or a rest matrix that is singular or not finite.
std::optional<Error> fault_in(const Skeleton& skeleton);

/// Parents before children.
std::vector<int> root_first_order(const Skeleton& skeleton);

/// World matrices of the bones, one a bone.
using Pose = std::vector<Affine>;
Pose rest_pose(const Skeleton& skeleton);

/// Applies offsets[b] to every bone b in its own frame, with children following: the offsets of posing by hand, added
/// to a clip. The local matrices of `pose` are kept, including scale and shear.
Pose with_offsets(const Skeleton& skeleton, const Pose& pose, const std::vector<Affine>& offsets);

/// 4b x 3: the maps pose_b * rest_b^-1 that act on rest positions.
AffineStack skinning_maps(const Skeleton& skeleton, const Pose& pose);

} // namespace limber
