// SPDX-License-Identifier: MIT
#include "engine/operators/hyperelasticity.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace limber {
namespace {

// The derivative of det F by F.
Mat3 cofactors(const Mat3& F) {
    Mat3 C;
    C.col(0) = F.col(1).cross(F.col(2));
    C.col(1) = F.col(2).cross(F.col(0));
    C.col(2) = F.col(0).cross(F.col(1));
    return C;
}

// The change of the cofactors with F.
Mat3 cofactor_change(const Mat3& F, const Mat3& dF) {
    Mat3 C;
    C.col(0) = dF.col(1).cross(F.col(2)) + F.col(1).cross(dF.col(2));
    C.col(1) = dF.col(2).cross(F.col(0)) + F.col(2).cross(dF.col(0));
    C.col(2) = dF.col(0).cross(F.col(1)) + F.col(0).cross(dF.col(1));
    return C;
}

EnergyAndStress stable_neo_hookean(const Lame& lame, const Mat3& F) {
    const auto [m, l, a] = stable_parameters(lame);
    const double I = F.squaredNorm();
    const double J = F.determinant();
    // (J - a)^2 - (1 - a)^2 without the cancellation
    const double volume = (J - 1.0) * (J + 1.0 - 2.0 * a);
    const double energy = 0.5 * m * ((I - 3.0) - std::log1p(0.25 * (I - 3.0))) + 0.5 * l * volume;
    return {energy, m * (1.0 - 1.0 / (I + 1.0)) * F + l * (J - a) * cofactors(F)};
}

Mat3 stable_neo_hookean_change(const Lame& lame, const Mat3& F, const Mat3& dF) {
    const auto [m, l, a] = stable_parameters(lame);
    const double I1 = F.squaredNorm() + 1.0;
    const Mat3 C = cofactors(F);
    return m * (1.0 - 1.0 / I1) * dF + 2.0 * m / (I1 * I1) * F.cwiseProduct(dF).sum() * F +
           l * C.cwiseProduct(dF).sum() * C + l * (F.determinant() - a) * cofactor_change(F, dF);
}

Mat3 green_strain(const Mat3& F) {
    return 0.5 * (F.transpose() * F - Mat3::Identity());
}

// The second Piola-Kirchhoff stress of a strain, linear in it.
Mat3 hooke(const Lame& lame, const Mat3& E) {
    return 2.0 * lame.mu * E + lame.lambda * E.trace() * Mat3::Identity();
}

EnergyAndStress st_venant_kirchhoff(const Lame& lame, const Mat3& F) {
    const Mat3 E = green_strain(F);
    const Mat3 S = hooke(lame, E);
    return {0.5 * S.cwiseProduct(E).sum(), F * S};
}

Mat3 st_venant_kirchhoff_change(const Lame& lame, const Mat3& F, const Mat3& dF) {
    const Mat3 product = F.transpose() * dF;
    const Mat3 dE = 0.5 * (product + product.transpose());
    return dF * hooke(lame, green_strain(F)) + F * hooke(lame, dE);
}

// The derivative of R drops out, because R maximises <R, F>.
EnergyAndStress corotational(const Lame& lame, const Mat3& F) {
    const Mat3 R = nearest_rotation(F);
    const double stretch = R.cwiseProduct(F).sum() - 3.0;
    return {lame.mu * (F - R).squaredNorm() + 0.5 * lame.lambda * stretch * stretch,
            2.0 * lame.mu * (F - R) + lame.lambda * stretch * R};
}

} // namespace

StableParameters stable_parameters(const Lame& lame) {
    const double m = 4.0 / 3.0 * lame.mu;
    const double l = lame.lambda + 5.0 / 6.0 * lame.mu;
    return {m, l, 1.0 + 0.75 * m / l};
}

EnergyAndStress energy_and_stress(ElasticEnergy energy, const Lame& lame, const Mat3& F) {
    switch (energy) {
    case ElasticEnergy::stable_neo_hookean:
        return stable_neo_hookean(lame, F);
    case ElasticEnergy::st_venant_kirchhoff:
        return st_venant_kirchhoff(lame, F);
    case ElasticEnergy::arap:
        return corotational({lame.mu, 0.0}, F);
    case ElasticEnergy::corotational:
        break;
    }
    return corotational(lame, F);
}

Mat9 stress_derivative(ElasticEnergy energy, const Lame& lame, const Mat3& F) {
    EXPECTS(is_hyperelastic(energy));
    const auto change =
        energy == ElasticEnergy::stable_neo_hookean ? stable_neo_hookean_change : st_venant_kirchhoff_change;
    Mat9 H;
    for (int column = 0; column < 9; ++column) {
        Mat3 dF = Mat3::Zero();
        dF(column % 3, column / 3) = 1.0;
        const Mat3 dP = change(lame, F, dF);
        H.col(column) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(dP.data());
    }
    return H;
}

} // namespace limber
