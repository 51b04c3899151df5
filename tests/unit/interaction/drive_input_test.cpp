// SPDX-License-Identifier: MIT
#include "app/interaction/drive_input.h"

#include "tests/support/keys.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::app {
namespace {

using namespace limber::testing::keys;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(DriveInput, LastPressedKeyWins) {
    DriveInput driver;
    EXPECT_FALSE(driver.has_been_used());
    EXPECT_THAT(driver.take({pressed(up)}, true), IsEmpty());
    EXPECT_EQ(driver.command().role, GaitRole::forward);
    driver.take({pressed(down)}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::back, 1.0}));
    driver.take({KeyChanged{.key = down, .down = true, .repeated = true}, released(down)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::forward);
    driver.take({pressed(space)}, true);
    driver.take({pressed(left)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::jump) << "jumping has priority";
    driver.take({released(space), released(left), released(up)}, true);
    EXPECT_EQ(driver.command(), DriveCommand{});
    EXPECT_TRUE(driver.has_been_used());
}

TEST(DriveInput, TwoKeysMakeACurve) {
    const double half = std::sqrt(0.5);
    DriveInput driver;
    driver.take({pressed(left)}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::left, 1.0}));
    driver.take({pressed(up)}, true);
    EXPECT_EQ(driver.command().words(), "forward left");
    EXPECT_NEAR(driver.command().share, half, 1e-12);
    EXPECT_NEAR(driver.command().share_aside, half, 1e-12);
    driver.take({pressed(right)}, true);
    EXPECT_EQ(driver.command().words(), "forward right") << "the later one of left and right";
    driver.take({pressed(down), released(right)}, true);
    EXPECT_EQ(driver.command().words(), "back left");
    driver.take({released(down), released(up)}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::left, 1.0}));
}

// From straight ahead to the side, both weights change smoothly and sum to one.
TEST(DriveInput, StickGivesCurvesOfEveryRadius) {
    DriveInput driver;
    DriveCommand before{GaitRole::forward, 1.0};
    for (int i = 1; i <= 90; ++i) {
        const double angle = 0.0174532925 * i;
        const double reach = 1.0 / std::max(std::sin(angle), std::cos(angle)); // the stick moves along a square
        driver.take({GamepadMoved{reach * std::sin(angle), reach * std::cos(angle), false}}, true);
        DriveCommand now = driver.command();
        EXPECT_NEAR(std::hypot(now.share, now.share_aside), 1.0, 1e-9);
        now = now.role == GaitRole::right ? DriveCommand{GaitRole::forward, 0.0, GaitRole::right, now.share} : now;
        EXPECT_LT(std::abs(now.share - before.share), 0.05) << i;
        EXPECT_LT(std::abs(now.share_aside - before.share_aside), 0.05) << i;
        before = now;
    }
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::right, 1.0}));
}

TEST(DriveInput, IgnoresOtherKeysAndUnmodifiedState) {
    DriveInput driver;
    KeyChanged undo = pressed('Z');
    undo.control = true;
    KeyChanged leap = pressed(up);
    leap.control = true;
    EXPECT_THAT(driver.take({undo, leap, MouseMoved{1, 2}, pressed(space), released(left)}, false), SizeIs(5));
    EXPECT_EQ(driver.command(), DriveCommand{});
}

TEST(DriveInput, GamepadStickSetsTheSpeed) {
    DriveInput driver;
    driver.take({GamepadMoved{0.1, 0.2, false}}, true);
    EXPECT_FALSE(driver.has_been_used()) << "a stick in its dead zone drives nothing";
    driver.take({GamepadMoved{0.0, 1.0, false}}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::forward, 1.0}));
    driver.take({GamepadMoved{-0.625, 0.2, false}}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::left, 0.5}));
    driver.take({GamepadMoved{0.0, -1.0, false}}, true);
    EXPECT_EQ(driver.command().role, GaitRole::back);
    driver.take({pressed(up)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::forward) << "keys have priority over the stick";
    driver.take({GamepadMoved{0.0, 0.0, true}}, true);
    EXPECT_EQ(driver.command().role, GaitRole::jump);
    driver.take({GamepadMoved{}, released(up)}, true);
    EXPECT_EQ(driver.command(), DriveCommand{});
}

} // namespace
} // namespace limber::app
