// SPDX-License-Identifier: MIT
#include "engine/rig/rig.h"

#include "engine/core/contract.h"

#include <cmath>

namespace limber {
namespace {

constexpr double weight_tolerance = 1e-6;

std::optional<Error> fault_in_row(const Matrix& W, Index i) {
    const auto weight_error = [&](std::string message) {
        return Error{ErrorKind::bad_input, std::move(message), "weights of vertex " + std::to_string(i)};
    };
    if (!W.row(i).allFinite()) {
        return weight_error("a weight is not a finite number");
    }
    if (W.row(i).minCoeff() < -weight_tolerance) {
        return weight_error("a weight is negative; weights lie between 0 and 1");
    }
    if (!(std::abs(W.row(i).sum() - 1.0) <= weight_tolerance)) {
        return weight_error("they sum to " + std::to_string(W.row(i).sum()) +
                            " instead of 1; divide them by their sum");
    }
    return std::nullopt;
}

} // namespace

Rig affine_handle(const TetMesh& mesh) {
    const BoundingBox box = bounding_box(mesh.X);
    Bone handle;
    handle.name = "handle";
    handle.rest.col(3) = box.centre();
    handle.length = 0.25 * box.diagonal();
    return {Skeleton{{handle}}, Matrix::Ones(mesh.vertex_count(), 1)};
}

std::optional<Error> fault_in(const Rig& rig, const TetMesh& mesh) {
    if (auto fault = fault_in(rig.skeleton)) {
        return fault;
    }
    if (rig.W.rows() != mesh.vertex_count() || rig.W.cols() != rig.skeleton.bone_count()) {
        return Error{ErrorKind::bad_input,
                     "the rig has weights for " + std::to_string(rig.W.rows()) + " vertices and " +
                         std::to_string(rig.W.cols()) + " bones, the mesh has " + std::to_string(mesh.vertex_count()) +
                         " vertices and the skeleton " + std::to_string(rig.skeleton.bone_count()) +
                         " bones; use the rig that belongs to this mesh",
                     "weights"};
    }
    for (Index i = 0; i < rig.W.rows(); ++i) {
        if (auto fault = fault_in_row(rig.W, i)) {
            return fault;
        }
    }
    return std::nullopt;
}

Matrix rig_jacobian(const Points& X, const Matrix& W) {
    EXPECTS(X.rows() == W.rows());
    Matrix J(X.rows(), 4 * W.cols());
    for (Index b = 0; b < W.cols(); ++b) {
        for (int a = 0; a < 3; ++a) {
            J.col(4 * b + a) = W.col(b).cwiseProduct(X.col(a));
        }
        J.col(4 * b + 3) = W.col(b);
    }
    return J;
}

} // namespace limber
