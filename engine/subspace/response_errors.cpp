// SPDX-License-Identifier: MIT
#include "engine/subspace/response_errors.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/mesh/mesh_axes.h"
#include "engine/subspace/load_responses.h"

namespace limber {
namespace {

constexpr double independent_min = 1e-9; // of a column, relative to its length

// Orthonormal columns whose first ones span what the first ones of Y span; dependent columns are zero.
Matrix orthonormal_in_order(const Matrix& Y) {
    Matrix Q = Matrix::Zero(Y.rows(), Y.cols());
    for (Index j = 0; j < Y.cols(); ++j) {
        Matrix column = Y.col(j);
        const double length = column.norm();
        project_out(Q.leftCols(j), column);
        const double rest = column.norm();
        if (rest > independent_min * length) {
            Q.col(j) = column / rest;
        }
    }
    return Q;
}

} // namespace

Result<Vector> response_errors(const TetMesh& mesh, const Material& material, const Supports& supports, const Matrix& B,
                               const LoadDistribution& observed, const ResponseErrorOptions& options,
                               Progress* progress) {
    if (auto fault = fault_in_load_modes({mesh, material, supports, observed}, B.cols())) {
        return *fault;
    }
    const LoadProblem problem = displacement_responses(mesh, material, supports, observed);
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    const Vector root = problem.mass.cwiseSqrt();
    const Matrix numbers = sampled_numbers(problem.forces, options.seed, options.samples, mesh_axes(mesh));
    const Matrix forces = problem.forces.times(numbers).colwise() + Vector(problem.mean.col(0));
    const Matrix G = responses.value().unconstrained(forces);
    const Matrix truth = responses.value().apply(G);
    const Matrix Q = orthonormal_in_order(responses.value().unconstrained(root.asDiagonal() * B));
    const Matrix AQ = root.cwiseInverse().asDiagonal() * (problem.K * Matrix(root.cwiseInverse().asDiagonal() * Q));
    const Matrix stiffness = Q.transpose() * AQ;
    const Matrix right = Q.transpose() * G;
    Vector errors(B.cols());
    for (Index k = 1; k <= B.cols(); ++k) {
        // Zero columns have a stiffness of zero and no force.
        Matrix reduced = stiffness.topLeftCorner(k, k);
        reduced.diagonal() += (reduced.diagonal().array() == 0.0).cast<double>().matrix();
        const Matrix z = Eigen::LDLT<Matrix>(reduced).solve(Matrix(right.topRows(k)));
        errors(k - 1) = (truth - Q.leftCols(k) * z).norm() / truth.norm();
    }
    return errors;
}

} // namespace limber
