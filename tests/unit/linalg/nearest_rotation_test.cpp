// SPDX-License-Identifier: MIT
#include "engine/linalg/nearest_rotation.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>

namespace limber {
namespace {

constexpr double pi = 3.14159265358979323846;

void expect_rotation(const Mat3& R, double tolerance = 1e-14) {
    EXPECT_LE((R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff(), tolerance) << R;
    EXPECT_NEAR(R.determinant(), 1.0, tolerance) << R;
}

TEST(NearestRotation, OfTheIdentityIsTheIdentity) {
    EXPECT_LE((nearest_rotation(Mat3::Identity()) - Mat3::Identity()).norm(), 1e-15);
}

TEST(NearestRotation, OfZeroIsTheIdentity) {
    EXPECT_EQ(nearest_rotation(Mat3::Zero()), Mat3::Identity());
    EXPECT_EQ(nearest_rotation(Mat3::Constant(std::numeric_limits<double>::quiet_NaN())), Mat3::Identity());
}

TEST(NearestRotation, OfAHalfTurnIsTheHalfTurn) {
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 2, -3)}) {
        const Mat3 half_turn = Eigen::AngleAxisd(pi, axis.normalized()).toRotationMatrix();
        EXPECT_LE((nearest_rotation(half_turn) - half_turn).norm(), 1e-14);
        EXPECT_LE((nearest_rotation(3.0 * half_turn) - half_turn).norm(), 1e-14);
    }
}

TEST(NearestRotation, OfAReflectionFlipsTheSmallestSingularValue) {
    const Mat3 R = nearest_rotation(Vec3(-3.0, 2.0, 0.5).asDiagonal().toDenseMatrix());
    EXPECT_LE((R - Vec3(-1.0, 1.0, -1.0).asDiagonal().toDenseMatrix()).norm(), 1e-14);
}

TEST(NearestRotation, OfFlatMatricesIsARotation) {
    for (const Vec3& stretch : {Vec3(1, 1, 0), Vec3(2, 0, 0), Vec3(-1, 1, 0), Vec3(0, 0, -1), Vec3(1, 1e-9, 0)}) {
        expect_rotation(nearest_rotation(stretch.asDiagonal().toDenseMatrix()));
    }
}

TEST(NearestRotation, DoesNotDependOnTheScale) {
    const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, -2, 2).normalized()).toRotationMatrix();
    for (const double scale : {1e-310, 1e-200, 1e-20, 1e20, 1e200}) {
        EXPECT_LE((nearest_rotation(scale * turn) - turn).norm(), scale < 1e-300 ? 1e-4 : 1e-14) << scale;
    }
}

} // namespace
} // namespace limber
