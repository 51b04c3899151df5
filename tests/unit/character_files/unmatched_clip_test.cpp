// SPDX-License-Identifier: MIT
#include "app/character_files/unmatched_clip.h"
#include "engine/core/file_bytes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/walker_bvh.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

Skeleton bones_named(const std::vector<std::string>& names) {
    Skeleton skeleton;
    for (const std::string& name : names) {
        skeleton.bones.emplace_back().name = name;
    }
    return skeleton;
}

class UnmatchedClip : public ::testing::Test {
protected:
    UnmatchedClip() {
        model.rig_kind = RigKind::file;
        for (const char* name : {"walk.bvh", "stroll.glb"}) {
            model.clips.push_back(folder / name);
        }
        EXPECT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(1, 3)));
        EXPECT_TRUE(write_file(folder / "stroll.glb", limber::testing::person_glb(1, 3)));
    }
    Error error_at(const char* name) const {
        return {ErrorKind::bad_input, "is a motion of another kind of body", (folder / name).string()};
    }

    std::optional<std::filesystem::path> clip_of(const Skeleton& rig, const Error& error) const {
        const auto found = clip_without_matches(model, {rig, before}, error);
        return found ? std::optional(found->clip) : std::nullopt;
    }

    limber::testing::ScratchFolder folder;
    ModelDescription model;
    std::vector<std::filesystem::path> before; // the clips that the model had
    const Skeleton bar = bones_named({"root", "tip"});
};

TEST_F(UnmatchedClip, IsTheOneThatTheErrorNames) {
    EXPECT_EQ(clip_of(bar, error_at("walk.bvh")), folder / "walk.bvh");
    EXPECT_EQ(clip_of(bar, error_at("stroll.glb")), folder / "stroll.glb");
    EXPECT_EQ(clip_of(bar, error_at("other.bvh")), std::nullopt);
}

// The user can choose bones instead.
TEST_F(UnmatchedClip, IsRefusedWithoutAdviceToWriteAFile) {
    Error refusal = error_at("walk.bvh");
    refusal.message += ", or write which bone follows which joint into walk.map.json";
    const auto found = clip_without_matches(model, {bar, before}, refusal);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->refusal.kind, ErrorKind::bad_input);
    EXPECT_EQ(found->refusal.where, (folder / "walk.bvh").string());
    EXPECT_NE(found->refusal.message.find("the bones of this one root, tip"), std::string::npos);
    EXPECT_EQ(found->refusal.message.find("walk.map.json"), std::string::npos);
}

TEST_F(UnmatchedClip, IsNamedWithTheNumberOfItsAnimation) {
    model.clips = {folder / "stroll.glb#1"};
    EXPECT_EQ(clip_of(bar, error_at("stroll.glb")), folder / "stroll.glb#1");
}

TEST_F(UnmatchedClip, IsNoneWhoseNamesAreNotTheReason) {
    Rng rng(1);
    const Skeleton person = limber::testing::other_person(0.1, 0.0, 0.0, rng);
    EXPECT_EQ(clip_of(person, error_at("walk.bvh")), std::nullopt) << "the names fit";
    Error cancelled = error_at("walk.bvh");
    cancelled.kind = ErrorKind::cancelled;
    EXPECT_EQ(clip_of(bar, cancelled), std::nullopt);
    ASSERT_TRUE(write_file(folder / "walk.bvh", "no motion"));
    EXPECT_EQ(clip_of(bar, error_at("walk.bvh")), std::nullopt) << "it cannot be read";
}

// Its file may have changed, or the bones that the user had chosen for it.
TEST_F(UnmatchedClip, IsNoneThatTheModelHadBefore) {
    before = {folder / "walk.bvh"};
    EXPECT_EQ(clip_of(bar, error_at("walk.bvh")), std::nullopt);
    EXPECT_EQ(clip_of(bar, error_at("stroll.glb")), folder / "stroll.glb");
    model.clips = {folder / "stroll.glb", folder / "stroll.glb#1"};
    before = {folder / "stroll.glb"};
    EXPECT_EQ(clip_of(bar, error_at("stroll.glb")), folder / "stroll.glb#1");
}

TEST_F(UnmatchedClip, NeedsARigWithBones) {
    model.rig_kind = RigKind::affine_handle;
    EXPECT_EQ(clip_of(bar, error_at("walk.bvh")), std::nullopt);
}

TEST(DistinctNames, AreEachListedOnceInTheirOrder) {
    const Skeleton skeleton = bones_named({"b", "", "a", "b", "c"});
    EXPECT_EQ(distinct_names_of(skeleton), (std::vector<std::string>{"b", "a", "c"}));
}

} // namespace
} // namespace limber::app
