// SPDX-License-Identifier: MIT
#include "engine/body/linear_subspace.h"

#include "engine/operators/elasticity.h"
#include "engine/subspace/linear_basis.h"

#include <Eigen/Eigenvalues>

#include <utility>

namespace limber {
namespace {

constexpr Index columns_a_mode = 12;

// n x 4b: D M J, whose columns have no product with displacements that the rig cannot make; n x 0 for a body that
// nothing holds.
Matrix rig_constraint(const Body& body) {
    return body.is_held ? Matrix(body.leak.cwiseProduct(body.mass).asDiagonal() * rig_jacobian(body.mesh.X, body.rig.W))
                        : Matrix(body.vertex_count(), 0);
}

// B has rows 3 i + axis.
Matrix as_weights(const Matrix& B) {
    const Index n = B.rows() / 3;
    Matrix W(n, 3 * B.cols());
    for (Index j = 0; j < B.cols(); ++j) {
        W.middleCols<3>(3 * j) = Eigen::Map<const Points>(B.col(j).data(), n, 3);
    }
    return W;
}

} // namespace

Result<Matrix> linear_basis_of(const Body& body, const Material& material, Index modes, Progress* progress) {
    return linear_basis(body.subspace, body.mesh, material, rig_constraint(body), columns_a_mode * modes, progress);
}

Result<DisplacementModes> vibration_modes_of(const Body& body, const Material& material, Index count,
                                             Progress* progress) {
    return constrained_displacement_modes(body.mesh, material, rig_constraint(body), {.count = count}, progress);
}

Result<LinearSubspace> linear_subspace_of(const Body& body, const Material& material, const Matrix& basis) {
    auto model =
        general_model(body.mesh, material, body.rig, body.is_held ? body.leak : Vector(), basis, body.clusters);
    if (!model) {
        return model.error();
    }
    Matrix W = as_weights(model.value().B);
    return LinearSubspace{std::move(model).value(), basis.cols(), {}, std::move(W)};
}

Vector rest_eigenvalues(const Body& body, const LinearSubspace& subspace, const Material& material) {
    const Matrix& whole = subspace.model.B; // its last columns may be zero
    const Matrix B = whole.leftCols((whole.colwise().squaredNorm().array() > 0.0).count());
    const Matrix H = B.transpose() * (rest_hessian(body.mesh, material) * B);
    return Eigen::SelfAdjointEigenSolver<Matrix>(H, Eigen::EigenvaluesOnly).eigenvalues();
}

AffineStack maps_of_coordinates(const AffineStack& Z) {
    AffineStack maps = AffineStack::Zero(12 * Z.size(), 3);
    for (Index row = 0; row < Z.rows(); ++row) {
        for (Index column = 0; column < 3; ++column) {
            for (Index axis = 0; axis < 3; ++axis) {
                const Index map = 3 * (3 * row + column) + axis;
                maps(4 * map + 3, axis) = Z(row, column); // the translation, for the map is transposed
            }
        }
    }
    return maps;
}

} // namespace limber
