// SPDX-License-Identifier: MIT
#include "app/document/clip_overrides.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

ModelDescription model_with_choices() {
    ModelDescription model;
    model.clips = {"/walk.bvh"};
    ClipRetargeting retargeting;
    retargeting.joints = "/scene.json";
    retargeting.stride = 0.5;
    retargeting.bones = {{"knee", "shin"}};
    set_retargeting(model, "/walk.bvh", retargeting);
    return model;
}

TEST(ClipOverrides, ReplaceTheBonesOfTheSceneByThoseOfTheirFile) {
    ModelDescription model = model_with_choices();
    override_clips(model, clip_overrides({}, "/named.json", {}, ""));
    const ClipRetargeting overridden = retargeting_of(model, "/walk.bvh");
    EXPECT_EQ(overridden.joints, "/named.json");
    EXPECT_TRUE(overridden.bones.empty());
    EXPECT_EQ(overridden.stride, 0.5);
}

TEST(ClipOverrides, LeaveTheBonesOfTheSceneWithoutAFile) {
    ModelDescription model = model_with_choices();
    override_clips(model, clip_overrides({}, "", 0.8, ""));
    const ClipRetargeting overridden = retargeting_of(model, "/walk.bvh");
    EXPECT_EQ(overridden.joints, "/scene.json");
    EXPECT_EQ(overridden.bones.at("knee"), "shin");
    EXPECT_EQ(overridden.stride, 0.8);
}

} // namespace
} // namespace limber::app
