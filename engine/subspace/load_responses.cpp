// SPDX-License-Identifier: MIT
#include "engine/subspace/load_responses.h"

#include "engine/core/detached_task.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the stiffness of a stretch of the whole body: below the first modes of thin limbs, and far above round-off. What
// it changes is corrected to second order.
constexpr double response_shift_share = 1e-7;
constexpr double constraint_rank_min = 1e-10;
constexpr double variance_min = 1e-12; // of the largest along any direction; less is round-off

Vector on_axes(const Vector& values) {
    return values.transpose().replicate(3, 1).reshaped();
}

Matrix columns_on_axes(const Matrix& C) {
    Matrix columns = Matrix::Zero(3 * C.rows(), 3 * C.cols());
    for (Index i = 0; i < C.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            columns.row(3 * i + axis).segment(axis * C.cols(), C.cols()) = C.row(i);
        }
    }
    return columns;
}

std::vector<int> piece_of_vertex(const TetMesh& mesh, const Components& pieces) {
    std::vector<int> piece(static_cast<std::size_t>(mesh.vertex_count()), 0);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            piece[static_cast<std::size_t>(mesh.T(t, corner))] = pieces.of_tet[static_cast<std::size_t>(t)];
        }
    }
    return piece;
}

// 3n x 6 for each connected piece: its translations and rotations.
Matrix rigid_motions_of_pieces(const TetMesh& mesh) {
    const auto pieces = connected_components(mesh.T, mesh.vertex_count());
    const std::vector<int> piece = piece_of_vertex(mesh, pieces);
    const Eigen::RowVector3d centre = mesh.X.colwise().mean();
    const double size = (mesh.X.rowwise() - centre).rowwise().norm().maxCoeff();
    Matrix motions = Matrix::Zero(3 * mesh.vertex_count(), 6 * pieces.count);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Index first = 6 * piece[static_cast<std::size_t>(i)];
        const Vec3 arm = (mesh.X.row(i) - centre) / size;
        for (Index axis = 0; axis < 3; ++axis) {
            motions(3 * i + axis, first + axis) = 1.0;
            motions.block<3, 1>(3 * i, first + 3 + axis) = Vec3::Unit(axis).cross(arm);
        }
    }
    return motions;
}

// n x 1 for each connected piece.
Matrix constants_of_pieces(const TetMesh& mesh) {
    const auto pieces = connected_components(mesh.T, mesh.vertex_count());
    const std::vector<int> piece = piece_of_vertex(mesh, pieces);
    Matrix constants = Matrix::Zero(mesh.vertex_count(), pieces.count);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        constants(i, piece[static_cast<std::size_t>(i)]) = 1.0;
    }
    return constants;
}

// Square roots of the blocks, over the root of the mass; zero blocks have no columns.
SparseMatrix block_roots(const LoadDistribution& loads, const Vector& inverse_root) {
    std::vector<Eigen::Triplet<double>> entries;
    Index columns = 0;
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        const Mat3 block = loads.blocks.middleRows<3>(3 * i);
        if (block.isZero(0.0)) {
            continue;
        }
        const Mat3 root = root_of(block);
        for (Index row = 0; row < 3; ++row) {
            for (Index column = 0; column < 3; ++column) {
                entries.emplace_back(3 * i + row, columns + column, inverse_root(3 * i + row) * root(row, column));
            }
        }
        columns += 3;
    }
    SparseMatrix roots(loads.blocks.rows(), columns);
    roots.setFromTriplets(entries.begin(), entries.end());
    return roots;
}

// The same for a third of the traces.
SparseMatrix trace_roots(const LoadDistribution& loads, const Vector& inverse_root) {
    std::vector<Eigen::Triplet<double>> entries;
    Index columns = 0;
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        const double trace = loads.blocks.middleRows<3>(3 * i).trace();
        if (trace > 0.0) {
            entries.emplace_back(i, columns++, inverse_root(i) * std::sqrt(trace / 3.0));
        }
    }
    SparseMatrix roots(loads.vertex_count(), columns);
    roots.setFromTriplets(entries.begin(), entries.end());
    return roots;
}

// n x 3r: the components of the patterns on each axis.
Matrix pattern_components(const Matrix& patterns, const Vector& inverse_root) {
    const Index n = patterns.rows() / 3;
    Matrix components(n, 3 * patterns.cols());
    for (Index j = 0; j < patterns.cols(); ++j) {
        components.middleCols<3>(3 * j) =
            inverse_root.asDiagonal() * Eigen::Map<const Points>(patterns.col(j).data(), n, 3) / std::sqrt(3.0);
    }
    return components;
}

} // namespace

