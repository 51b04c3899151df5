// SPDX-License-Identifier: MIT
#include "engine/subspace/modal_derivatives.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/axes.h"
#include "engine/subspace/displacement_modes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

// Of the largest eigenvalue; motions below it are rigid to the precision of the eigensolver.
constexpr double rigid_max = 1e-7;
// Of the smallest stiffness. Small enough that the refinement converges in a few rounds.
constexpr double statics_shift = 1e-2;
constexpr int refinements_max = 30;
constexpr double modes_share = 0.5; // of the progress; the rest is their derivatives
constexpr const char* phase_of_derivatives = "finding how the modes change each other";
constexpr double statics_tolerance = 1e-9; // relative to the forces
constexpr Index columns_a_solve = 16;
constexpr double constraint_tolerance = 1e-10;
constexpr double energy_min = 1e-14; // of a principal component, relative to the largest; below it is round-off

Error derivatives_cancelled() {
    return {ErrorKind::cancelled, "the computation was cancelled", {}};
}

Eigen::Map<const Points> as_points(const Eigen::Ref<const Vector>& displacement) {
    return {displacement.data(), displacement.size() / 3, 3};
}

// 3n x q: an orthonormal basis of C on each axis and of the rigid motions, weighted by mass.
std::optional<Matrix> constraints(const Matrix& C, const Matrix& rigid, const Vector& mass) {
    Matrix columns(mass.size(), 3 * C.cols() + rigid.cols());
    columns.leftCols(3 * C.cols()) = on_each_axis(C);
    columns.rightCols(rigid.cols()) = mass.asDiagonal() * rigid;
    return orthonormal_basis(columns, constraint_tolerance);
}

/// Solves K d = f for displacements that satisfy the constraints, with forces up to those of the constraints.
class ConstrainedStatics {
public:
    static Result<ConstrainedStatics> of(const SparseMatrix& K, const Vector& mass, Matrix Q, double shift,
                                         Progress* progress) {
        SparseMatrix shifted = K;
        shifted.diagonal() += shift * mass;
        auto inverse = compute_detached<Result<ProjectedInverse>>(
            [shifted, Q] { return ProjectedInverse::of(shifted, 0.0, Q); }, progress);
        if (!inverse) {
            return derivatives_cancelled();
        }
        if (!*inverse) {
            return inverse->error();
        }
        return ConstrainedStatics(K, std::move(Q), std::move(*inverse).value());
    }

    // The shift's error shrinks by the shift's share of the stiffness at each refinement.
    Result<Matrix> solve(Matrix F) const {
        project_out(Q_, F);
        const double force = F.norm();
        Matrix D = Matrix::Zero(F.rows(), F.cols());
        Matrix rest = F;
        for (int i = 0; i < refinements_max && rest.norm() > statics_tolerance * force; ++i) {
            D += inverse_.apply(rest);
            rest = F - K_ * D;
            project_out(Q_, rest);
        }
        if (!(rest.norm() <= statics_tolerance * force)) {
            return Error{
                ErrorKind::not_converged, "the modal derivatives did not converge; use a mesh with better tets", {}};
        }
        return D;
    }

private:
    ConstrainedStatics(SparseMatrix K, Matrix Q, ProjectedInverse inverse)
        : K_(std::move(K)), Q_(std::move(Q)), inverse_(std::move(inverse)) {}

    SparseMatrix K_;
    Matrix Q_;
    ProjectedInverse inverse_;
};

Index derivative_count(Index modes) {
    return modes * (modes + 1) / 2;
}

// 3n x r (r + 1) / 2: the loads of the derivatives.
std::optional<Matrix> loads(const TetMesh& mesh, const Material& material, const Matrix& modes, Progress* progress) {
    Matrix F(modes.rows(), derivative_count(modes.cols()));
    for (Index i = 0; i < modes.cols(); ++i) {
        for (Index j = 0; j <= i; ++j) {
            const Index column = derivative_count(i) + j;
            if (!keep_going(progress, phase_of_derivatives,
                            0.3 * static_cast<double>(column) / static_cast<double>(F.cols()))) {
                return std::nullopt;
            }
            const Points load =
                -rest_gradient_curvature(mesh, material, as_points(modes.col(i)), as_points(modes.col(j)));
            F.col(column) = Eigen::Map<const Vector>(load.data(), load.size());
        }
    }
    return F;
}

