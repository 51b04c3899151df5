// SPDX-License-Identifier: MIT
#include "engine/rig/body_parts.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace limber {
namespace {

Skeleton called(std::initializer_list<const char*> names) {
    Skeleton skeleton;
    for (const char* name : names) {
        skeleton.bones.emplace_back().name = name;
    }
    return skeleton;
}

std::string words(const char* name) {
    return words_for(body_parts(called({name})).front());
}

TEST(BodyParts, AreKnownByTheNamesOfManyTools) {
    EXPECT_EQ(words("mixamorig:LeftUpLeg"), "left thigh");
    EXPECT_EQ(words("thigh.L"), "left thigh");
    EXPECT_EQ(words("LeftHip"), "left thigh");
    EXPECT_EQ(words("b_LeftLeg01_015"), "left thigh");
    EXPECT_EQ(words("Armature|UpperLeg.R"), "right thigh");
    EXPECT_EQ(words("J_Bip_L_LowerArm"), "left forearm");
    EXPECT_EQ(words("RightElbow"), "right forearm");
    EXPECT_EQ(words("leftforearm"), "left forearm");
    EXPECT_EQ(words("LThigh"), "left thigh");
    EXPECT_EQ(words("Skeleton_torso_joint_1"), "spine");
    EXPECT_EQ(words("Hips"), "hips");
    EXPECT_EQ(words("pelvis"), "hips");
    EXPECT_EQ(words("R_Toe0"), "right toe");
    EXPECT_EQ(words("mixamorig:HeadTop_End"), "headtopend");
    EXPECT_EQ(words("LeftHandThumb2"), "left handthumb2");
}

TEST(BodyParts, AreDecidedByTheOtherBonesWhereAWordHasTwoMeanings) {
    const auto with_arm = body_parts(called({"LeftShoulder", "LeftArm", "LeftForeArm", "LeftUpLeg", "LeftLeg"}));
    EXPECT_EQ(with_arm[0].part, BodyPart::collar);
    EXPECT_EQ(with_arm[4].part, BodyPart::shin);
    const auto without = body_parts(called({"LeftCollar", "LeftShoulder", "LeftElbow", "LeftLeg"}));
    EXPECT_EQ(without[0].part, BodyPart::collar);
    EXPECT_EQ(without[1].part, BodyPart::upper_arm);
    EXPECT_EQ(without[3].part, BodyPart::thigh);
}

TEST(BodyParts, OfNoNameAreOther) {
    EXPECT_EQ(body_parts(called({""})).front(), NamedPart{});
    EXPECT_EQ(body_parts(called({"_:|"})).front(), NamedPart{});
}

} // namespace
} // namespace limber
