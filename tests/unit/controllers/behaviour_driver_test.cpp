// SPDX-License-Identifier: MIT
#include "app/controllers/behaviour_driver.h"

#include "app/window/key_codes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace limber::app {
namespace {

class DrivenBehaviour : public ::testing::Test {
protected:
    static InputEvent key(int code, bool is_down) {
        KeyChanged change;
        change.key = code;
        change.down = is_down;
        return change;
    }
    void press(int code) {
        driver.take({key(code, true)}, body.time);
    }
    void release(int code) {
        driver.take({key(code, false)}, body.time);
    }
    BehaviourControls driven() {
        return driver.driven(own, camera, body);
    }
    // The direction in which the body walks.
    Vec3 direction(const BehaviourControls& controls) const {
        const double angle = settings_of(controls).angle;
        return Eigen::AngleAxisd(angle, body.up) * body.front;
    }

    BehaviourDriver driver;
    BehaviourControls own;
    OrbitCamera camera;
    DrivenBody body;

    DrivenBehaviour() {
        own.kind = BehaviourKind::hop;
        camera.yaw = 0.7;
        body.front = Vec3(0.6, 0.0, 0.8);
    }
};

TEST_F(DrivenBehaviour, IsItsOwnUntilAKeyIsPressed) {
    EXPECT_EQ(driven(), own);
}

TEST_F(DrivenBehaviour, WalksAsTheCameraShowsIt) {
    const CameraFrame frame = frame_of(camera);
    Vec3 away = -frame.backward;
    away.y() = 0.0;
    away.normalize();
    const std::array keys{std::pair{key_up, away}, std::pair{key_down, Vec3(-away)}, std::pair{key_right, frame.right},
                          std::pair{key_left, Vec3(-frame.right)}};
    for (const auto& [code, expected] : keys) {
        press(code);
        const BehaviourControls now = driven();
        EXPECT_EQ(now.kind, BehaviourKind::follow);
        EXPECT_FALSE(now.to_target);
        EXPECT_NEAR((direction(now) - expected).norm(), 0.0, 1e-9) << code;
        EXPECT_DOUBLE_EQ(now.speed, own.speed);
        release(code);
    }
    press(key_up);
    press(key_right);
    EXPECT_NEAR((direction(driven()) - (away + frame.right).normalized()).norm(), 0.0, 1e-9) << "diagonally";
}

TEST_F(DrivenBehaviour, StandsWhenTheKeyIsReleasedAndIsItsOwnOnceThatIsChanged) {
    press(key_up);
    driven();
    release(key_up);
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
    own.height = 0.5;
    EXPECT_EQ(driven(), own);
    press(key_up);
    driven();
    driver.release_keys();
    EXPECT_EQ(driven(), own);
}

TEST_F(DrivenBehaviour, HopsOnceForATap) {
    own.kind = BehaviourKind::stand;
    own.height = 0.3;
    body.time = 2.0;
    driver.take({key(key_space, true), key(key_space, false)}, body.time);
    EXPECT_EQ(driven().kind, BehaviourKind::hop);
    EXPECT_EQ(driven().height, 0.3);
    EXPECT_EQ(driven().distance, 0.0);
    body.time = 2.8;
    EXPECT_EQ(driven().kind, BehaviourKind::hop) << "it is in the air";
    body.has_hopped = true;
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
    body.has_hopped = false;
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
}

TEST_F(DrivenBehaviour, AHopEndsWhenItLastsTooLongOrWasRewound) {
    body.time = 2.0;
    driver.take({key(key_space, true), key(key_space, false)}, body.time);
    EXPECT_EQ(driven().kind, BehaviourKind::hop);
    body.time = 5.5;
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
    driver.take({key(key_space, true), key(key_space, false)}, body.time);
    EXPECT_EQ(driven().kind, BehaviourKind::hop);
    body.time = 1.0;
    EXPECT_EQ(driven().kind, BehaviourKind::stand);
}

TEST_F(DrivenBehaviour, LeavesOtherKeys) {
    const auto others = driver.take({key(key_up, true), key('A', true), MouseMoved{1, 2}}, 0.0);
    EXPECT_EQ(others.size(), 2u);
}

} // namespace
} // namespace limber::app
