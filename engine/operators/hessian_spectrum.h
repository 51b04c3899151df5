// SPDX-License-Identifier: MIT
#pragma once

#include "engine/operators/hyperelasticity.h"

/// The second derivative of an elastic energy by F in closed form [Smith, de Goes and Kim 2019, Analytic Eigensystems
/// for Isotropic Distortion Energies]. With F = U diag(s) V', U and V rotations, and the energy as a function psi(s),
/// the eigenvectors are
///
///     three stretches   U diag(q) V',  q an eigenvector of the second derivatives psi_ij
///     three twists      (u_i v_j' - u_j v_i') / sqrt 2,   eigenvalue (psi_i + psi_j) / (s_i + s_j)
///     three flips       (u_i v_j' + u_j v_i') / sqrt 2,   eigenvalue (psi_i - psi_j) / (s_i - s_j)
///
/// so that no 9 x 9 eigenproblem is solved.
namespace limber {

struct HessianSpectrum {
    Mat9 vectors;                       // orthonormal; row i + 3 j belongs to entry (i, j) of F
    Eigen::Matrix<double, 9, 1> values; // in no order
};

/// Exact, but for co-rotational elasticity and ARAP near flat and reflected F whose nearest rotation is not unique:
/// there the twists' eigenvalues have a pole, which is cut off.
HessianSpectrum hessian_spectrum(ElasticEnergy energy, const Lame& lame, const Mat3& F);

/// The nearest positive semidefinite matrix in the Frobenius norm: the second derivative without its negative
/// eigenvalues, whose eigenvectors remain.
Mat9 positive_semidefinite_part(const HessianSpectrum& spectrum);

} // namespace limber
