// SPDX-License-Identifier: MIT
#include "engine/contact/planar_obstacles.h"

#include "engine/core/random.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// Sections of obstacles with a plane.
namespace limber {
namespace {

constexpr double plane = 0.2; // z [m]

Affine posed(const Mat3& R, const Vec3& at) {
    return (Affine() << R, at).finished();
}

// The section holds the same points of the plane as the obstacle, and has no normal along z there.
void expect_the_same_section(const Shape& shape) {
    const auto section = section_at({shape, 0.5, 0.1}, plane);
    ASSERT_TRUE(section);
    EXPECT_EQ(section->friction, 0.5);
    EXPECT_EQ(section->restitution, 0.1);
    Rng rng(1);
    int inside = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3 x(rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 2.0), plane);
        const Clearance whole = clearance(shape, x);
        const Clearance cut = clearance(section->shape, x);
        EXPECT_EQ(whole.distance < 0.0, cut.distance < 0.0) << x.transpose();
        EXPECT_LE(std::abs(whole.distance), std::abs(cut.distance) + 1e-9) << "the plane is a part of space";
        EXPECT_NEAR(cut.normal.z(), 0.0, 1e-12);
        inside += whole.distance < 0.0 ? 1 : 0;
    }
    EXPECT_GT(inside, 0);
    EXPECT_LT(inside, 500);
}

TEST(PlanarObstacles, HaveTheSectionsOfSimpleShapes) {
    expect_the_same_section(HalfSpace{});
    expect_the_same_section(HalfSpace{Vec3(0.3, 0.1, -1.0), Vec3(0.5, 1.0, 0.7).normalized()});
    expect_the_same_section(Ball{Vec3(0.2, -0.3, 0.6), 0.9});
    expect_the_same_section(Capsule{Vec3(-0.5, 0.0, 0.5), Vec3(0.6, 0.4, 0.5), 0.6});
    const Mat3 about_z = Eigen::AngleAxisd(0.4, Vec3::UnitZ()).toRotationMatrix();
    expect_the_same_section(Box{posed(about_z, Vec3(0.1, 0.2, 0.3)), Vec3(0.7, 0.5, 0.4)});
    const Mat3 lying = about_z * Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitX()).toRotationMatrix();
    expect_the_same_section(Box{posed(lying, Vec3(0.1, 0.2, 0.3)), Vec3(0.7, 0.5, 0.4)});
}

TEST(PlanarObstacles, MoveInThePlane) {
    Obstacle ball{Ball{Vec3(0.2, -0.3, 0.6), 0.9}, 0.5, 0.0};
    EXPECT_FALSE(section_at(ball, plane)->motion) << "at rest";
    const Mat3 about_z = Eigen::AngleAxisd(0.4, Vec3::UnitZ()).toRotationMatrix();
    ball.motion = posed(about_z, Vec3(0.1, 0.2, 0.3));
    const Vec3 x(0.5, -0.4, plane);
    const Vec3 moved = moved_along(*section_at(ball, plane), x);
    EXPECT_EQ(moved.z(), plane);
    EXPECT_LT((moved - moved_along(ball, x)).head<2>().norm(), 1e-15);
    ball.motion = posed(Eigen::AngleAxisd(0.4, Vec3::UnitX()).toRotationMatrix(), Vec3(0.1, 0.2, 0.3));
    EXPECT_TRUE(section_at(ball, plane)->motion == ball.motion) << "no motion of the plane";
}

TEST(PlanarObstacles, LeaveOutWhatThePlaneDoesNotMeet) {
    const Obstacles beside{{Ball{Vec3(0.0, 0.0, 1.5), 1.0}, 0.5, 0.0},
                           {HalfSpace{Vec3::Zero(), Vec3::UnitZ()}, 0.5, 0.0},
                           {Box{posed(Mat3::Identity(), Vec3(0.0, 0.0, 2.0)), Vec3::Ones()}, 0.5, 0.0},
                           {Capsule{Vec3(0.0, 0.0, 2.0), Vec3(1.0, 0.0, 2.0), 0.5}, 0.5, 0.0}};
    EXPECT_TRUE(sections_at(beside, plane).empty());
    EXPECT_EQ(sections_at({{HalfSpace{}, 0.5, 0.0}}, plane).size(), 1U);
}

} // namespace
} // namespace limber
