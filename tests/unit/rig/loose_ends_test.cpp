// SPDX-License-Identifier: MIT
#include "engine/rig/loose_ends.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace limber {
namespace {

Skeleton tree(std::initializer_list<std::pair<const char*, int>> bones) {
    Skeleton skeleton;
    for (const auto& [name, parent] : bones) {
        Bone& bone = skeleton.bones.emplace_back();
        bone.name = name;
        bone.parent = parent;
    }
    return skeleton;
}

TEST(LooseEnds, AreWhatTheNamesDoNotCallAPartOfTheBody) {
    const LooseEnds ends = loose_ends(tree({{"Hips", -1},
                                            {"Spine", 0},
                                            {"Head", 1},
                                            {"HeadTop_End", 2},
                                            {"Ear.L", 2},
                                            {"Tail1", 0},
                                            {"Tail2", 5},
                                            {"Tail3", 6},
                                            {"Tail4", 7},
                                            {"LeftHand", 1},
                                            {"LeftHandThumb1", 9},
                                            {"Jaw", 2}}));
    EXPECT_EQ(ends.firm, (std::vector<int>{0, 1, 2, 3, 9, 10, 11}));
    EXPECT_EQ(ends.looseness(4), 1.0) << "an ear of one bone";
    for (int step = 1; step <= 4; ++step) {
        EXPECT_EQ(ends.looseness(4 + step), step / 4.0) << "along the tail";
    }
    for (const int bone : ends.firm) {
        EXPECT_EQ(ends.looseness(bone), 0.0);
    }
}

TEST(LooseEnds, BehindTheLastBranchWhereNamesSayNothing) {
    const LooseEnds ends = loose_ends(tree({{"a", -1}, {"b", 0}, {"c", 1}, {"d", 2}, {"e", 1}, {"f", 0}}));
    EXPECT_EQ(ends.firm, (std::vector<int>{0, 1}));
    EXPECT_EQ(ends.looseness(2), 0.5);
    EXPECT_EQ(ends.looseness(3), 1.0);
    EXPECT_EQ(ends.looseness(4), 1.0);
    EXPECT_EQ(ends.looseness(5), 1.0);
}

TEST(LooseEnds, OfASingleChainHangFromItsFirstBone) {
    const LooseEnds ends = loose_ends(tree({{"x2", 1}, {"x1", 2}, {"x0", -1}})); // children before parents
    EXPECT_EQ(ends.firm, (std::vector<int>{2}));
    EXPECT_EQ(ends.looseness(1), 0.5);
    EXPECT_EQ(ends.looseness(0), 1.0);
    EXPECT_EQ(loose_ends(tree({{"only", -1}})).looseness.maxCoeff(), 0.0);
}

} // namespace
} // namespace limber
