// SPDX-License-Identifier: MIT
#include "engine/model/element_model.h"

#include "engine/linalg/sparse_eigs.h"
#include "engine/model/modal_coordinates.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/mode_conventions.h"
#include "engine/subspace/pins.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

// Of the Rayleigh quotient of the rest positions, as of skinning modes.
constexpr double shift_of_quotient = 0.05;

std::optional<Error> fault_in_elements(const ElementBody& body) {
    if (body.elements.empty()) {
        return Error{ErrorKind::bad_input, "the body has no edge or triangle", "mesh"};
    }
    if (body.mass.size() != body.X.rows()) {
        return Error{ErrorKind::bad_input,
                     "there are " + std::to_string(body.mass.size()) + " masses for " + std::to_string(body.X.rows()) +
                         " vertices",
                     "mass"};
    }
    if (!body.X.allFinite() || !body.mass.allFinite() || !(body.mass.minCoeff() > 0.0)) {
        return Error{ErrorKind::bad_input, "positions must be finite, and masses positive and finite", "mesh"};
    }
    return std::nullopt;
}

// On the modes or the rig: three rows an element.
Matrix rows_of_elements(const std::vector<ElementGradient>& gradients, const ElementBody& body, const Matrix& basis) {
    Matrix rows(3 * static_cast<Index>(gradients.size()), basis.cols());
    for (std::size_t c = 0; c < gradients.size(); ++c) {
        rows.middleRows(3 * static_cast<Index>(c), 3) = gradients[c].G * basis(body.elements[c].vertices, Eigen::all);
    }
    return rows;
}

void add_elements(const ElementBody& body, const Matrix& B, const Matrix& J, ReducedModel& model) {
    const auto count = static_cast<Index>(body.elements.size());
    std::vector<ElementGradient> gradients;
    Vector w(count);
    Vector l(count);
    for (Index c = 0; c < count; ++c) {
        const CorotatedElement& element = body.elements[static_cast<std::size_t>(c)];
        gradients.push_back(element_gradient(element, body.X));
        w(c) = gradients.back().weight;
        l(c) = element.volume_weight;
    }
    model.w_sum = w.sum();
    model.lambda_ratio_max = l.cwiseQuotient(w).maxCoeff();
    model.sets.push_back(cluster_set(rows_of_elements(gradients, body, B), rows_of_elements(gradients, body, J), w, l));
}

// 4m x k: the maps of the columns only translate.
Matrix translations(const Matrix& rows) {
    Matrix maps = Matrix::Zero(4 * rows.rows(), rows.cols());
    for (Index j = 0; j < rows.rows(); ++j) {
        maps.row(4 * j + 3) = rows.row(j);
    }
    return maps;
}

} // namespace

Result<SkinningModes> element_modes(const ElementBody& body, Index count, Progress* progress) {
    if (auto fault = fault_in_elements(body)) {
        return *fault;
    }
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    const Index n = body.X.rows();
    const SparseMatrix L = element_laplacian(body.elements, n);
    const double shift = shift_of_quotient * quotient_at_rest(L, body.mass, body.X);
    if (auto fault = fault_in_size(body.mass, shift)) {
        return *fault;
    }
    SkinningModes modes;
    if (count >= n) {
        auto [T, stiffness] = modal_coordinates(Matrix(body.mass.asDiagonal()), Matrix(L));
        modes.W = std::move(T);
        modes.lambda = std::move(stiffness);
    } else {
        auto solved = smallest_eigenpairs(L, body.mass, Matrix(n, 0), {.count = count, .shift = shift}, progress);
        if (!solved) {
            return solved.error();
        }
        EigenPairs pairs = std::move(solved).value();
        modes.W = std::move(pairs.vectors);
        modes.lambda = std::move(pairs.values);
        modes.residual_max = pairs.residual_max;
    }
    fix_signs(modes.W, body.mass.cwiseProduct(generic_values(body.mass, body.X)), body.mass);
    return modes;
}

Result<ReducedModel> element_model(const ElementBody& body, const Rig& rig, const Matrix& W) {
    if (auto fault = fault_in_elements(body)) {
        return *fault;
    }
    if (rig.W.rows() != body.X.rows()) {
        return Error{ErrorKind::bad_input, "the rig belongs to another mesh", "rig"};
    }
    if (W.rows() != body.X.rows() || W.cols() == 0 || !W.allFinite()) {
        return Error{ErrorKind::bad_input, "the modes need a finite displacement for each vertex", "modes"};
    }
    ReducedModel model;
    model.frame = rest_frame(body.X);
    const SparseMatrix L = element_laplacian(body.elements, body.X.rows());
    const Matrix J = rig_jacobian(body.X, rig);
    const Matrix MJ = body.mass.asDiagonal() * J;
    const Matrix LJ = L * J;
    const Matrix MW = body.mass.asDiagonal() * W;
    const Matrix LW = L * W;
    auto [rows, stiffness] = modal_coordinates(W.transpose() * MW, W.transpose() * LW);
    const Matrix B = W * rows;
    model.T = translations(rows);
    model.stiffness = std::move(stiffness);
    model.BLJ = B.transpose() * LJ;
    model.BMJ = B.transpose() * MJ;
    model.BM1 = B.transpose() * body.mass;
    model.JLJ = J.transpose() * LJ;
    model.JMJ = J.transpose() * MJ;
    model.mass = body.mass.sum();
    add_elements(body, B, J, model);
    return model;
}

} // namespace limber
