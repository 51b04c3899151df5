#include "engine/stepper/batched_rotation.h"

#include "engine/linalg/nearest_rotation.h"

#include <cmath>

namespace limber {
namespace {

constexpr int iterations_max = 12;
// The iteration squares its error, so below this the next one is exact to round-off.
constexpr double last_change = 1e-7;
// |F|^3 / det beyond which Newton's inverse loses digits that the SVD keeps.
constexpr double distortion_max = 1e6;

Lanes squared_norm(const LaneMatrices& A) {
    Lanes sum = Lanes::Zero();
    for (const auto& row : A.entry) {
        for (const Lanes& a : row) {
            sum += a * a;
        }
    }
    return sum;
}

// Cofactors: det(A) A^-T.
LaneMatrices cofactors(const LaneMatrices& A) {
    LaneMatrices C;
    for (int i = 0; i < 3; ++i) {
        const auto& p = A.entry[(i + 1) % 3];
        const auto& q = A.entry[(i + 2) % 3];
        for (int j = 0; j < 3; ++j) {
            C.entry[i][j] = p[(j + 1) % 3] * q[(j + 2) % 3] - p[(j + 2) % 3] * q[(j + 1) % 3];
        }
    }
    return C;
}

Lanes determinant(const LaneMatrices& A, const LaneMatrices& cofactors_of_A) {
    return A.entry[0][0] * cofactors_of_A.entry[0][0] + A.entry[0][1] * cofactors_of_A.entry[0][1] +
           A.entry[0][2] * cofactors_of_A.entry[0][2];
}

// A <- (g A + A^-T / g) / 2 with g^2 = |A^-T| / |A|; returns the squared change.
Lanes newton_iteration(LaneMatrices& A) {
    const LaneMatrices C = cofactors(A);
    const Lanes inverse_det = determinant(A, C).inverse();
    const Lanes g_squared = (squared_norm(C) / squared_norm(A)).sqrt() * inverse_det.abs();
    const Lanes g = g_squared.sqrt();
    const Lanes half_g = 0.5 * g;
    const Lanes half_inverse = 0.5 * inverse_det / g;
    Lanes change = Lanes::Zero();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const Lanes next = half_g * A.entry[i][j] + half_inverse * C.entry[i][j];
            const Lanes difference = next - A.entry[i][j];
            change += difference * difference;
            A.entry[i][j] = next;
        }
    }
    return change;
}

Mat3 lane_of(const LaneMatrices& A, Index lane) {
    Mat3 matrix;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            matrix(i, j) = A.entry[i][j](lane);
        }
    }
    return matrix;
}

void set_lane(LaneMatrices& A, Index lane, const Mat3& matrix) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            A.entry[i][j](lane) = matrix(i, j);
        }
    }
}

} // namespace

LaneMatrices nearest_rotations(const LaneMatrices& F) {
    const Lanes size = squared_norm(F);
    const Lanes det = determinant(F, cofactors(F));
    // Written such that NaN lands among the exceptions too.
    const Eigen::Array<bool, lane_count, 1> regular = det * distortion_max > size * size.sqrt();
    LaneMatrices R = F;
    for (Index lane = 0; lane < lane_count; ++lane) {
        if (!regular(lane)) {
            set_lane(R, lane, Mat3::Identity());
        }
    }
    for (int iteration = 0; iteration < iterations_max; ++iteration) {
        if (newton_iteration(R).maxCoeff() < last_change * last_change) {
            break;
        }
    }
    for (Index lane = 0; lane < lane_count; ++lane) {
        if (!regular(lane)) {
            set_lane(R, lane, nearest_rotation(lane_of(F, lane)));
        }
    }
    return R;
}

} // namespace limber
