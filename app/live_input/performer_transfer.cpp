// SPDX-License-Identifier: MIT
#include "app/live_input/performer_transfer.h"

#include "app/document/number_limits.h"
#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

namespace limber::app {
namespace {

constexpr double least_height = 0.3; // [m] of a performer's hips; below, their height is unknown

std::size_t place(int index) {
    return static_cast<std::size_t>(index);
}

Vec3 joint_at_rest(const Skeleton& skeleton, int bone) {
    return skeleton.bones[place(bone)].rest.col(3);
}

Vec3 across(const Vec3& v, const Vec3& up) {
    return v - v.dot(up) * up;
}

bool is_same_bone(const Bone& one, const Bone& other) {
    return one.name == other.name && one.parent == other.parent && one.rest == other.rest;
}

// Without blanks, marks and capitals.
std::string plain_name(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0) {
            plain += static_cast<char>(std::tolower(letter));
        }
    }
    return plain;
}

int rig_bone_of(const std::vector<BoneMatch>& matches, const char* performer_name) {
    const auto bone = performer_bone(performer_name);
    const auto found = std::ranges::find(matches, bone ? static_cast<int>(*bone) : -2, &BoneMatch::source);
    return found == matches.end() ? -1 : found->target;
}

// Rotates the performer's y axis to `up`, and then left to left.
Mat3 turn_to(const Skeleton& rig, const std::vector<BoneMatch>& matches, const Vec3& up) {
    const Mat3 upright = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), up).toRotationMatrix();
    for (const auto& [left_name, right_name] :
         {std::pair("LeftUpperLeg", "RightUpperLeg"), std::pair("LeftUpperArm", "RightUpperArm"),
          std::pair("LeftEye", "RightEye")}) {
        const int left = rig_bone_of(matches, left_name);
        const int right = rig_bone_of(matches, right_name);
        if (left < 0 || right < 0) {
            continue;
        }
        const Vec3 there = across(joint_at_rest(rig, left) - joint_at_rest(rig, right), up);
        const Vec3 here = across(upright * Vec3::UnitX(), up);
        if (there.norm() > 0.0) {
            const double angle = std::atan2(here.cross(there).dot(up), here.dot(there));
            return Eigen::AngleAxisd(angle, up).toRotationMatrix() * upright;
        }
    }
    return upright;
}

} // namespace

PerformerTransfer::PerformerTransfer(const Rig& rig, const Vec3& up)
    : skeleton_(rig.skeleton), up_(up), matches_(matching_bones(performer_skeleton(), rig.skeleton)),
      source_of_(rig.skeleton.bones.size(), -1), order_(root_first_order(rig.skeleton)),
      alignment_(rig.skeleton.bones.size(), Mat3::Identity()) {
    for (const Target& target : rig.targets) {
        target_names_.push_back(target.name);
        targets_.push_back(plain_name(target.name));
    }
    for (const BoneMatch& match : matches_) {
        source_of_[place(match.target)] = match.source;
    }
    turn_ = turn_to(skeleton_, matches_, up);
    hips_ = rig_bone_of(matches_, "Hips");
    double lowest = std::numeric_limits<double>::infinity();
    for (int b = 0; b < skeleton_.bone_count(); ++b) {
        lowest = std::min(lowest, joint_at_rest(skeleton_, b).dot(up));
    }
    height_ = hips_ < 0 ? 0.0 : joint_at_rest(skeleton_, hips_).dot(up) - lowest;
    for (const auto& [limb, below] : {std::pair("UpperArm", "LowerArm"), std::pair("LowerArm", "Hand"),
                                      std::pair("UpperLeg", "LowerLeg"), std::pair("LowerLeg", "Foot")}) {
        for (const std::string side : {"Left", "Right"}) {
            const std::string from = side + limb;
            const std::string to = side + below;
            const int bone = rig_bone_of(matches_, from.c_str());
            const int next = rig_bone_of(matches_, to.c_str());
            if (bone < 0 || next < 0) {
                continue;
            }
            const Skeleton& performer = performer_skeleton();
            const Vec3 there = joint_at_rest(skeleton_, next) - joint_at_rest(skeleton_, bone);
            const Vec3 here = turn_ * (joint_at_rest(performer, static_cast<int>(*performer_bone(to))) -
                                       joint_at_rest(performer, static_cast<int>(*performer_bone(from))));
            if (there.norm() > 0.0) {
                alignment_[place(bone)] = Eigen::Quaterniond::FromTwoVectors(here, there).toRotationMatrix();
            }
        }
    }
}

bool PerformerTransfer::is_for(const Rig& rig, const Vec3& up) const {
    return up == up_ && std::ranges::equal(rig.skeleton.bones, skeleton_.bones, is_same_bone) &&
           std::ranges::equal(rig.targets, target_names_, {}, &Target::name);
}

int PerformerTransfer::matched_targets(const PerformerPose& pose) const {
    return static_cast<int>(std::ranges::count_if(pose.blends, [&](const auto& blend) {
        return std::ranges::find(targets_, plain_name(blend.first)) != targets_.end();
    }));
}

// In the rig's axes and size, from where it rests.
Vec3 PerformerTransfer::way_of_hips(const PerformerPose& pose, const PerformerPose& first) const {
    const double height =
        place_of_hips(first).y() > least_height ? place_of_hips(first).y() : joint_at_rest(performer_skeleton(), 0).y();
    return height_ / height * (turn_ * (place_of_hips(pose) - place_of_hips(first)));
}

void PerformerTransfer::apply(const PerformerPose& pose, const PerformerPose& first, LiveControls& controls) const {
    const std::vector<Mat3> turned = rotations_since_rest(pose);
    const std::size_t count = skeleton_.bones.size();
    std::vector<Affine> offsets = controls.bone_offsets;
    offsets.resize(count, identity_affine());
    std::vector<Affine> world(count, identity_affine());
    for (const int b : order_) {
        const Bone& bone = skeleton_.bones[place(b)];
        const Affine unposed = bone.parent < 0
                                   ? bone.rest
                                   : compose(world[place(bone.parent)],
                                             compose(inverse(skeleton_.bones[place(bone.parent)].rest), bone.rest));
        if (const int source = source_of_[place(b)]; source >= 0) {
            const Mat3 since_rest =
                turn_ * turned[place(source)] * turn_.transpose() * alignment_[place(b)].transpose();
            Affine wanted = unposed;
            wanted.leftCols<3>() = since_rest * bone.rest.leftCols<3>();
            if (b == hips_) {
                wanted.col(3) = bone.rest.col(3) + way_of_hips(pose, first);
            }
            const Affine offset = compose(inverse(unposed), wanted);
            offsets[place(b)] = is_placement(offset) ? offset : identity_affine();
        }
        world[place(b)] = compose(unposed, offsets[place(b)]);
    }
    controls.clip = -1;
    controls.bone_offsets = std::move(offsets);
    for (const auto& [name, weight] : pose.blends) {
        const auto target = std::ranges::find(targets_, plain_name(name));
        if (target != targets_.end()) {
            set_target_weight(controls, static_cast<std::size_t>(target - targets_.begin()), weight);
        }
    }
}

} // namespace limber::app
