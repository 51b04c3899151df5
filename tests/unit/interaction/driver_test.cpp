#include "app/interaction/driver.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int up = 265;
constexpr int left = 263;
constexpr int space = 32;

KeyChanged pressed(int key) {
    return {.key = key, .down = true};
}
KeyChanged released(int key) {
    return {.key = key, .down = false};
}

TEST(Driver, GoesByTheKeyThatWasPressedLast) {
    Driver driver;
    EXPECT_FALSE(driver.has_been_used());
    EXPECT_THAT(driver.take({pressed(up)}, true), IsEmpty());
    EXPECT_EQ(driver.command().role, GaitRole::forward);
    driver.take({pressed(left)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::left);
    driver.take({KeyChanged{.key = left, .down = true, .repeated = true}, released(left)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::forward);
    driver.take({pressed(space)}, true);
    driver.take({pressed(left)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::jump) << "jumping goes before all";
    driver.take({released(space), released(left), released(up)}, true);
    EXPECT_EQ(driver.command(), DriveCommand{});
    EXPECT_TRUE(driver.has_been_used());
}

TEST(Driver, LeavesOtherKeysAndThoseOfNobodyAlone) {
    Driver driver;
    KeyChanged undo = pressed('Z');
    undo.control = true;
    KeyChanged leap = pressed(up);
    leap.control = true;
    EXPECT_THAT(driver.take({undo, leap, MouseMoved{1, 2}, pressed(space), released(left)}, false), SizeIs(5));
    EXPECT_EQ(driver.command(), DriveCommand{});
}

TEST(Driver, TakesAGamepadsStickByHowFarItIsDeflected) {
    Driver driver;
    driver.take({GamepadMoved{0.1, 0.2, false}}, true);
    EXPECT_FALSE(driver.has_been_used()) << "a resting thumb drives nothing";
    driver.take({GamepadMoved{0.0, 1.0, false}}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::forward, 1.0}));
    driver.take({GamepadMoved{-0.625, 0.3, false}}, true);
    EXPECT_EQ(driver.command(), (DriveCommand{GaitRole::left, 0.5}));
    driver.take({GamepadMoved{0.0, -1.0, false}}, true);
    EXPECT_EQ(driver.command().role, GaitRole::back);
    driver.take({pressed(up)}, true);
    EXPECT_EQ(driver.command().role, GaitRole::forward) << "keys go before the stick";
    driver.take({GamepadMoved{0.0, 0.0, true}}, true);
    EXPECT_EQ(driver.command().role, GaitRole::jump);
    driver.take({GamepadMoved{}, released(up)}, true);
    EXPECT_EQ(driver.command(), DriveCommand{});
}

} // namespace
} // namespace limber::app
