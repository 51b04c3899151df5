// SPDX-License-Identifier: MIT
#include "engine/operators/hessian_spectrum.h"

#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double pair_sum_min = 1e-9; // of two singular values, at the pole of a twist

/// F = U diag(s) V' with rotations U and V; s(2) is negative where F is reflected.
struct RotatedStretch {
    Mat3 U;
    Vec3 s;
    Mat3 V;
};

RotatedStretch rotated_stretch(const Mat3& F) {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    RotatedStretch parts{svd.matrixU(), svd.singularValues(), svd.matrixV()};
    if (parts.U.determinant() < 0.0) {
        parts.U.col(2) *= -1.0;
        parts.s(2) *= -1.0;
    }
    if (parts.V.determinant() < 0.0) {
        parts.V.col(2) *= -1.0;
        parts.s(2) *= -1.0;
    }
    return parts;
}

/// Second derivatives along the stretches, and the eigenvalues of the pairs that lack the index k.
struct PrincipalDerivatives {
    Mat3 stretch;
    Vec3 twist;
    Vec3 flip;
};

PrincipalDerivatives stable_neo_hookean_derivatives(const Lame& lame, const Vec3& s) {
    const StableParameters stable = stable_parameters(lame);
    const double I1 = s.squaredNorm() + 1.0;
    const double base = stable.m * (1.0 - 1.0 / I1);
    const double pull = stable.l * (s.prod() - stable.a);
    const Vec3 area(s(1) * s(2), s(2) * s(0), s(0) * s(1));
    Mat3 stretch = 2.0 * stable.m / (I1 * I1) * s * s.transpose() + stable.l * area * area.transpose();
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        stretch(k, k) += base;
        stretch(i, j) += pull * s(k);
        stretch(j, i) += pull * s(k);
    }
    return {stretch, (base + pull * s.array()).matrix(), (base - pull * s.array()).matrix()};
}

PrincipalDerivatives st_venant_kirchhoff_derivatives(const Lame& lame, const Vec3& s) {
    const Vec3 strain = 0.5 * (s.array().square() - 1.0).matrix();
    const double volume = lame.lambda * strain.sum();
    PrincipalDerivatives found{lame.lambda * s * s.transpose(), Vec3::Zero(), Vec3::Zero()};
    for (int k = 0; k < 3; ++k) {
        const double si = s((k + 1) % 3);
        const double sj = s((k + 2) % 3);
        const double squares = lame.mu * (si * si + sj * sj - 1.0) + volume;
        found.stretch(k, k) += 2.0 * lame.mu * (strain(k) + s(k) * s(k)) + volume;
        found.twist(k) = squares - lame.mu * si * sj;
        found.flip(k) = squares + lame.mu * si * sj;
    }
    return found;
}

PrincipalDerivatives corotational_derivatives(const Lame& lame, const Vec3& s) {
    PrincipalDerivatives found{Mat3::Constant(lame.lambda), Vec3::Zero(), Vec3::Constant(2.0 * lame.mu)};
    found.stretch.diagonal().array() += 2.0 * lame.mu;
    const double pull = 2.0 * (lame.lambda * (s.sum() - 3.0) - 2.0 * lame.mu);
    for (int k = 0; k < 3; ++k) {
        const double sum = std::max(s((k + 1) % 3) + s((k + 2) % 3), pair_sum_min);
        found.twist(k) = 2.0 * lame.mu + pull / sum;
    }
    return found;
}

PrincipalDerivatives principal_derivatives(ElasticEnergy energy, const Lame& lame, const Vec3& s) {
    switch (energy) {
    case ElasticEnergy::stable_neo_hookean:
        return stable_neo_hookean_derivatives(lame, s);
    case ElasticEnergy::st_venant_kirchhoff:
        return st_venant_kirchhoff_derivatives(lame, s);
    case ElasticEnergy::arap:
        return corotational_derivatives({lame.mu, 0.0}, s);
    case ElasticEnergy::corotational:
        break;
    }
    return corotational_derivatives(lame, s);
}

Eigen::Matrix<double, 9, 1> as_column(const Mat3& direction) {
    return Eigen::Map<const Eigen::Matrix<double, 9, 1>>(direction.data());
}

} // namespace

HessianSpectrum hessian_spectrum(ElasticEnergy energy, const Lame& lame, const Mat3& F) {
    const RotatedStretch parts = rotated_stretch(F);
    const PrincipalDerivatives found = principal_derivatives(energy, lame, parts.s);
    const Eigen::SelfAdjointEigenSolver<Mat3> stretch(found.stretch);
    HessianSpectrum spectrum;
    spectrum.values << stretch.eigenvalues(), found.twist, found.flip;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        const Mat3 one = parts.U.col(i) * parts.V.col(j).transpose();
        const Mat3 other = parts.U.col(j) * parts.V.col(i).transpose();
        const Mat3 along = parts.U * stretch.eigenvectors().col(k).asDiagonal() * parts.V.transpose();
        spectrum.vectors.col(k) = as_column(along);
        spectrum.vectors.col(3 + k) = as_column(std::sqrt(0.5) * (one - other));
        spectrum.vectors.col(6 + k) = as_column(std::sqrt(0.5) * (one + other));
    }
    return spectrum;
}

Mat9 positive_semidefinite_part(const HessianSpectrum& spectrum) {
    const Mat9 root = spectrum.vectors * spectrum.values.cwiseMax(0.0).cwiseSqrt().asDiagonal();
    return root * root.transpose();
}

} // namespace limber
