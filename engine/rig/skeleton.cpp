// SPDX-License-Identifier: MIT
#include "engine/rig/skeleton.h"

#include "engine/core/contract.h"

#include <cmath>

namespace limber {
namespace {

std::string name_of(const Skeleton& skeleton, int bone) {
    const std::string& name = skeleton.bones[static_cast<std::size_t>(bone)].name;
    return "bone " + std::to_string(bone) + (name.empty() ? "" : " (" + name + ")");
}

Error bad_bone(const Skeleton& skeleton, int bone, std::string message) {
    return Error{ErrorKind::bad_input, std::move(message), name_of(skeleton, bone)};
}

bool reaches_a_root(const Skeleton& skeleton, int bone) {
    for (int steps = 0; steps < skeleton.bone_count(); ++steps) {
        bone = skeleton.bones[static_cast<std::size_t>(bone)].parent;
        if (bone < 0) {
            return true;
        }
    }
    return false;
}

std::optional<Error> fault_in_bone(const Skeleton& skeleton, int b) {
    const Bone& bone = skeleton.bones[static_cast<std::size_t>(b)];
    if (bone.parent < -1 || bone.parent >= skeleton.bone_count()) {
        return bad_bone(skeleton, b,
                        "its parent is bone " + std::to_string(bone.parent) + " of " +
                            std::to_string(skeleton.bone_count()) + "; use -1 for a root");
    }
    if (!is_invertible(bone.rest)) {
        return bad_bone(skeleton, b, "its rest matrix is singular or not finite");
    }
    if (!(bone.length >= 0.0) || !std::isfinite(bone.length)) {
        return bad_bone(skeleton, b, "its length is negative or not finite");
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in(const Skeleton& skeleton) {
    if (skeleton.bones.empty()) {
        return Error{ErrorKind::bad_input, "the skeleton has no bones; give at least one", "bones"};
    }
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        if (auto fault = fault_in_bone(skeleton, b)) {
            return fault;
        }
    }
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        if (!reaches_a_root(skeleton, b)) {
            return bad_bone(skeleton, b, "its parents run in a circle; one of them must be a root");
        }
    }
    return std::nullopt;
}

std::vector<int> root_first_order(const Skeleton& skeleton) {
    std::vector<int> order;
    std::vector<bool> is_placed(skeleton.bones.size(), false);
    std::vector<int> path;
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        for (int up = b; up >= 0 && !is_placed[static_cast<std::size_t>(up)];
             up = skeleton.bones[static_cast<std::size_t>(up)].parent) {
            EXPECTS(path.size() < skeleton.bones.size());
            path.push_back(up);
        }
        for (; !path.empty(); path.pop_back()) {
            is_placed[static_cast<std::size_t>(path.back())] = true;
            order.push_back(path.back());
        }
    }
    return order;
}

Pose rest_pose(const Skeleton& skeleton) {
    Pose pose;
    pose.reserve(skeleton.bones.size());
    for (const Bone& bone : skeleton.bones) {
        pose.push_back(bone.rest);
    }
    return pose;
}

Pose with_offsets(const Skeleton& skeleton, const Pose& pose, const std::vector<Affine>& offsets) {
    EXPECTS(pose.size() == skeleton.bones.size() && offsets.size() == pose.size());
    Pose result(pose.size());
    // The accumulated change of each bone's children. It stays exactly the identity for bones without offsets, so that
    // the pose keeps its bits.
    std::vector<Affine> child_change(pose.size(), identity_affine());
    for (const int b : root_first_order(skeleton)) {
        const auto bone = static_cast<std::size_t>(b);
        const int parent = skeleton.bones[bone].parent;
        const Affine above = parent < 0 ? identity_affine() : child_change[static_cast<std::size_t>(parent)];
        result[bone] = compose(compose(above, pose[bone]), offsets[bone]);
        // A bone that a clip has scaled to zero has no frame to rotate in.
        const bool turns = offsets[bone] != identity_affine() && is_invertible(pose[bone]);
        child_change[bone] = turns ? compose(result[bone], inverse(pose[bone])) : above;
    }
    return result;
}

AffineStack skinning_maps(const Skeleton& skeleton, const Pose& pose) {
    EXPECTS(pose.size() == skeleton.bones.size());
    AffineStack maps(4 * skeleton.bone_count(), 3);
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        const auto bone = static_cast<std::size_t>(b);
        maps.middleRows<4>(4 * b) = compose(pose[bone], inverse(skeleton.bones[bone].rest)).transpose();
    }
    return maps;
}

} // namespace limber
