// SPDX-License-Identifier: MIT
#include "app/live_input/performer.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace limber::app {
namespace {

struct Joint {
    const char* name;
    const char* parent; // empty: a root
    double x, y, z;     // [m]
};
// In the middle, and on the left.
constexpr std::array middle{Joint{"Hips", "", 0, 0.95, 0},           Joint{"Spine", "Hips", 0, 1.05, 0},
                            Joint{"Chest", "Spine", 0, 1.17, 0},     Joint{"UpperChest", "Chest", 0, 1.29, 0},
                            Joint{"Neck", "UpperChest", 0, 1.45, 0}, Joint{"Head", "Neck", 0, 1.53, 0},
                            Joint{"Jaw", "Head", 0, 1.54, 0.03}};
constexpr std::array on_the_left{
    Joint{"Eye", "Head", 0.03, 1.6, 0.08},         Joint{"Shoulder", "UpperChest", 0.03, 1.4, 0},
    Joint{"UpperArm", "Shoulder", 0.15, 1.4, 0},   Joint{"LowerArm", "UpperArm", 0.4, 1.4, 0},
    Joint{"Hand", "LowerArm", 0.65, 1.4, 0},       Joint{"UpperLeg", "Hips", 0.09, 0.9, 0},
    Joint{"LowerLeg", "UpperLeg", 0.09, 0.5, 0},   Joint{"Foot", "LowerLeg", 0.09, 0.09, 0},
    Joint{"Toes", "Foot", 0.09, 0.03, 0.12},       Joint{"Thumb1", "Hand", 0.68, 1.39, 0.03},
    Joint{"Thumb2", "Thumb1", 0.71, 1.39, 0.05},   Joint{"Thumb3", "Thumb2", 0.73, 1.39, 0.06},
    Joint{"Index1", "Hand", 0.74, 1.4, 0.025},     Joint{"Index2", "Index1", 0.78, 1.4, 0.025},
    Joint{"Index3", "Index2", 0.8, 1.4, 0.025},    Joint{"Middle1", "Hand", 0.74, 1.4, 0},
    Joint{"Middle2", "Middle1", 0.78, 1.4, 0},     Joint{"Middle3", "Middle2", 0.81, 1.4, 0},
    Joint{"Ring1", "Hand", 0.74, 1.4, -0.02},      Joint{"Ring2", "Ring1", 0.78, 1.4, -0.02},
    Joint{"Ring3", "Ring2", 0.8, 1.4, -0.02},      Joint{"Little1", "Hand", 0.73, 1.4, -0.04},
    Joint{"Little2", "Little1", 0.76, 1.4, -0.04}, Joint{"Little3", "Little2", 0.78, 1.4, -0.04}};

int index_of(const Skeleton& skeleton, std::string_view name) {
    const auto found = std::ranges::find(skeleton.bones, name, &Bone::name);
    return found == skeleton.bones.end() ? -1 : static_cast<int>(found - skeleton.bones.begin());
}

bool is_in_the_middle(std::string_view name) {
    return std::ranges::any_of(middle, [&](const Joint& joint) { return name == joint.name; });
}

void add(const Joint& joint, const std::string& side, Skeleton& skeleton) {
    Bone bone;
    bone.name = side + joint.name;
    bone.parent = index_of(skeleton, is_in_the_middle(joint.parent) ? joint.parent : side + joint.parent);
    bone.rest.col(3) = Vec3(side == "Right" ? -joint.x : joint.x, joint.y, joint.z);
    skeleton.bones.push_back(bone);
}

Skeleton humanoid() {
    Skeleton skeleton;
    for (const Joint& joint : middle) {
        add(joint, "", skeleton);
    }
    for (const char* side : {"Left", "Right"}) {
        for (const Joint& joint : on_the_left) {
            add(joint, side, skeleton);
        }
    }
    return skeleton;
}

// Whether the name had this end.
bool remove_end(std::string& name, std::string_view end) {
    const bool ends = name.ends_with(end);
    name.resize(name.size() - (ends ? end.size() : 0));
    return ends;
}

Eigen::Quaterniond blended(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double share) {
    return from.slerp(share, to);
}

} // namespace

const Skeleton& performer_skeleton() {
    static const Skeleton skeleton = humanoid();
    return skeleton;
}

std::optional<std::size_t> performer_bone(std::string_view called) {
    std::string name(called);
    if (!name.empty()) {
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    }
    // VRM 1 calls the first two bones of a thumb "metacarpal" and "proximal", VRM 0 "proximal" and "intermediate";
    // those of VMC are VRM 0's.
    for (const auto& [end, number] : {std::pair("Metacarpal", '1'), std::pair("Proximal", '1'),
                                      std::pair("Intermediate", '2'), std::pair("Distal", '3')}) {
        if (remove_end(name, end)) {
            name += number;
            break;
        }
    }
    const int index = index_of(performer_skeleton(), name);
    return index < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(index));
}

PerformerPose::PerformerPose() : rotations(performer_skeleton().bones.size()) {}

PerformerPose blended(const PerformerPose& from, const PerformerPose& to, double share) {
    PerformerPose pose = to;
    for (std::size_t b = 0; b < pose.rotations.size(); ++b) {
        if (from.rotations[b] && to.rotations[b]) {
            pose.rotations[b] = blended(*from.rotations[b], *to.rotations[b], share);
        } else if (from.rotations[b]) {
            pose.rotations[b] = from.rotations[b];
        }
    }
    pose.hips = from.hips + share * (to.hips - from.hips);
    pose.root = from.root + share * (to.root - from.root);
    pose.root_rotation = blended(from.root_rotation, to.root_rotation, share);
    for (const auto& [name, weight] : from.blends) {
        const auto found = std::ranges::find(pose.blends, name, &std::pair<std::string, double>::first);
        if (found == pose.blends.end()) {
            pose.blends.emplace_back(name, weight);
        } else {
            found->second = weight + share * (found->second - weight);
        }
    }
    return pose;
}

std::vector<Mat3> rotations_since_rest(const PerformerPose& pose) {
    const Skeleton& skeleton = performer_skeleton();
    std::vector<Mat3> rotations;
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) { // parents come first
        const int parent = skeleton.bones[b].parent;
        const Mat3 above =
            parent < 0 ? pose.root_rotation.toRotationMatrix() : rotations[static_cast<std::size_t>(parent)];
        rotations.push_back(pose.rotations[b] ? Mat3(above * pose.rotations[b]->toRotationMatrix()) : above);
    }
    return rotations;
}

Vec3 place_of_hips(const PerformerPose& pose) {
    return pose.root + pose.root_rotation * pose.hips;
}

} // namespace limber::app
