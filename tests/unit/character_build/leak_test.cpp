// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class SceneMomentumLeak : public ::testing::Test {
protected:
    CharacterPtr built(double amount) {
        scene.leak.amount = amount;
        auto result = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(result) << sentence(result.error());
        return std::move(result).value();
    }

    // The largest distance between a vertex and where the rig alone puts it [m], over two rounds of a clip that bends.
    double peak_of_the_secondary_motion(double amount) {
        const CharacterPtr character = built(amount);
        Motion motion(character);
        LiveControls controls = starting_controls(*character);
        controls.gravity.setZero();
        motion.restart(controls);
        double peak = 0.0;
        for (int frame = 0; frame < 80; ++frame) {
            motion.step(controls);
            const Points with = body_positions(*character, motion.state());
            State without = motion.state();
            without.Z.setZero();
            const Points rig_alone = body_positions(*character, without);
            peak = std::max(peak, (with - rig_alone).rowwise().norm().maxCoeff());
        }
        return peak;
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(SceneMomentumLeak, LargerLeakGivesMoreFollowThrough) {
    double before = 0.0;
    for (const double amount : {0.0, 0.25, 0.5, 0.75, 0.9}) {
        const double peak = peak_of_the_secondary_motion(amount);
        EXPECT_GT(peak, 1.05 * before) << amount;
        before = peak;
    }
}

TEST_F(SceneMomentumLeak, ZeroLeakDrivesNothingAndFullLeakConstrainsNothing) {
    const CharacterPtr kept = built(0.0);
    EXPECT_LT(kept->model.BMJ.cwiseAbs().maxCoeff(), 1e-9 * kept->model.JMJ.cwiseAbs().maxCoeff());
    const CharacterPtr half = built(0.5);
    EXPECT_GT(half->model.BMJ.cwiseAbs().maxCoeff(), 1e-4 * half->model.JMJ.cwiseAbs().maxCoeff());
    const CharacterPtr free = built(1.0);
    EXPECT_LT(free->modes->lambda(0), 1e-6 * free->modes->lambda(1));
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.clips.clear();
    EXPECT_TRUE(built(0.3)->modes->W == free->modes->W);
}

TEST_F(SceneMomentumLeak, ReadsTheSwitchOfOlderScenes) {
    const auto leak_in = [&](const std::string& member) {
        const std::string json =
            R"({"format": "limber-scene", "version": 1, "mesh": "bar.mesh", "leak": )" + member + "}";
        return parse_scene(json, "scene", folder.path()).value().value.leak;
    };
    EXPECT_EQ(leak_in(R"({"on": false, "depth": 0.2})"), (LeakDescription{0.0, 0.2}));
    EXPECT_EQ(leak_in(R"({"on": true, "depth": 0.2})"), (LeakDescription{0.5, 0.2}));
    EXPECT_EQ(leak_in(R"({"amount": 0.8})"), (LeakDescription{0.8, 0.1}));
}

} // namespace
} // namespace limber::app
