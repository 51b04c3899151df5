// SPDX-License-Identifier: MIT
#include "app/interaction/bodies.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

Points triangle_at(double z) {
    Points x(3, 3);
    x << -1, -1, z, 1, -1, z, 0, 1, z;
    return x;
}

const Triangles one_triangle = (Triangles(1, 3) << 0, 1, 2).finished();

PickableBody body(int id, double z, int& looks) {
    const Points x = triangle_at(z);
    return {id, bounding_box(x), &one_triangle, [x, &looks] {
                ++looks;
                return x;
            }};
}

TEST(Bodies, FrontmostBodyIsPicked) {
    int looks = 0;
    const std::vector<PickableBody> bodies{body(4, -2.0, looks), body(7, 1.0, looks), body(2, 0.0, looks)};
    EXPECT_EQ(first_body({Vec3(0, 0, 5), Vec3(0, 0, -1)}, bodies), 7);
    EXPECT_EQ(first_body({Vec3(0, 0, -5), Vec3(0, 0, 1)}, bodies), 4);
    EXPECT_EQ(first_body({Vec3(0.9, 0.9, 5), Vec3(0, 0, -1)}, bodies), std::nullopt) << "within the box only";
}

TEST(Bodies, OnlyBodiesOnTheRayAreTested) {
    int looks = 0;
    const std::vector<PickableBody> bodies{body(1, 0.0, looks)};
    EXPECT_EQ(first_body({Vec3(3, 0, 5), Vec3(0, 0, -1)}, bodies), std::nullopt);
    EXPECT_EQ(first_body({Vec3(0, 0, 5), Vec3(0, 0, 1)}, bodies), std::nullopt) << "behind the eye";
    EXPECT_EQ(looks, 0);
}

} // namespace
} // namespace limber::app
