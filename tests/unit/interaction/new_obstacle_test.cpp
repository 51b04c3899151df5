// SPDX-License-Identifier: MIT
#include "app/interaction/new_obstacle.h"

#include "app/document/obstacle_placing.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

const ViewArea area{300, 0, 980, 600};
const BoundingBox fox{Vec3(-0.15, 0.0, -0.9), Vec3(0.15, 0.9, 0.9)};

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
            const Vec3 nearest = middle.cwiseMax(fox.low).cwiseMin(fox.high);
            EXPECT_GT(clearance(added.shape, nearest).distance, 0.0) << kind << " at " << yaw;
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
}

} // namespace
} // namespace limber::app
