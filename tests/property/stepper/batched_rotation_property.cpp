#include "engine/stepper/batched_rotation.h"

#include "engine/linalg/nearest_rotation.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace limber::testing {
namespace {

Mat3 random_matrix(Rng& rng) {
    Mat3 F;
    for (Index i = 0; i < 9; ++i) {
        F.data()[i] = rng.normal();
    }
    return F;
}

// Lane by lane.
std::array<Mat3, lane_count> rotations_of(const std::array<Mat3, lane_count>& F) {
    LaneMatrices packed;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (Index lane = 0; lane < lane_count; ++lane) {
                packed.entry[i][j](lane) = F[static_cast<std::size_t>(lane)](i, j);
            }
        }
    }
    const LaneMatrices R = nearest_rotations(packed);
    std::array<Mat3, lane_count> result;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (Index lane = 0; lane < lane_count; ++lane) {
                result[static_cast<std::size_t>(lane)](i, j) = R.entry[i][j](lane);
            }
        }
    }
    return result;
}

void expect_best_rotation(const Mat3& R, const Mat3& F) {
    EXPECT_LT((R * R.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-13) << F;
    EXPECT_GT(R.determinant(), 0.0) << F;
    const double best = nearest_rotation(F).cwiseProduct(F).sum();
    EXPECT_NEAR(R.cwiseProduct(F).sum(), best, 1e-12 * (F.norm() + 1e-300)) << F;
}

TEST(BatchedRotation, IsTheBestRotationOfEveryLaneWhateverTheOthersHold) {
    Rng rng(1);
    for (int round = 0; round < 20000; ++round) {
        std::array<Mat3, lane_count> F;
        for (Mat3& f : F) {
            f = random_matrix(rng);
        }
        // One lane of every round is extreme: flat, reflected, half a turn, huge, tiny, zero.
        const double size = std::pow(10.0, rng.uniform(-8.0, 8.0));
        const Vec3 squash(1.0, rng.uniform(), std::pow(10.0, rng.uniform(-16.0, 0.0)));
        const Mat3 turn = random_rotation(rng);
        const Mat3 extreme[] = {size * random_matrix(rng),
                                turn * squash.asDiagonal() * random_rotation(rng),
                                turn * Vec3(1.0, 1.0, -1.0).asDiagonal() * turn.transpose(),
                                Eigen::AngleAxisd(std::numbers::pi, turn.col(0)).toRotationMatrix(),
                                Mat3::Zero(),
                                -turn};
        F[static_cast<std::size_t>(round) % lane_count] = extreme[static_cast<std::size_t>(round) % 6];
        const auto R = rotations_of(F);
        for (std::size_t lane = 0; lane < F.size(); ++lane) {
            expect_best_rotation(R[lane], F[lane]);
        }
    }
}

TEST(BatchedRotation, TurnsWithItsArgument) {
    Rng rng(2);
    for (int round = 0; round < 1000; ++round) {
        std::array<Mat3, lane_count> F;
        std::array<Mat3, lane_count> QF;
        const Mat3 Q = random_rotation(rng);
        for (std::size_t lane = 0; lane < F.size(); ++lane) {
            F[lane] = Mat3::Identity() + 0.3 * random_matrix(rng);
            QF[lane] = Q * F[lane];
        }
        const auto R = rotations_of(F);
        const auto QR = rotations_of(QF);
        for (std::size_t lane = 0; lane < F.size(); ++lane) {
            if (F[lane].determinant() > 0.01) {
                EXPECT_LT((QR[lane] - Q * R[lane]).cwiseAbs().maxCoeff(), 1e-12);
            }
        }
    }
}

} // namespace
} // namespace limber::testing
