// SPDX-License-Identifier: MIT
#include "app/panels/joint_lists.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

// Two bones follow one joint, and one joint moves nothing.
CharacterPtr character_with_clips(const std::vector<std::string>& joints) {
    auto character = std::make_shared<Character>();
    for (const char* name : {"root", "tip", "root"}) {
        character->rig.skeleton.bones.emplace_back().name = name;
    }
    for (const std::string& joint : joints) {
        CarriedClip carried;
        carried.matches = {{joint, "root"}, {joint, "tip"}};
        carried.unmatched = {"toe"};
        character->carried_clips.emplace_back(carried);
    }
    return character;
}

TEST(JointLists, HaveEachBoneOnceAndTheBonesOfEachJoint) {
    JointLists lists;
    const CharacterPtr character = character_with_clips({"hip"});
    EXPECT_EQ(lists.choices(character), (std::vector<std::string>{"", "root", "tip"}));
    const auto& rows = lists.rows(character, 0);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].joint, "hip");
    EXPECT_EQ(rows[0].following, "root, tip");
    EXPECT_EQ(rows[1].joint, "toe");
    EXPECT_EQ(rows[1].following, "");
}

TEST(JointLists, AreMadeOncePerChange) {
    JointLists lists;
    const CharacterPtr character = character_with_clips({"hip", "knee"});
    const std::string* choices = lists.choices(character).data();
    const JointRow* rows = lists.rows(character, 0).data();
    lists.choices(character).front() = "No bone"; // as each frame writes it
    EXPECT_EQ(lists.choices(character).data(), choices);
    EXPECT_EQ(lists.choices(character).front(), "No bone");
    EXPECT_EQ(lists.rows(character, 0).data(), rows);
    EXPECT_EQ(lists.rows(character, 1).front().joint, "knee") << "another clip";
    EXPECT_EQ(lists.rows(character_with_clips({"hip", "neck"}), 1).front().joint, "neck") << "another character";
}

// Its memory may be that of the one before.
TEST(JointLists, AreMadeAgainForACharacterThatReplacesAFreedOne) {
    JointLists lists;
    for (const char* joint : {"hip", "knee", "neck"}) {
        EXPECT_EQ(lists.rows(character_with_clips({joint}), 0).front().joint, joint);
    }
}

} // namespace
} // namespace limber::app
