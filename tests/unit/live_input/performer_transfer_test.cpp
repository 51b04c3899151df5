// SPDX-License-Identifier: MIT
#include "app/live_input/performer_transfer.h"

#include <Eigen/Geometry>

#include <cmath>
#include <gtest/gtest.h>

namespace limber::app {
namespace {

Eigen::Quaterniond turn(double angle, const Vec3& axis) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
}

Affine at(const Vec3& place) {
    Affine map = identity_affine();
    map.col(3) = place;
    return map;
}

// A person by Mixamo's names, z up, facing -y, with hanging arms, twice as tall as the performer.
Rig person() {
    Rig rig;
    const auto add = [&](const char* name, int parent, const Vec3& place) {
        rig.skeleton.bones.push_back({name, parent, at(place), 0.2});
        return rig.skeleton.bone_count() - 1;
    };
    const int hips = add("mixamorig:Hips", -1, Vec3(0, 0, 1.9));
    const int spine = add("mixamorig:Spine", hips, Vec3(0, 0, 2.2));
    const int neck = add("mixamorig:Neck", spine, Vec3(0, 0, 2.9));
    add("mixamorig:Head", neck, Vec3(0, 0, 3.1));
    for (const double side : {1.0, -1.0}) { // left is +x where the person faces -y
        const std::string of = side > 0.0 ? "Left" : "Right";
        const int arm = add(("mixamorig:" + of + "Arm").c_str(), spine, Vec3(0.3 * side, 0, 2.8));
        const int fore = add(("mixamorig:" + of + "ForeArm").c_str(), arm, Vec3(0.3 * side, 0, 2.3));
        add(("mixamorig:" + of + "Hand").c_str(), fore, Vec3(0.3 * side, 0, 1.8));
        const int leg = add(("mixamorig:" + of + "UpLeg").c_str(), hips, Vec3(0.2 * side, 0, 1.8));
        const int shin = add(("mixamorig:" + of + "Leg").c_str(), leg, Vec3(0.2 * side, 0, 1.0));
        add(("mixamorig:" + of + "Foot").c_str(), shin, Vec3(0.2 * side, 0, 0.0));
    }
    add("Tail", hips, Vec3(0, 0.3, 1.8));
    rig.targets.resize(2);
    rig.targets[0].name = "Smile";
    rig.targets[1].name = "eye_blink";
    return rig;
}

int bone_of(const Rig& rig, const std::string& name) {
    for (int b = 0; b < rig.skeleton.bone_count(); ++b) {
        if (rig.skeleton.bones[static_cast<std::size_t>(b)].name == name) {
            return b;
        }
    }
    return -1;
}

Pose posed(const Rig& rig, const PerformerTransfer& transfer, const PerformerPose& pose, const PerformerPose& first) {
    LiveControls controls;
    transfer.apply(pose, first, controls);
    return with_offsets(rig.skeleton, rest_pose(rig.skeleton), controls.bone_offsets);
}

Affine placed(const Rig& rig, const Pose& pose, const std::string& name) {
    return pose[static_cast<std::size_t>(bone_of(rig, name))];
}

PerformerPose t_pose() {
    PerformerPose pose;
    for (auto& rotation : pose.rotations) {
        rotation = Eigen::Quaterniond::Identity();
    }
    pose.hips = Vec3(0, 0.95, 0);
    return pose;
}

TEST(PerformerTransfer, MatchesTheBonesOfAHuman) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    EXPECT_EQ(transfer.matched_bones(), rig.skeleton.bone_count() - 1) << "all but the tail";
}

TEST(PerformerTransfer, ATPoseStretchesTheArmsOut) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    const Pose pose = posed(rig, transfer, t_pose(), t_pose());
    const Vec3 shoulder = placed(rig, pose, "mixamorig:LeftArm").col(3);
    const Vec3 hand = placed(rig, pose, "mixamorig:LeftHand").col(3);
    EXPECT_LT((hand - shoulder - Vec3(1.0, 0, 0)).norm(), 1e-9) << "to the left, as long as the rig's arm";
    const Affine head = placed(rig, pose, "mixamorig:Head");
    EXPECT_LT((head - at(Vec3(0, 0, 3.1))).norm(), 1e-9) << "the rest is at rest";
    EXPECT_LT((placed(rig, pose, "Tail") - at(Vec3(0, 0.3, 1.8))).norm(), 1e-9);
}

