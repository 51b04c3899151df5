// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/operators/elastic_energy.h"

/// Elastic energies as functions of the deformation gradient F, with the Lame parameters mu and lambda of linear
/// elasticity. All are finite for every F, are zero at rest, and have the Hessian of linear elasticity there, ARAP that
/// for lambda = 0.
///
/// Co-rotational elasticity: mu |F - R|^2 + lambda/2 tr^2(R'F - I), with R the rotation nearest to F. ARAP: the same
/// with lambda = 0.
///
/// Stable neo-Hookean [Smith, de Goes and Kim 2018, equation 14]:
///
///     m/2 (|F|^2 - 3) - m/2 log((|F|^2 + 1) / 4) + l/2 ((J - a)^2 - (1 - a)^2)          J = det F
///     m = 4/3 mu,   l = lambda + 5/6 mu,   a = 1 + 3/4 m / l
///
/// St. Venant-Kirchhoff: mu |E|^2 + lambda/2 tr(E)^2, with Green's strain E = (F'F - I) / 2.
namespace limber {

struct Lame {
    double mu = 0.0;
    double lambda = 0.0;
};

/// Of the stable neo-Hookean energy.
struct StableParameters {
    double m = 0.0;
    double l = 0.0;
    double a = 0.0;
};
StableParameters stable_parameters(const Lame& lame);

using Mat9 = Eigen::Matrix<double, 9, 9>;

/// Energy and its gradient by F, the first Piola-Kirchhoff stress.
struct EnergyAndStress {
    double energy = 0.0;
    Mat3 stress;
};

EnergyAndStress energy_and_stress(ElasticEnergy energy, const Lame& lame, const Mat3& F);

/// The derivative of the stress by F. Row and column i + 3 j belong to entry (i, j). Precondition: the energy is
/// hyperelastic; hessian_spectrum.h has all of them.
Mat9 stress_derivative(ElasticEnergy energy, const Lame& lame, const Mat3& F);

} // namespace limber
