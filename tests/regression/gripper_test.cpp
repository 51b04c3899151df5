// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/creatures/creatures.h"
#include "app/document/opening.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace limber::app {
namespace {

constexpr double palm_height = 0.93; // above which the gripper is pinned in its scene [m]

// Held by nothing but what its fingers hold, with or without the ball between them.
struct FreeGripper {
    CharacterPtr character;
    LiveControls controls;

    explicit FreeGripper(bool has_ball) {
        setenv("LIMBER_CACHE", LIMBER_BINARY_DIR "/tests/regression/cache", 1);
        const auto scene = describe(creature_path("gripper"));
        EXPECT_TRUE(scene) << sentence(scene.error());
        CharacterDescription description = scene.value().value;
        description.rig_kind = RigKind::none;
        description.pins = {};
        if (!has_ball) {
            description.environment.obstacles.clear();
        }
        auto built = build_character(description, nullptr, Stage::nothing);
        EXPECT_TRUE(built) << sentence(built.error());
        setenv("LIMBER_CACHE", "off", 1);
        character = built.value();
        controls = starting_controls(*character);
        controls.muscles.playing = false;
        controls.gravity.setZero();
    }
    void inflate(double pressure) {
        controls.muscles.held.assign(3, pressure);
    }
    void take(Motion& motion, int steps) const {
        for (int n = 0; n < steps; ++n) {
            ASSERT_NE(motion.step(controls).status, StepStatus::not_finite);
        }
    }
    // Of the vertices above a height at rest [m].
    double mean_height(const Motion& motion, double from) const {
        const Points x = body_positions(*character, motion.state());
        double sum = 0.0;
        Index count = 0;
        for (Index v = 0; v < x.rows(); ++v) {
            if (character->mesh.X(v, 1) > from) {
                sum += x(v, 1);
                ++count;
            }
        }
        return sum / static_cast<double>(count);
    }
};

// How much nearer the lowest point of the finger that stands in front is to the axis than at rest [m].
double way_inwards(const FreeGripper& gripper, const Motion& motion) {
    const Points& X = gripper.character->mesh.X;
    Index tip = -1;
    for (Index v = 0; v < X.rows(); ++v) {
        const bool is_in_front = X(v, 2) > 0.12 && std::abs(X(v, 0)) < 0.05;
        if (is_in_front && (tip < 0 || X(v, 1) < X(tip, 1))) {
            tip = v;
        }
    }
    const Points x = body_positions(*gripper.character, motion.state());
    return std::hypot(X(tip, 0), X(tip, 2)) - std::hypot(x(tip, 0), x(tip, 2));
}

TEST(Gripper, ClosesItsFingersAndOpensThem) {
    FreeGripper gripper(false);
    Motion motion(gripper.character);
    gripper.inflate(1.0);
    motion.restart(gripper.controls);
    gripper.take(motion, 150);
    EXPECT_GT(way_inwards(gripper, motion), 0.15);
    gripper.inflate(0.0);
    gripper.take(motion, 150);
    EXPECT_LT(way_inwards(gripper, motion), 0.02) << "and opens them";
}

// The ball is fixed, and the gripper's own weight pulls it upwards: what it holds pulls as if it weighed as much.
TEST(Gripper, HoldsItsBallAgainstGravity) {
    for (const bool is_inflated : {true, false}) {
        FreeGripper gripper(true);
        Motion motion(gripper.character);
        gripper.inflate(is_inflated ? 1.0 : 0.0);
        motion.restart(gripper.controls);
        gripper.take(motion, 90);
        const double before = gripper.mean_height(motion, palm_height);
        gripper.controls.gravity = Vec3(0.0, 9.81, 0.0);
        gripper.take(motion, 150);
        const double risen = gripper.mean_height(motion, palm_height) - before; // [m]
        if (is_inflated) {
            EXPECT_LT(risen, 0.1) << "its fingers give way, and hold";
            gripper.take(motion, 150);
            EXPECT_LT(gripper.mean_height(motion, palm_height) - before, risen + 0.01) << "it does not slip";
        } else {
            EXPECT_GT(risen, 5.0) << "nothing holds it without pressure";
        }
    }
}

} // namespace
} // namespace limber::app
