// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/motion/motion.h"
#include "app/scenes/prepared_scene.h"
#include "app/view/drawables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

/// What the dragon on springs does while its keys are held.
namespace limber::app {
namespace {

const PreparedCharacter& dragon() {
    static const PreparedScene prepared = [] {
        setenv("LIMBER_CACHE", LIMBER_BINARY_DIR "/tests/regression/cache", 1);
        const auto scene = scene_in(creature_path("dragon_on_springs"));
        EXPECT_TRUE(scene) << sentence(scene.error());
        auto ready = prepared_scene(scene.value().value, {});
        EXPECT_TRUE(ready) << sentence(ready.error());
        setenv("LIMBER_CACHE", "off", 1);
        return std::move(ready).value();
    }();
    return prepared.members.front();
}

Index nearest(const Points& X, const Vec3& place) {
    Index vertex = 0;
    (X.rowwise() - place.transpose()).rowwise().squaredNorm().minCoeff(&vertex);
    return vertex;
}

/// The box of all places of a point of the body.
struct Path {
    Vec3 start = Vec3::Zero(); // [m]
    Vec3 end = Vec3::Zero();
    Vec3 low = Vec3::Zero();
    Vec3 high = Vec3::Zero();
};

// Of the vertex at this place at rest, in two seconds after it has begun to move so.
Path path_of(const std::string& movement, const Vec3& place) {
    constexpr int steps_before = 30;
    constexpr int steps = 120;
    LiveControls controls = starting_controls(dragon());
    const auto played = std::ranges::find(controls.movements, movement, &SpringMovement::name);
    EXPECT_NE(played, controls.movements.end());
    played->plays = true;
    const Character& character = *dragon().character;
    const Index vertex = nearest(character.mesh.X, place);
    Motion motion(dragon().character);
    motion.restart(controls);
    Path path;
    for (int n = 0; n < steps_before + steps; ++n) {
        EXPECT_NE(motion.step(controls).status, StepStatus::not_finite);
        path.end = body_positions(character, motion.state()).row(vertex);
        const bool is_first = n <= steps_before;
        path.start = is_first ? path.end : path.start;
        path.low = is_first ? path.end : path.low.cwiseMin(path.end);
        path.high = is_first ? path.end : path.high.cwiseMax(path.end);
    }
    return path;
}

TEST(DragonOnSprings, FlapsItsWings) {
    for (const double side : {1.0, -1.0}) {
        const Path tip = path_of("Flap", Vec3(side * 0.64, 0.87, 0.0));
        EXPECT_GT((tip.high - tip.low).y(), 0.15) << side;
    }
}

TEST(DragonOnSprings, WagsItsTail) {
    const Path tip = path_of("Wag", Vec3(0.0, 0.295, -1.2));
    EXPECT_GT((tip.high - tip.low).x(), 0.3);
}

TEST(DragonOnSprings, WalksForwardAndStaysUpright) {
    const Path back = path_of("Walk", Vec3(0.0, 0.65, -0.1));
    EXPECT_GT((back.end - back.start).z(), 0.4);
    EXPECT_LT((back.high - back.low).y(), 0.1);
}

} // namespace
} // namespace limber::app
