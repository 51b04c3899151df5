// SPDX-License-Identifier: MIT
#include "app/interaction/throw_tool.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

/// A ball on the floor of a view from above its side.
class ThrowToolTest : public ::testing::Test {
protected:
    ThrowToolTest() {
        scene.area = {0, 0, 800, 600};
        scene.camera.target = Vec3::Zero();
        scene.throwable = Throwable{5, Vec3(0, 0.1, 0), 0.1, Vec3::UnitY()};
        on_ball.flesh = SurfaceHit{};
    }

    Mouse mouse_at(const Vec3& point) const {
        return {.at = pixel_of(scene.camera, scene.area, point).value()};
    }

    Tool::Release drag_to(const Vec3& target) {
        tool.press(mouse_at(Vec3::Zero()), on_ball, scene);
        tool.drag(mouse_at(target), scene);
        return tool.release(mouse_at(target), scene);
    }

    Touchable scene;
    SurfacesHit on_ball;
    ThrowTool tool;
};

TEST_F(ThrowToolTest, TakesTheFleshOfABallAlone) {
    EXPECT_EQ(tool.find({}, on_ball, scene), Layer::flesh);
    EXPECT_EQ(tool.find({}, {}, scene), std::nullopt) << "beside the ball";
    EXPECT_EQ(tool.find({.control = true}, on_ball, scene), std::nullopt) << "Ctrl pulls a force";
    scene.throwable.reset();
    EXPECT_EQ(tool.find({}, on_ball, scene), std::nullopt) << "another character";
}

TEST_F(ThrowToolTest, ARollingThrowAlongTheArrow) {
    const Tool::Release released = drag_to(Vec3(1.0, 0.0, -0.5));
    EXPECT_FALSE(released.is_click);
    ASSERT_EQ(released.commands.size(), 1u);
    const auto* thrown = std::get_if<ThrowBody>(&released.commands.front());
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->id, 5);
    const Vec3 velocity = thrown->thrown.velocity;
    EXPECT_LT(velocity.cross(Vec3(1.0, 0.0, -0.5)).norm(), 1e-9);
    EXPECT_GT(velocity.x(), 0.0);
    EXPECT_EQ(velocity.y(), 0.0);
    const Vec3 of_contact = velocity + thrown->thrown.angular_velocity.cross(Vec3(0, -0.1, 0));
    EXPECT_LT(of_contact.norm(), 1e-9) << "it rolls without slipping";
}

TEST_F(ThrowToolTest, ALongerArrowIsAFasterThrowUpToALimit) {
    const auto speed = [&](double length) {
        return throw_towards(Vec3(0, 0, -length), *scene.throwable).value().velocity.norm();
    };
    EXPECT_NEAR(speed(1.0) / speed(0.5), 2.0, 1e-9);
    EXPECT_EQ(speed(50.0), speed(100.0));
}

TEST_F(ThrowToolTest, BackOnTheBallThrowsNothing) {
    tool.press(mouse_at(Vec3::Zero()), on_ball, scene);
    tool.drag(mouse_at(Vec3(1, 0, 0)), scene);
    EXPECT_TRUE(tool.aimed());
    tool.drag(mouse_at(Vec3(0, 0.19, 0)), scene); // the floor that is seen through its top is far behind it
    EXPECT_FALSE(tool.aimed());
    tool.drag(mouse_at(Vec3(0.05, 0, 0)), scene);
    EXPECT_FALSE(tool.aimed());
    const Tool::Release released = tool.release(mouse_at(Vec3(0.05, 0, 0)), scene);
    EXPECT_TRUE(released.commands.empty());
    EXPECT_FALSE(tool.is_holding());
}

TEST_F(ThrowToolTest, APressWithoutADragIsAClick) {
    tool.press(mouse_at(Vec3::Zero()), on_ball, scene);
    const Tool::Release released = tool.release(mouse_at(Vec3::Zero()), scene);
    EXPECT_TRUE(released.is_click);
    EXPECT_TRUE(released.commands.empty());
}

TEST_F(ThrowToolTest, ThePointerThrowsWithoutEditingTheDocument) {
    tool.press(mouse_at(Vec3::Zero()), on_ball, scene);
    EXPECT_TRUE(tool.is_holding());
    EXPECT_FALSE(tool.is_editing());
    tool.cancel();
    EXPECT_FALSE(tool.is_holding());
}

} // namespace
} // namespace limber::app
