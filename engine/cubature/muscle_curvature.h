// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_pass.h"

/// The curvature that the rotations take from the energy of muscles (model/actuation_set.h). The energy is
///
///     s * (1/2 tr(x'Lx) - sum_c w_c <Omega_c, H_c> + ...)         H_c = S_c(a) z + rig's share, linear in z
///
/// with Omega_c the rotation nearest to H_c. Max over rotations <R, H> is convex in H; its Hessian T has the twists
/// (u_i v_j' - u_j v_i') / sqrt 2 of H = U diag(s) V' as eigenvectors, with the eigenvalues 2 / (s_i + s_j)
/// (operators/hessian_spectrum.h), so that the second part of the energy has the Hessian - sum_c w_c S_c' T_c S_c.
namespace limber {

/// Scratch of one model; empty without muscles. Column 9 c + i + 3 j belongs to entry (i, j) of H_c.
struct MuscleCurvature {
    Matrix S;       // k x 9c of the step's activation
    Vector rig_H;   // 9c the rig's share of H
    Vector H;       // 9c
    Matrix columns; // k x 9c: the curvature is their sum of outer products
};

/// Sized, with undefined contents.
MuscleCurvature muscle_curvature(const GeneralModel& model);

/// Call once a step, after prepare_general_pass in double precision. Precondition: the muscles have stiffness.
void prepare_curvature(const GeneralModel& model, const GeneralPass& pass, MuscleCurvature& curvature);

/// Subtracts it at Z from the lower triangle of the Hessian (k x k). Precondition: likewise.
void subtract_muscle_curvature(const GeneralModel& model, const Controls& controls, const Coordinates& Z,
                               MuscleCurvature& curvature, Matrix& hessian);

} // namespace limber
