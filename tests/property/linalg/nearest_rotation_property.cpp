// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/linalg/nearest_rotation.h"
#include "tests/oracle/compiled_solvers.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

Mat3 random_matrix(Rng& rng) {
    return Mat3::NullaryExpr([&] { return rng.normal(); });
}

Mat3 random_rotation(Rng& rng) {
    const Eigen::Quaterniond q(rng.normal(), rng.normal(), rng.normal(), rng.normal());
    return q.normalized().toRotationMatrix();
}

// Regular, reflected, nearly flat, flat, and of any size.
Mat3 random_deformation(Rng& rng) {
    const double flatness = rng.uniform() < 0.3 ? std::pow(10.0, rng.uniform(-17.0, 0.0)) : rng.uniform(-2.0, 2.0);
    const Vec3 stretch(rng.uniform(0.1, 3.0), rng.uniform(-3.0, 3.0), rng.uniform() < 0.1 ? 0.0 : flatness);
    const double size = std::pow(10.0, rng.uniform(-12.0, 12.0));
    return size * random_rotation(rng) * stretch.asDiagonal() * random_rotation(rng);
}

constexpr int trials = 3000;

TEST(NearestRotationLaws, ResultIsARotation) {
    Rng rng(1);
    for (int i = 0; i < trials; ++i) {
        const Mat3 R = nearest_rotation(random_deformation(rng));
        ASSERT_LE((R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-14);
        ASSERT_NEAR(R.determinant(), 1.0, 1e-14);
    }
}

TEST(NearestRotationLaws, NoOtherRotationIsCloser) {
    Rng rng(2);
    for (int i = 0; i < trials; ++i) {
        const Mat3 F = random_deformation(rng);
        const double closeness = (nearest_rotation(F).transpose() * F).trace();
        for (int j = 0; j < 10; ++j) {
            const double angle = std::pow(10.0, rng.uniform(-6.0, 0.5));
            const Mat3 other = nearest_rotation(F) * Eigen::AngleAxisd(angle, random_rotation(rng).col(0));
            ASSERT_LE((other.transpose() * F).trace(), closeness + 1e-14 * F.norm());
        }
    }
}

TEST(NearestRotationLaws, RemainingFactorIsSymmetric) {
    Rng rng(3);
    for (int i = 0; i < trials; ++i) {
        const Mat3 F = random_deformation(rng);
        const Mat3 S = nearest_rotation(F).transpose() * F;
        ASSERT_LE((S - S.transpose()).norm(), 1e-14 * F.norm()) << F;
    }
}

TEST(NearestRotationLaws, RotationIsEquivariant) {
    Rng rng(4);
    for (int i = 0; i < trials; ++i) {
        const Mat3 F = random_matrix(rng);
        const Mat3 Q = random_rotation(rng);
        const Vec3 s = F.jacobiSvd().singularValues();
        // The conditioning of the rotation depends on the gap.
        const double gap = s(1) + (F.determinant() > 0.0 ? s(2) : -s(2));
        const double tolerance = std::max(1e-14, 1e-14 * s(0) / gap);
        ASSERT_LE((nearest_rotation(Q * F) - Q * nearest_rotation(F)).norm(), tolerance) << F;
        ASSERT_LE((nearest_rotation(F * Q) - nearest_rotation(F) * Q).norm(), tolerance) << F;
    }
}

TEST(NearestRotationLaws, PureStretchGivesTheIdentity) {
    Rng rng(5);
    for (int i = 0; i < trials; ++i) {
        const Mat3 A = random_matrix(rng);
        const Mat3 stretch = A * A.transpose() + 1e-3 * Mat3::Identity();
        ASSERT_LE((nearest_rotation(stretch) - Mat3::Identity()).norm(), 1e-11);
    }
}

} // namespace
} // namespace limber
