// SPDX-License-Identifier: MIT
#include "engine/subspace/force_dual_modes.h"

#include "engine/core/detached_task.h"
#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/linear_basis.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the stiffness of a stretch of the whole body: below the first modes of thin limbs, and far above round-off. What
// it changes is corrected to second order.
constexpr double response_shift_share = 1e-7;
constexpr double constraint_rank_min = 1e-10;
// Of the largest standard deviation; columns below it are round-off.
constexpr double deviation_min = 1e-13;
constexpr double residual_max = 1e-9; // of the residual of a component, relative to its deviation
constexpr int subspace_iterations_max = 400;
constexpr double iterations_expected = 60.0; // of the progress

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

/// y = M^1/2 u, so that B'MB = I is Y'Y = I; the responses y to forces g = M^-1/2 F.
class Responses {
public:
    static Result<Responses> of(const SparseMatrix& K, const Vector& mass, const Matrix& C, double shift) {
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
        return Responses(std::move(inverse).value(), *std::move(Q), shift);
    }

    /// A^-1 b on the constraint: (A + s)^-1 (I + s (A + s)^-1) b leaves an error of second order in s.
    Matrix apply(Matrix b) const {
        project_out(Q_, b);
        Matrix y = inverse_.apply(b);
        y += shift_ * inverse_.apply(y);
        project_out(Q_, y);
        return y;
    }
    Index free_count() const {
        return Q_.rows() - Q_.cols();
    }
    double violation_of(const Matrix& Y) const {
        return Q_.cols() > 0 ? (Q_.transpose() * Y).colwise().norm().maxCoeff() : 0.0;
    }

private:
    Responses(ProjectedInverse inverse, Matrix Q, double shift)
        : inverse_(std::move(inverse)), Q_(std::move(Q)), shift_(shift) {}

    ProjectedInverse inverse_;
    Matrix Q_;
    double shift_;
};

/// Forces g = M^-1/2 F as a map from independent numbers of variance one: g = [roots patterns] a.
struct Forces {
    SparseMatrix roots; // of the blocks
    Matrix patterns;

    Index count() const {
        return roots.cols() + patterns.cols();
    }
    Matrix times(const Matrix& a) const {
        return roots * a.topRows(roots.cols()) + patterns * a.bottomRows(patterns.cols());
    }
    Matrix transposed_times(const Matrix& y) const {
        Matrix a(count(), y.cols());
        a << roots.transpose() * y, patterns.transpose() * y;
        return a;
    }
};

Error stopped() {
    return {ErrorKind::cancelled, "the computation was cancelled", {}};
}

Matrix orthonormal(const Matrix& columns) {
    const Eigen::HouseholderQR<Matrix> qr(columns);
    return qr.householderQ() * Matrix::Identity(columns.rows(), columns.cols());
}

// Numbers that are the same on every machine.
Matrix start_columns(Index rows, Index count) {
    Rng rng(1);
    return Matrix::NullaryExpr(rows, count, [&] { return rng.uniform() - 0.5; });
}

/// The largest singular triplets of the responses K = A^-1 [roots patterns].
struct ResponseComponents {
    Matrix Y;          // left singular vectors
    Vector deviations; // singular values, falling
    double residual = 0.0;
};

Vector scaled_residuals(const Matrix& back, const Matrix& V, const Vector& deviations, Index count) {
    const Matrix residual = back - V * deviations.asDiagonal();
    const double floor = deviation_min * deviations(0);
    return residual.colwise().norm().head(count).transpose().cwiseQuotient(deviations.head(count).cwiseMax(floor));
}

// Subspace iteration with a few columns more than are wanted. Both halves are orthonormalised, so that the covariance,
// whose eigenvalues are the squares, is never formed: small variances keep their digits.
Result<ResponseComponents> largest_components(const Responses& responses, const Forces& forces, Index count,
                                              Progress* progress) {
    const Index width = std::min({count + std::max<Index>(10, count / 2), forces.count(), responses.free_count()});
    Matrix V = orthonormal(start_columns(forces.count(), width));
    ResponseComponents found;
    for (int iteration = 0; iteration < subspace_iterations_max; ++iteration) {
        if (!keep_going(progress, "force-dual modes", static_cast<double>(iteration) / iterations_expected)) {
            return stopped();
        }
        const Matrix K = responses.apply(forces.times(V));
        if (!K.allFinite()) {
            return Error{ErrorKind::not_converged, "the responses to the loads are not finite; use a realistic size",
                         "loads"};
        }
        const Matrix Q = orthonormal(K);
        const Eigen::JacobiSVD<Matrix> svd(Q.transpose() * K, Eigen::ComputeThinU | Eigen::ComputeThinV);
        found = {Q * svd.matrixU(), svd.singularValues(), 0.0};
        V = V * svd.matrixV();
        const Matrix back = forces.transposed_times(responses.apply(found.Y));
        const Index wanted = std::min(count, width);
        found.residual = scaled_residuals(back, V, found.deviations, wanted).maxCoeff();
        if (found.residual < residual_max) {
            return found;
        }
        V = orthonormal(back *
                        found.deviations.cwiseMax(deviation_min * found.deviations(0)).cwiseInverse().asDiagonal());
    }
    return Error{ErrorKind::not_converged,
                 "the force-dual modes did not converge; ask for fewer, or use a realistic size and material", "modes"};
}