TEST(PerformerTransfer, LooksAndBowsWithThePerformer) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    PerformerPose pose = t_pose();
    pose.rotations[*performer_bone("Head")] = turn(0.5, Vec3::UnitY()); // to the left
    Pose posed_rig = posed(rig, transfer, pose, t_pose());
    const Vec3 face = placed(rig, posed_rig, "mixamorig:Head").leftCols<3>() * Vec3(0, -1, 0);
    EXPECT_LT((face - Vec3(std::sin(0.5), -std::cos(0.5), 0)).norm(), 1e-9) << "to its own left";
    pose = t_pose();
    pose.rotations[*performer_bone("Spine")] = turn(0.4, Vec3::UnitX()); // bows ahead
    posed_rig = posed(rig, transfer, pose, t_pose());
    EXPECT_LT(placed(rig, posed_rig, "mixamorig:Head").col(3).y(), -0.2) << "ahead is -y";
    EXPECT_LT((placed(rig, posed_rig, "mixamorig:LeftFoot").col(3) - Vec3(0.2, 0, 0)).norm(), 1e-9);
}

TEST(PerformerTransfer, WalksInProportionToItsHeight) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    PerformerPose pose = t_pose();
    pose.root = Vec3(0.1, 0, 0.5); // to the left, and ahead
    pose.hips.y() -= 0.2;
    const Pose posed_rig = posed(rig, transfer, pose, t_pose());
    const Vec3 way = placed(rig, posed_rig, "mixamorig:Hips").col(3) - Vec3(0, 0, 1.9);
    EXPECT_LT((way - 2.0 * Vec3(0.1, -0.5, -0.2)).norm(), 1e-9);
}

TEST(PerformerTransfer, KeepsThePosingOfOtherBonesAndTakesTheClipAway) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    LiveControls controls;
    controls.clip = 2;
    controls.bone_offsets.assign(rig.skeleton.bones.size(), identity_affine());
    const auto tail = static_cast<std::size_t>(bone_of(rig, "Tail"));
    controls.bone_offsets[tail].col(3) = Vec3(0, 0.1, 0);
    transfer.apply(t_pose(), t_pose(), controls);
    EXPECT_EQ(controls.clip, -1);
    EXPECT_EQ(controls.bone_offsets[tail], at(Vec3(0, 0.1, 0)));
    EXPECT_FALSE(fault_in(controls).has_value());
}

TEST(PerformerTransfer, BlendshapesMoveTargetsOfTheSameName) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    PerformerPose pose = t_pose();
    pose.blends = {{"EyeBlink", 0.75}, {"Angry", 1.0}};
    EXPECT_EQ(transfer.matched_targets(pose), 1);
    LiveControls controls;
    transfer.apply(pose, t_pose(), controls);
    EXPECT_EQ(controls.target_weights, (std::vector<double>{0.0, 0.75}));
}

TEST(PerformerTransfer, BonesThatTheTrackerDoesNotSendFollowTheirParents) {
    const Rig rig = person();
    const PerformerTransfer transfer(rig, Vec3::UnitZ());
    PerformerPose pose; // the head alone
    pose.rotations[*performer_bone("Head")] = turn(0.5, Vec3::UnitY());
    const Pose posed_rig = posed(rig, transfer, pose, pose);
    const Vec3 hips = placed(rig, posed_rig, "mixamorig:Hips").col(3);
    EXPECT_LT((hips - Vec3(0, 0, 1.9)).norm(), 1e-9);
}

TEST(PerformerBones, AreFoundByTheirNamesInVmcAndVrm) {
    EXPECT_EQ(performer_skeleton().bones[*performer_bone("leftUpperArm")].name, "LeftUpperArm");
    EXPECT_EQ(performer_skeleton().bones[*performer_bone("RightIndexIntermediate")].name, "RightIndex2");
    EXPECT_FALSE(performer_bone("Wing"));
    EXPECT_FALSE(performer_bone(""));
    EXPECT_FALSE(fault_in(performer_skeleton()).has_value());
}

} // namespace
} // namespace limber::app