// The first `count` principal components in the mass of the columns' parts that have no product with the basis.
// May have fewer.
Matrix principal_components(Matrix columns, const Matrix& basis, const Vector& mass, Index count) {
    const Vector root = mass.cwiseSqrt();
    columns = root.asDiagonal() * columns;
    const Matrix Q = root.asDiagonal() * basis;
    project_out(Q, columns);
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(columns.transpose() * columns));
    const Vector& energies = eigen.eigenvalues(); // ascending
    const Index spanned = (energies.array() > energy_min * energies.maxCoeff()).count();
    const Index kept = std::min(count, spanned);
    Matrix components = columns * eigen.eigenvectors().rightCols(kept).rowwise().reverse();
    project_out(Q, components);
    components.colwise().normalize();
    if (!orthonormalise(components)) {
        return Matrix(mass.size(), 0);
    }
    return root.cwiseInverse().asDiagonal() * components;
}

Index modes_for(Index count) {
    Index modes = 1;
    while (modes + derivative_count(modes) < count) {
        ++modes;
    }
    return modes;
}

Result<DisplacementModes> modes_before_derivatives(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                   Index count, Progress* progress) {
    const PartOfProgress part(progress, 0.0, modes_share);
    return constrained_displacement_modes(mesh, material, C, {.count = count}, progress);
}

} // namespace

Result<Matrix> modal_derivatives(const TetMesh& mesh, const Material& material, const Matrix& C, const Matrix& rigid,
                                 const Matrix& modes, double stiffness_min, Progress* progress) {
    EXPECTS(modes.rows() == 3 * mesh.vertex_count() && stiffness_min > 0.0);
    auto forces = loads(mesh, material, modes, progress);
    if (!forces) {
        return derivatives_cancelled();
    }
    const Vector mass = per_axis(lumped_mass(mesh, material.density));
    auto Q = constraints(C, rigid, mass);
    if (!Q) {
        return Error{ErrorKind::bad_input, "the rig's constraint is not finite", "rig"};
    }
    const auto statics = ConstrainedStatics::of(rest_hessian(mesh, material), mass, std::move(*Q),
                                                statics_shift * stiffness_min, progress);
    if (!statics) {
        return statics.error();
    }
    Matrix& D = *forces;
    for (Index first = 0; first < D.cols(); first += columns_a_solve) {
        if (!keep_going(progress, phase_of_derivatives,
                        0.4 + 0.6 * static_cast<double>(first) / static_cast<double>(D.cols()))) {
            return derivatives_cancelled();
        }
        const Index columns = std::min(columns_a_solve, D.cols() - first);
        auto solved = statics.value().solve(D.middleCols(first, columns));
        if (!solved) {
            return solved.error();
        }
        D.middleCols(first, columns) = std::move(solved).value();
    }
    return std::move(D);
}

Result<ModalDerivativeBasis> modal_derivative_basis(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                    Index count, Progress* progress) {
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    const Index rigid_motions = C.cols() == 0 ? 6 * connected_components(mesh.T, mesh.vertex_count()).count : 0;
    const Index wanted = std::min(count, rigid_motions + modes_for(std::max<Index>(count - rigid_motions, 1)));
    const auto found = modes_before_derivatives(mesh, material, C, wanted, progress);
    if (!found) {
        return found.error();
    }
    const DisplacementModes& modes = found.value();
    const Index rigid = (modes.lambda.array() < rigid_max * modes.lambda.maxCoeff()).count();
    const Index flexible = wanted - rigid;
    if (wanted == count || flexible == 0) {
        return ModalDerivativeBasis{modes.D, wanted};
    }
    const PartOfProgress part(progress, modes_share, 1.0);
    const Vector lambda = modes.lambda.tail(flexible);
    auto derivatives =
        modal_derivatives(mesh, material, C, modes.D.leftCols(rigid), modes.D.rightCols(flexible), lambda(0), progress);
    if (!derivatives) {
        return derivatives.error();
    }
    Matrix scaled = std::move(derivatives).value();
    for (Index i = 0; i < flexible; ++i) {
        for (Index j = 0; j <= i; ++j) {
            scaled.col(derivative_count(i) + j) *= lambda(0) * lambda(0) / (lambda(i) * lambda(j));
        }
    }
    const Vector mass = per_axis(lumped_mass(mesh, material.density));
    const Matrix components = principal_components(std::move(scaled), modes.D, mass, count - wanted);
    if (components.cols() < count - wanted) {
        auto all = modes_before_derivatives(mesh, material, C, count, progress);
        return all ? Result<ModalDerivativeBasis>({std::move(all).value().D, count}) : all.error();
    }
    ModalDerivativeBasis basis{Matrix(modes.D.rows(), count), wanted};
    basis.B << modes.D, components;
    return basis;
}

} // namespace limber
