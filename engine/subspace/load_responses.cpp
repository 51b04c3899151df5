// SPDX-License-Identifier: MIT
#include "engine/subspace/load_responses.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/axes.h"

#include <algorithm>
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

// Without the forces where p = 1.
LoadDistribution without_borne_forces(LoadDistribution loads, const Supports& supports) {
    for (Index i = 0; i < supports.pinned.size(); ++i) {
        if (supports.pinned(i) == 1.0) {
            loads.blocks.middleRows<3>(3 * i).setZero();
            loads.patterns.middleRows(3 * i, 3).setZero();
            loads.mean.segment<3>(3 * i).setZero();
        }
    }
    return loads;
}

// Of the body without pins, whose springs are far stiffer.
double shift_of(const SparseMatrix& K, const Vector& mass) {
    return response_shift_share * K.diagonal().cwiseQuotient(mass).mean();
}

// n x 1: the weight that moves all pieces together which nothing holds; n x 0 without such a piece.
Matrix joined_weight(const Matrix& constants, const Vector& mass) {
    if (constants.cols() == 0) {
        return constants;
    }
    const Vector weight = (constants.cwiseAbs().rowwise().sum().array() > 0.0).cast<double>();
    return weight / std::sqrt(mass.dot(weight));
}

} // namespace

Mat3 root_of(const Mat3& covariance) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(covariance);
    const Vec3& variances = eigen.eigenvalues();
    const Vec3 deviations =
        (variances.array() > variance_min * variances(2)).select(variances.cwiseAbs().cwiseSqrt(), 0);
    return eigen.eigenvectors() * deviations.asDiagonal() * eigen.eigenvectors().transpose();
}

Matrix with_columns(const Matrix& columns, const Matrix& others) {
    Matrix all(columns.rows(), columns.cols() + others.cols());
    all << columns, others;
    return all;
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
    if (shift_ > 0.0) {
        y += shift_ * inverse_.apply(y);
    }
    return unconstrained(std::move(y));
}

double LoadResponses::violation_of(const Matrix& Y) const {
    return Q_.cols() > 0 && Y.cols() > 0 ? (Q_.transpose() * Y).colwise().norm().maxCoeff() : 0.0;
}

Matrix LoadForces::columns(Index first, Index column_count) const {
    EXPECTS(first >= 0 && column_count >= 0 && first + column_count <= count());
    const Index of_roots = std::clamp<Index>(roots.cols() - first, 0, column_count);
    Matrix forces(patterns.rows(), column_count);
    forces.leftCols(of_roots) = roots.middleCols(std::min(first, roots.cols()), of_roots);
    const Index from = std::max<Index>(first - roots.cols(), 0);
    forces.rightCols(column_count - of_roots) = patterns.middleCols(from, column_count - of_roots);
    return forces;
}

Matrix LoadForces::times(const Matrix& a) const {
    return roots * a.topRows(roots.cols()) + patterns * a.bottomRows(patterns.cols());
}

Matrix LoadForces::transposed_times(const Matrix& y) const {
    Matrix a(count(), y.cols());
    a << roots.transpose() * y, patterns.transpose() * y;
    return a;
}

Matrix sampled_numbers(const LoadForces& forces, std::uint64_t seed, Index samples, const Mat3& axes) {
    Rng rng(seed);
    Matrix numbers = Matrix::NullaryExpr(forces.count(), samples, [&rng] { return rng.normal(); });
    for (Index row = 0; row < forces.roots.cols(); row += 3) {
        numbers.middleRows<3>(row) = (axes * numbers.middleRows<3>(row)).eval();
    }
    return numbers;
}

LoadProblem displacement_responses(const TetMesh& mesh, const Material& material, const Supports& supports,
                                   const LoadDistribution& loads) {
    const LoadDistribution acting = without_borne_forces(loads, supports);
    const Supports held = with_handles(supports, loads);
    const Vector mass = per_axis(lumped_mass(mesh, material.density));
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    SparseMatrix K = rest_hessian(mesh, material);
    const double shift = shift_of(K, mass);
    add_springs(mesh, material, supports, K);
    add_stiffness(mesh, loads, K);
    return {std::move(K),
            mass,
            supports.C.cols() == 0 ? Matrix(mass.asDiagonal() * unheld_rigid_motions(mesh, held))
                                   : on_each_axis(supports.C),
            LoadForces{block_roots(acting, inverse_root), inverse_root.asDiagonal() * acting.patterns},
            inverse_root.cwiseProduct(acting.mean),
            shift,
            unheld_affine_motions(mesh, supports)};
}

LoadProblem weight_responses(const TetMesh& mesh, const Material& material, const Supports& supports,
                             const LoadDistribution& loads) {
    const LoadDistribution acting = without_borne_forces(loads, supports);
    const Supports held = with_handles(supports, loads);
    const Vector mass = lumped_mass(mesh, material.density);
    const Vector inverse_root = mass.cwiseSqrt().cwiseInverse();
    SparseMatrix K = weight_space_hessian(mesh, material);
    const double shift = shift_of(K, mass);
    add_springs(mesh, material, supports, K);
    add_stiffness(mesh, loads, K);
    const Matrix constants = unheld_constants(mesh, held);
    const Matrix unpinned = unheld_constants(mesh, supports);
    return {std::move(K),
            mass,
            supports.C.cols() == 0 ? Matrix(mass.asDiagonal() * constants) : supports.C,
            LoadForces{trace_roots(acting, inverse_root), pattern_components(acting.patterns, inverse_root)},
            pattern_components(acting.mean, inverse_root),
            shift,
            joined_weight(unpinned, mass)};
}

Result<LoadResponses> responses_of(const LoadProblem& problem, Progress* progress) {
    const double shift = problem.constraint.cols() == 0 ? 0.0 : problem.shift; // pins alone make K definite
    auto factorised =
        compute_detached<Result<LoadResponses>>([K = problem.K, mass = problem.mass, C = problem.constraint,
                                                 shift] { return LoadResponses::of(K, mass, C, shift); },
                                                progress);
    if (!factorised) {
        return Error{ErrorKind::cancelled, "the computation was cancelled", {}};
    }
    return std::move(*factorised);
}

Vector unpinned_share(const Supports& supports, Index vertex_count) {
    return supports.pinned.size() > 0 ? Vector(1.0 - supports.pinned.array()) : Vector(Vector::Ones(vertex_count));
}

std::optional<Error> fault_in_load_modes(const LoadedMesh& loaded, Index count) {
    const auto& [mesh, material, supports, loads] = loaded;
    EXPECTS(supports.C.rows() == mesh.vertex_count());
    EXPECTS(supports.pinned.size() == 0 || supports.pinned.size() == mesh.vertex_count());
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (auto fault = limber::fault_in(material, mesh)) {
        return fault;
    }
    if (auto fault = limber::fault_in(loads, mesh.vertex_count())) {
        return fault;
    }
    const Vector acting = per_axis(unpinned_share(supports, mesh.vertex_count()));
    if ((acting.asDiagonal() * loads.blocks).isZero(0.0) && (acting.asDiagonal() * loads.patterns).isZero(0.0)) {
        return Error{ErrorKind::bad_input,
                     "act only where the body is pinned, so that nothing moves; move them, or "
                     "erase the pins there",
                     "loads"};
    }
    return std::nullopt;
}

} // namespace limber
