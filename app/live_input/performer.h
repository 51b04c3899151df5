// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/rig/skeleton.h"

#include <Eigen/Geometry>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The pose of a performer, as a tracker of a human body sends it: rotations of the bones of VRM's humanoid against
/// their parents, which are the identity in a T-pose, with y up, z ahead and x to the performer's left.
namespace limber::app {

/// The humanoid's bones in a T-pose of a person of usual size. A finger's bones are "Thumb1" to "Thumb3" from the palm
/// on.
const Skeleton& performer_skeleton();

/// The index of a bone by its name in VMC and VRM: "LeftUpperArm", "leftThumbProximal"; nullopt: no such bone.
std::optional<std::size_t> performer_bone(std::string_view name);

struct PerformerPose {
    /// One for each bone; bones that the tracker does not send have none.
    std::vector<std::optional<Eigen::Quaterniond>> rotations;
    Vec3 hips = Vec3::Zero(); // [m] in the root's frame
    Vec3 root = Vec3::Zero(); // [m]
    Eigen::Quaterniond root_rotation = Eigen::Quaterniond::Identity();
    std::vector<std::pair<std::string, double>> blends; // weights of blendshapes, each name once

    PerformerPose();
};

/// Between two poses; share in [0, 1]. Bones and blendshapes that only one pose has are those of that pose.
PerformerPose blended(const PerformerPose& from, const PerformerPose& to, double share);

/// The rotations since the T-pose in the world, one for each bone.
std::vector<Mat3> rotations_since_rest(const PerformerPose& pose);
/// The place of the hips in the world [m].
Vec3 place_of_hips(const PerformerPose& pose);

} // namespace limber::app
