// SPDX-License-Identifier: MIT
#include "engine/subspace/pins.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/mode_conventions.h"

namespace limber {
namespace {

constexpr double pin_softness = 1e-8; // of the springs at p = 1
constexpr double pin_rank_min = 1e-10;

} // namespace

void add_pin_springs(const Vector& pinned, double k, const Vector& M, SparseMatrix& H) {
    EXPECTS(pinned.size() == M.size() && pinned.minCoeff() >= 0.0 && pinned.maxCoeff() <= 1.0);
    for (Index i = 0; i < pinned.size(); ++i) {
        if (pinned(i) > 0.0) {
            H.coeffRef(i, i) += k * M(i) * pinned(i) / (1.0 - pinned(i) + pin_softness);
        }
    }
}

// Summed over the axes, so that it is rotation invariant.
double quotient_at_rest(const SparseMatrix& H, const Vector& M, const Points& X) {
    const Eigen::RowVector3d centre = M.transpose() * X / M.sum();
    const Matrix Y = X.rowwise() - centre;
    const double energy = Y.cwiseProduct(H * Y).sum();
    const double inertia = (M.asDiagonal() * Y.cwiseAbs2()).sum();
    return energy / inertia;
}

Result<Vector> pin_mask(const TetMesh& mesh, const Material& material, const Vector& pinned, Progress* progress) {
    if (auto fault = fault_in(material, mesh)) {
        return *fault;
    }
    SparseMatrix H = weight_space_hessian(mesh, material);
    const Vector M = lumped_mass(mesh, material.density);
    const double k = quotient_at_rest(H, M, mesh.X);
    if (auto fault = fault_in_size(M, k)) {
        return *fault;
    }
    add_pin_springs(pinned, k, M, H);
    H.diagonal() += k * M;
    const auto factor =
        compute_detached<Result<SparseCholesky>>([H] { return SparseCholesky::factorise(H); }, progress);
    if (!factor) {
        return Error{ErrorKind::cancelled, "the computation was cancelled", {}};
    }
    if (!*factor) {
        return factor->error();
    }
    const Vector s = factor->value().solve(Matrix(k * M)).col(0);
    return Vector(s.cwiseMax(0.0).cwiseMin(1.0));
}

Matrix masked(const Matrix& columns, const Vector& mask, const Vector& mass, const Matrix& C) {
    EXPECTS(columns.rows() == mask.size() && mass.size() == mask.size());
    Matrix U = mask.asDiagonal() * columns;
    if (C.cols() > 0) {
        const Matrix along = mask.cwiseQuotient(mass).asDiagonal() * C;
        Eigen::CompleteOrthogonalDecomposition<Matrix> moments;
        moments.setThreshold(pin_rank_min);
        moments.compute(Matrix(C.transpose() * along));
        for (int round = 0; round < 2; ++round) { // the second removes the round-off of the first
            U -= along * moments.solve(Matrix(C.transpose() * U));
        }
    }
    return U;
}

} // namespace limber
