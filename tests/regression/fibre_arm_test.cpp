// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/creatures/creatures.h"
#include "app/document/opening.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace limber::app {
namespace {

CharacterPtr built_fibre_arm() {
    setenv("LIMBER_CACHE", LIMBER_BINARY_DIR "/tests/regression/cache", 1);
    const auto scene = describe(creature_path("fibre_arm"));
    EXPECT_TRUE(scene) << sentence(scene.error());
    auto built = build_character(scene.value().value, nullptr, Stage::nothing);
    EXPECT_TRUE(built) << sentence(built.error());
    setenv("LIMBER_CACHE", "off", 1);
    return built.value();
}

// The mean displacement of the vertices that `is_there` names by their places at rest [m].
template <typename Places>
Vec3 mean_displacement(const Character& arm, const Motion& motion, Places is_there) {
    const Points x = body_positions(arm, motion.state());
    Vec3 sum = Vec3::Zero();
    Index count = 0;
    for (Index v = 0; v < x.rows(); ++v) {
        if (is_there(Vec3(arm.mesh.X.row(v)))) {
            sum += (x.row(v) - arm.mesh.X.row(v)).transpose();
            ++count;
        }
    }
    return sum / static_cast<double>(count);
}

// Fibres under tension, in place of an example pose, in a step of Newton's method.
TEST(FibreArm, RaisesItsForearmWhereItsFibresContract) {
    const CharacterPtr arm = built_fibre_arm();
    ASSERT_EQ(arm->musculature.stresses.fibres.size(), 1u);
    ASSERT_TRUE(arm->cubature);
    LiveControls controls = starting_controls(*arm);
    controls.muscles.playing = false;
    const auto hand = [](const Vec3& x) {
        return x.z() > 0.28;
    };
    const auto shoulder = [](const Vec3& x) {
        return x.y() > 0.96;
    };
    Motion motion(arm);
    const auto rises = [&](double activation) {
        controls.muscles.held = {activation};
        for (int n = 0; n < 120; ++n) {
            EXPECT_NE(motion.step(controls).status, StepStatus::not_finite);
        }
        return mean_displacement(*arm, motion, hand).y();
    };
    EXPECT_LT(std::abs(rises(0.0)), 1e-3) << "without a tension";
    const double half = rises(0.5);
    const double whole = rises(1.0);
    EXPECT_GT(half, 0.03) << "[m]";
    EXPECT_GT(whole, half + 0.01);
    EXPECT_GT(whole, 0.08);
    EXPECT_LT(mean_displacement(*arm, motion, shoulder).norm(), 0.01) << "which is pinned";
    EXPECT_LT(std::abs(rises(0.0)), 0.02) << "and lets it fall back";
}

} // namespace
} // namespace limber::app