/// One or three numbers a vertex.
struct Problem {
    SparseMatrix K;
    Vector mass;
    Matrix constraint;
    Forces forces;
};

Result<ForceDualModes> modes_of(Problem problem, Index count, Progress* progress) {
    const double stiffness = problem.K.diagonal().cwiseQuotient(problem.mass).mean();
    const auto factorised = compute_detached<Result<Responses>>(
        [K = problem.K, mass = problem.mass, C = problem.constraint, shift = response_shift_share * stiffness] {
            return Responses::of(K, mass, C, shift);
        },
        progress);
    if (!factorised) {
        return stopped();
    }
    const Result<Responses>& responses = *factorised;
    if (!responses) {
        return responses.error();
    }
    if (count > responses.value().free_count()) {
        return Error{ErrorKind::bad_input,
                     std::to_string(count) + " modes are more than this mesh can have; ask for at most " +
                         std::to_string(responses.value().free_count()),
                     "modes"};
    }
    auto found = largest_components(responses.value(), problem.forces, count, progress);
    if (!found) {
        return found.error();
    }
    const Vector& deviations = found.value().deviations;
    const Index kept = std::min<Index>(count, (deviations.array() > deviation_min * deviations(0)).count());
    const Vector inverse_root = problem.mass.cwiseSqrt().cwiseInverse();
    const Matrix Y = found.value().Y.leftCols(kept);
    return ForceDualModes{inverse_root.asDiagonal() * Y, deviations.head(kept).cwiseAbs2(), found.value().residual,
                          responses.value().violation_of(Y)};
}

std::optional<Error> fault_in(const TetMesh& mesh, const Material& material, const LoadDistribution& loads,
                              Index count) {
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (auto fault = limber::fault_in(material, mesh)) {
        return fault;
    }
    return limber::fault_in(loads, mesh.vertex_count());
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
        const Mat3 root = Eigen::SelfAdjointEigenSolver<Mat3>(block).operatorSqrt();
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

Result<ForceDualModes> force_dual_displacements(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                const LoadDistribution& loads, Index count, Progress* progress) {
    if (auto fault = fault_in(mesh, material, loads, count)) {
        return *fault;
    }
    const Vector mass = on_axes(lumped_mass(mesh, material.density));
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    const bool is_free = C.cols() == 0;
    Problem problem{rest_hessian(mesh, material), mass,
                    is_free ? Matrix(mass.asDiagonal() * rigid_motions_of_pieces(mesh)) : columns_on_axes(C),
                    Forces{block_roots(loads, inverse_root), inverse_root.asDiagonal() * loads.patterns}};
    auto found = modes_of(std::move(problem), count, progress);
    if (!found || !is_free) {
        return found;
    }
    ForceDualModes modes = std::move(found).value();
    modes.B = with_affine_motions(modes.B, mesh.X);
    return modes;
}

Result<ForceDualModes> force_dual_weights(const TetMesh& mesh, const Material& material, const Matrix& C,
                                          const LoadDistribution& loads, Index count, Progress* progress) {
    if (auto fault = fault_in(mesh, material, loads, count)) {
        return *fault;
    }
    const Vector mass = lumped_mass(mesh, material.density);
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    const bool is_free = C.cols() == 0;
    Problem problem{weight_space_hessian(mesh, material), mass,
                    is_free ? Matrix(mass.asDiagonal() * constants_of_pieces(mesh)) : C,
                    Forces{trace_roots(loads, inverse_root), pattern_components(loads.patterns, inverse_root)}};
    auto found = modes_of(std::move(problem), count, progress);
    if (!found || !is_free) {
        return found;
    }
    ForceDualModes modes = std::move(found).value();
    modes.B.conservativeResize(Eigen::NoChange, modes.B.cols() + 1);
    modes.B.rightCols(1).setConstant(1.0 / std::sqrt(mass.sum()));
    return modes;
}

} // namespace limber
