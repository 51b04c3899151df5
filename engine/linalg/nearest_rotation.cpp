// SPDX-License-Identifier: MIT
#include "engine/linalg/nearest_rotation.h"

#include "engine/linalg/compiled_solvers.h"

#include <Eigen/Geometry>

#include <cmath>

namespace limber {
namespace {

// For a matrix whose largest entry is one, the determinant above which Newton's iteration is used: it then converges to
// round-off, and inversion loses fewer than eleven bits.
constexpr double determinant_of_a_regular_matrix = 1e-2;
constexpr int newton_iterations_max = 20;

// det(X) X^-T: the columns are cross products.
Mat3 cofactors(const Mat3& X) {
    Mat3 C;
    C.col(0) = X.col(1).cross(X.col(2));
    C.col(1) = X.col(2).cross(X.col(0));
    C.col(2) = X.col(0).cross(X.col(1));
    return C;
}

// Higham's iteration X <- (g X + X^-T / g) / 2 with the scaling that keeps det X near one.
// For det F > 0 it converges to the orthogonal polar factor, which is then the nearest rotation.
Mat3 rotation_by_newton(const Mat3& F) {
    Mat3 X = F;
    for (int i = 0; i < newton_iterations_max; ++i) {
        const Mat3 C = cofactors(X);
        const double determinant = X.col(0).dot(C.col(0));
        const double distance = std::abs(determinant - 1.0);
        const double g = distance > 1e-2 ? 1.0 / std::cbrt(determinant) : 1.0;
        const Mat3 next = 0.5 * (g * X + C / (g * determinant));
        const double change = (next - X).cwiseAbs().maxCoeff();
        X = next;
        if (change < 1e-9) { // quadratic convergence: the remaining error is below round-off
            break;
        }
    }
    return X;
}

// For reflections, flips the direction of the smallest singular value.
Mat3 rotation_by_singular_values(const Mat3& F) {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Mat3 U = svd.matrixU();
    const Mat3 V = svd.matrixV();
    const double handedness = U.determinant() * V.determinant() < 0.0 ? -1.0 : 1.0;
    return U * Vec3(1.0, 1.0, handedness).asDiagonal() * V.transpose();
}

} // namespace

Mat3 nearest_rotation(const Mat3& F) {
    const double size = F.cwiseAbs().maxCoeff();
    if (!(size > 0.0) || !F.allFinite()) {
        return Mat3::Identity();
    }
    const Mat3 scaled = F / size;
    return scaled.determinant() > determinant_of_a_regular_matrix ? rotation_by_newton(scaled)
                                                                  : rotation_by_singular_values(scaled);
}

} // namespace limber
