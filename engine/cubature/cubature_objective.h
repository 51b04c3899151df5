// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_energy.h"
#include "engine/cubature/muscle_curvature.h"
#include "engine/general_basis/general_objective.h"
#include "engine/linalg/dense_systems.h"

#include <vector>

/// The objective of a cubature step (cubature_step.h) and the matrix of its moves,
///
///     H = D + Q + Phi S Phi' + sum_p w_p V_p B_p' H_p B_p - sum_c w_c S_c' T_c S_c - sum_q p_q B_q' v_q'' B_q
///
/// with D of inertia, damping and the muscles' quadratic part, Q of fibres under tension (cubature_fibres.h), Phi of
/// the handles and springs, H_p the positive
/// semidefinite part of the energy's Hessian at a point and T_c the derivative of the rotation of a cluster of muscles
/// (muscle_curvature.h), and p_q the pressure in a pocket of volume v_q (cubature_pressure.h). The last two sums are
/// exact where H is positive definite; elsewhere they are left out, so that H is positive definite always, and an upper
/// bound of the muscles' curvature.
namespace limber {

/// Scratch of one model.
struct CubatureObjective {
    GeneralObjective inertia; // and gravity, wind, damping, handles, springs and muscles
    CubatureScratch elastic;
    MuscleCurvature muscles;
    PressureScratch pressure;
    FibreScratch fibres;
    Matrix handle_columns; // k x 3 capacity: sqrt(S) Phi
    Matrix hessian;        // k x k, without the curvature of muscles and pressures
    Matrix factor;         // k x k: L with L L' = H
};

/// Sized, with undefined contents.
CubatureObjective cubature_objective(const CubatureModel& model, Index handle_capacity);

/// Call once after each prediction.
void prepare_objective(const CubatureModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                       const Prediction& prediction, CubatureObjective& objective);

/// Computes objective and gradient at `at.Z`. The energies of points and muscles are in at.cluster_energy.
void evaluate(const CubatureModel& model, const Controls& controls, CubatureObjective& objective, Iterate& at);

/// Factors H at Z. Returns false when numbers are not finite.
bool factor_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                    CubatureObjective& objective);

/// The lower triangle of `exact` becomes the second derivative at Z, with all that H leaves out; that of
/// objective.hessian becomes H without the curvature of muscles and pressures.
void compute_second_derivative(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                               CubatureObjective& objective, Matrix& exact);

/// B <- H^-1 B, k x m, with the H of the last factor_hessian.
void solve_with_hessian(const CubatureObjective& objective, MatrixRef B);

/// Of a difference of two objectives.
double round_off(const CubatureModel& model, const Controls& controls, const Iterate& at);

/// The norm of a gradient that is the round-off of the elastic forces; B'MB is the identity.
double rounded_force(const CubatureModel& model, const Controls& controls);

} // namespace limber