Mat3 root_of(const Mat3& covariance) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(covariance);
    const Vec3& variances = eigen.eigenvalues();
    const Vec3 deviations =
        (variances.array() > variance_min * variances(2)).select(variances.cwiseAbs().cwiseSqrt(), 0);
    return eigen.eigenvectors() * deviations.asDiagonal() * eigen.eigenvectors().transpose();
}

LoadResponses::LoadResponses(ProjectedInverse inverse, Matrix Q, double shift)
    : inverse_(std::move(inverse)), Q_(std::move(Q)), shift_(shift) {}

Result<LoadResponses> LoadResponses::of(const SparseMatrix& K, const Vector& mass, const Matrix& C, double shift) {
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    auto Q = orthonormal_basis(inverse_root.asDiagonal() * C, constraint_rank_min);
    if (!Q) {
        return Error{ErrorKind::not_converged, "the constraints of the modes are not finite; use a realistic size",
                     "modes"};
    }
    const SparseMatrix A = inverse_root.asDiagonal() * K * inverse_root.asDiagonal();
    auto inverse = ProjectedInverse::of(A, shift, *Q);
    if (!inverse) {
        return inverse.error();
    }
    return LoadResponses(std::move(inverse).value(), *std::move(Q), shift);
}

Matrix LoadResponses::unconstrained(Matrix g) const {
    project_out(Q_, g);
    return g;
}

// (A + s)^-1 (I + s (A + s)^-1) b leaves an error of second order in s.
Matrix LoadResponses::apply(const Matrix& g) const {
    Matrix y = inverse_.apply(unconstrained(g));
    y += shift_ * inverse_.apply(y);
    return unconstrained(std::move(y));
}

double LoadResponses::violation_of(const Matrix& Y) const {
    return Q_.cols() > 0 && Y.cols() > 0 ? (Q_.transpose() * Y).colwise().norm().maxCoeff() : 0.0;
}

Matrix LoadForces::times(const Matrix& a) const {
    return roots * a.topRows(roots.cols()) + patterns * a.bottomRows(patterns.cols());
}

Matrix LoadForces::transposed_times(const Matrix& y) const {
    Matrix a(count(), y.cols());
    a << roots.transpose() * y, patterns.transpose() * y;
    return a;
}

LoadProblem displacement_responses(const TetMesh& mesh, const Material& material, const Matrix& C,
                                   const LoadDistribution& loads) {
    const Vector mass = on_axes(lumped_mass(mesh, material.density));
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    return {rest_hessian(mesh, material), mass,
            C.cols() == 0 ? Matrix(mass.asDiagonal() * rigid_motions_of_pieces(mesh)) : columns_on_axes(C),
            LoadForces{block_roots(loads, inverse_root), inverse_root.asDiagonal() * loads.patterns},
            inverse_root.cwiseProduct(loads.mean)};
}

LoadProblem weight_responses(const TetMesh& mesh, const Material& material, const Matrix& C,
                             const LoadDistribution& loads) {
    const Vector mass = lumped_mass(mesh, material.density);
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    return {weight_space_hessian(mesh, material), mass,
            C.cols() == 0 ? Matrix(mass.asDiagonal() * constants_of_pieces(mesh)) : C,
            LoadForces{trace_roots(loads, inverse_root), pattern_components(loads.patterns, inverse_root)},
            pattern_components(loads.mean, inverse_root)};
}

Result<LoadResponses> responses_of(const LoadProblem& problem, Progress* progress) {
    const double stiffness = problem.K.diagonal().cwiseQuotient(problem.mass).mean();
    auto factorised = compute_detached<Result<LoadResponses>>(
        [K = problem.K, mass = problem.mass, C = problem.constraint, shift = response_shift_share * stiffness] {
            return LoadResponses::of(K, mass, C, shift);
        },
        progress);
    if (!factorised) {
        return Error{ErrorKind::cancelled, "the computation was cancelled", {}};
    }
    return std::move(*factorised);
}

std::optional<Error> fault_in_load_modes(const TetMesh& mesh, const Material& material, const LoadDistribution& loads,
                                         Index count) {
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (auto fault = limber::fault_in(material, mesh)) {
        return fault;
    }
    return limber::fault_in(loads, mesh.vertex_count());
}

} // namespace limber
