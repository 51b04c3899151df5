// SPDX-License-Identifier: MIT
#include "app/interaction/new_obstacle.h"

#include "app/document/obstacle_placing.h"

#include <gtest/gtest.h>

#include <numbers>

namespace limber::app {
namespace {

const ViewArea area{300, 0, 980, 600};
constexpr double half_turn = std::numbers::pi;
const BoundingBox fox{Vec3(-0.15, 0.0, -0.9), Vec3(0.15, 0.9, 0.9)};

// [m] from the point of the box that is nearest to the obstacle's middle.
double clearance_of(const Obstacle& obstacle, const BoundingBox& box) {
    const Vec3 middle = standing_of(obstacle.shape).col(3);
    return clearance(obstacle.shape, middle.cwiseMax(box.low).cwiseMin(box.high)).distance;
}

OrbitCamera seen_with_yaw(double yaw) {
    OrbitCamera camera;
    camera.yaw = yaw;
    return framing(camera, area, fox);
}

TEST(NewObstacles, AreSmallInTheViewAndOutsideOfTheBody) {
    constexpr std::size_t ball = 1;
    constexpr std::size_t block = 3;
    for (const double yaw : {0.0, 0.8, 1.5, 3.0, 4.7}) {
        const OrbitCamera camera = seen_with_yaw(yaw);
        for (std::size_t kind = ball; kind <= block; ++kind) {
            const Obstacle added = new_obstacle_in_view(kind, fox, camera, area);
            ASSERT_EQ(added.shape.index(), kind);
            const Vec3 middle = standing_of(added.shape).col(3);
            const auto seen = pixel_of(camera, area, middle);
            ASSERT_TRUE(seen) << kind << " at " << yaw;
            EXPECT_TRUE(area.holds(*seen)) << kind << " at " << yaw << ": " << seen->transpose();
            EXPECT_GT(clearance_of(added, fox), 0.0) << kind << " at " << yaw;
            const Vec3 sixth_away = middle + fox.diagonal() / 6.0 * camera.up;
            EXPECT_GT(clearance(added.shape, sixth_away).distance, 0.0) << "small";
        }
    }
}

// The camera is so close that nothing beside the body is visible.
TEST(NewObstacles, ArePlacedBeforeABodyThatFillsTheView) {
    OrbitCamera camera = seen_with_yaw(1.5);
    camera.distance = 1.4;
    camera.target = Vec3(0, 0.6, 0);
    const Obstacle added = new_obstacle_in_view(1, fox, camera, area);
    const auto seen = pixel_of(camera, area, standing_of(added.shape).col(3));
    ASSERT_TRUE(seen);
    EXPECT_TRUE(area.holds(*seen)) << seen->transpose();
    EXPECT_GT(clearance_of(added, fox), 0.0);
}

// So little is visible that nothing beside the body is.
TEST(NewObstacles, AreOutsideOfALongBodySeenFromItsEndsAndSides) {
    const BoundingBox snake{Vec3(-0.15, 0.0, -3.0), Vec3(0.15, 0.3, 3.0)};
    OrbitCamera camera;
    camera.target = snake.centre();
    camera.pitch = 0.0;
    camera.field_of_view = 0.1;
    for (const double yaw : {0.0, 0.1, 0.8, 1.5, half_turn / 2.0, half_turn}) {
        camera.yaw = yaw;
        for (std::size_t kind = 1; kind <= 3; ++kind) {
            for (const double distance : {0.2, 1.0, 3.2, 4.2}) {
                camera.distance = distance;
                EXPECT_GT(clearance_of(new_obstacle_in_view(kind, snake, camera, area), snake), 0.0)
                    << kind << " at " << yaw << ", seen from " << distance << " m";
            }
            camera.distance = 6.0;
            const Obstacle before = new_obstacle_in_view(kind, snake, camera, area);
            const auto seen = pixel_of(camera, area, standing_of(before.shape).col(3));
            ASSERT_TRUE(seen) << kind << " at " << yaw;
            EXPECT_TRUE(area.holds(*seen)) << kind << " at " << yaw << ": " << seen->transpose();
            EXPECT_GT(clearance_of(before, snake), 0.0) << kind << " at " << yaw;
        }
    }
}

} // namespace
} // namespace limber::app
