// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_fibres.h"

#include "engine/core/contract.h"
#include "engine/general_basis/general_objective.h"
#include "engine/stepper/stress_scale.h"

#include <algorithm>

namespace limber {
namespace {

double tension_of(const CubatureFibres::Muscle& one, const Controls& controls) {
    return std::max(one.tension * stress_scale(controls, one.muscle), 0.0);
}

} // namespace

CubatureFibres cubature_fibres(const GeneralModel& model, const std::vector<TenseFibres>& fibres) {
    const Index k = model.coordinate_count();
    const Index rows = model.J.cols();
    CubatureFibres reduced;
    for (const TenseFibres& one : fibres) {
        EXPECTS(one.muscle >= 0 && one.K.rows() == model.J.rows() && model.B.rows() == 3 * one.K.rows());
        const Matrix KJ = one.K * model.J;
        CubatureFibres::Muscle muscle{one.muscle, one.tension, Matrix::Zero(k, k), Matrix(k, 3 * rows),
                                      model.J.transpose() * KJ};
        for (Index axis = 0; axis < 3; ++axis) {
            const Matrix B = model.B(Eigen::seqN(axis, one.K.rows(), 3), Eigen::all);
            muscle.Q += B.transpose() * (one.K * B);
            muscle.R.middleCols(axis * rows, rows) = B.transpose() * KJ;
        }
        reduced.muscles.push_back(std::move(muscle));
    }
    return reduced;
}

FibreScratch fibre_scratch(const CubatureFibres& fibres) {
    const Index k = fibres.muscles.empty() ? 0 : fibres.muscles.front().Q.rows();
    return {Matrix(k, k), Vector(k), 0.0, Vector(k)};
}

bool has_tension(const CubatureFibres& fibres, const Controls& controls) {
    return std::ranges::any_of(fibres.muscles, [&](const auto& one) { return tension_of(one, controls) > 0.0; });
}

void prepare_fibres(const CubatureFibres& fibres, const Controls& controls, const AffineStack& P,
                    FibreScratch& scratch) {
    scratch.Q.setZero();
    scratch.r.setZero();
    scratch.constant = 0.0;
    for (const CubatureFibres::Muscle& one : fibres.muscles) {
        const double tension = tension_of(one, controls);
        scratch.Q += tension * one.Q;
        scratch.product.noalias() = one.R * as_vector(P);
        scratch.r += tension * scratch.product;
        for (Index axis = 0; axis < 3; ++axis) {
            for (Index column = 0; column < P.rows(); ++column) {
                scratch.constant += 0.5 * tension * P(column, axis) * P.col(axis).dot(one.rig.col(column));
            }
        }
    }
}

double add_fibre_gradient(FibreScratch& scratch, Iterate& at) {
    const auto z = as_vector(at.Z);
    scratch.product.noalias() = scratch.Q * z;
    const double energy = 0.5 * z.dot(scratch.product) + z.dot(scratch.r) + scratch.constant;
    as_vector(at.gradient) += scratch.product + scratch.r;
    return energy;
}

} // namespace limber
