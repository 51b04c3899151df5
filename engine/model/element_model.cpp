// SPDX-License-Identifier: MIT
#include "engine/model/element_model.h"

#include "engine/model/vertex_columns.h"

#include <optional>
#include <string>

namespace limber {
namespace {

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

} // namespace

Result<SkinningModes> element_modes(const ElementBody& body, Index count, Progress* progress) {
    if (auto fault = fault_in_elements(body)) {
        return *fault;
    }
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    const SparseMatrix L = element_laplacian(body.elements, body.X.rows());
    return vertex_columns({body.X, body.mass, L}, count, progress);
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
    const SparseMatrix L = element_laplacian(body.elements, body.X.rows());
    ReducedModel model = vertex_model({body.X, body.mass, L}, rig, W);
    add_elements(body, coordinate_columns(W, model), rig_jacobian(body.X, rig), model);
    return model;
}

} // namespace limber
