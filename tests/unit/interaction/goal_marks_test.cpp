// SPDX-License-Identifier: MIT
#include "app/interaction/goal_marks.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

const ViewArea goal_view{300, 20, 900, 600};

TEST(GoalMarks, ShowAnArrowAndARingAroundTheTarget) {
    OrbitCamera camera;
    camera.distance = 8.0;
    GoalMarks marks;
    marks.way = Vec3::UnitX();
    Sketch sketch;
    add_goal_marks(sketch, marks, camera, goal_view);
    ASSERT_EQ(sketch.strokes.size(), 4u) << "a shaft and a head, each with its halo";
    const Pixel tip = pixel_of(camera, goal_view, Vec3(1.3, 0, 0)).value();
    EXPECT_LT((sketch.strokes[0].points.back() - tip).norm(), 1e-9);
    marks.target = Vec3(1, 0, 1);
    add_goal_marks(sketch, marks, camera, goal_view);
    ASSERT_EQ(sketch.dots.size(), 1u);
    EXPECT_LT((sketch.dots[0].at - pixel_of(camera, goal_view, *marks.target).value()).norm(), 1e-9);
    EXPECT_TRUE(sketch.strokes.back().closed);
}

TEST(GoalMarks, LabelTheDirectionRelativeToTheBody) {
    OrbitCamera camera;
    camera.distance = 8.0;
    GoalMarks marks;
    marks.way = Vec3::UnitX();
    marks.way_words = "forward";
    Sketch sketch;
    add_goal_marks(sketch, marks, camera, goal_view);
    ASSERT_EQ(sketch.labels.size(), 1u);
    EXPECT_EQ(sketch.labels[0].text, "forward");
    const Pixel tip = pixel_of(camera, goal_view, Vec3(1.3, 0, 0)).value();
    EXPECT_LT((sketch.labels[0].at - tip).norm(), 12.0);
}

TEST(GoalMarks, AreEmptyWithoutATarget) {
    Sketch sketch;
    add_goal_marks(sketch, {}, OrbitCamera{}, goal_view);
    EXPECT_TRUE(sketch.strokes.empty());
    EXPECT_TRUE(sketch.dots.empty());
}

} // namespace
} // namespace limber::app
