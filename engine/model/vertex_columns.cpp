// SPDX-License-Identifier: MIT
#include "engine/model/vertex_columns.h"

#include "engine/core/contract.h"
#include "engine/linalg/sparse_eigs.h"
#include "engine/model/modal_coordinates.h"
#include "engine/subspace/mode_conventions.h"
#include "engine/subspace/pins.h"

#include <utility>

namespace limber {
namespace {

// Of the Rayleigh quotient of the rest positions, as of skinning modes.
constexpr double shift_of_quotient = 0.05;

// 4m x k
Matrix translations(const Matrix& rows) {
    Matrix maps = Matrix::Zero(4 * rows.rows(), rows.cols());
    for (Index j = 0; j < rows.rows(); ++j) {
        maps.row(4 * j + 3) = rows.row(j);
    }
    return maps;
}

} // namespace

Result<SkinningModes> vertex_columns(const VertexBody& body, Index count, Progress* progress) {
    EXPECTS(count > 0);
    const auto& [X, mass, L] = body;
    const double shift = shift_of_quotient * quotient_at_rest(L, mass, X);
    if (auto fault = fault_in_size(mass, shift)) {
        return *fault;
    }
    SkinningModes modes;
    if (count >= X.rows()) {
        auto [T, stiffness] = modal_coordinates(Matrix(mass.asDiagonal()), Matrix(L));
        modes.W = std::move(T);
        modes.lambda = std::move(stiffness);
    } else {
        auto solved = smallest_eigenpairs(L, mass, Matrix(X.rows(), 0), {.count = count, .shift = shift}, progress);
        if (!solved) {
            return solved.error();
        }
        EigenPairs pairs = std::move(solved).value();
        modes.W = std::move(pairs.vectors);
        modes.lambda = std::move(pairs.values);
        modes.residual_max = pairs.residual_max;
    }
    fix_signs(modes.W, mass.cwiseProduct(generic_values(mass, X)), mass);
    return modes;
}

ReducedModel vertex_model(const VertexBody& body, const Rig& rig, const Matrix& W) {
    const auto& [X, mass, L] = body;
    ReducedModel model;
    model.frame = rest_frame(X);
    const Matrix J = rig_jacobian(X, rig);
    const Matrix MJ = mass.asDiagonal() * J;
    const Matrix LJ = L * J;
    const Matrix MW = mass.asDiagonal() * W;
    const Matrix LW = L * W;
    auto [rows, stiffness] = modal_coordinates(W.transpose() * MW, W.transpose() * LW);
    const Matrix B = W * rows;
    model.T = translations(rows);
    model.stiffness = std::move(stiffness);
    model.BLJ = B.transpose() * LJ;
    model.BMJ = B.transpose() * MJ;
    model.BM1 = B.transpose() * mass;
    model.JLJ = J.transpose() * LJ;
    model.JMJ = J.transpose() * MJ;
    model.mass = mass.sum();
    return model;
}

Matrix coordinate_columns(const Matrix& W, const ReducedModel& model) {
    EXPECTS(model.mode_count() == W.cols());
    Matrix rows(W.cols(), model.coordinate_count());
    for (Index j = 0; j < W.cols(); ++j) {
        rows.row(j) = model.T.row(4 * j + 3);
    }
    return W * rows;
}

} // namespace limber
