#include "engine/subspace/skinning_modes.h"

#include "engine/core/stopwatch.h"
#include "engine/linalg/sparse_eigs.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace limber {
namespace {

std::optional<Error> fault_in(const SkinningModeOptions& options) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        return Error{ErrorKind::bad_input, "the eigensolver's tolerance must lie between 0 and 1", "tolerance"};
    }
    return std::nullopt;
}

// A twentieth of the Rayleigh quotient of the centred coordinates, the axes taken together so that a
// turned body has the same: in the unit of the eigenvalues, and no more than the first of them that
// is not null is worth.
double shift_below_the_first_mode(const SparseMatrix& H, const Vector& M, const Points& X) {
    const Eigen::RowVector3d centre = M.transpose() * X / M.sum();
    const Matrix Y = X.rowwise() - centre;
    const double energy = Y.cwiseProduct(H * Y).sum();
    const double inertia = (M.asDiagonal() * Y.cwiseAbs2()).sum();
    return 0.05 * energy / inertia;
}

std::optional<Error> fault_in_size(const Vector& M, double shift) {
    if (M.minCoeff() > 0.0 && std::isfinite(M.sum()) && shift > 0.0 && std::isfinite(shift)) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "the body is too small, too large or too thin for its mass and stiffness to be computed; check its "
                 "unit",
                 "mesh"};
}

// n numbers in [-1, 1] that depend on the distance from the centre alone, so that a turned body has the same.
Vector generic_values(const Vector& M, const Points& X) {
    const Eigen::RowVector3d centre = M.transpose() * X / M.sum();
    const Vector squares = (X.rowwise() - centre).rowwise().squaredNorm();
    const double mean = M.dot(squares) / M.sum();
    return (squares / mean).unaryExpr([](double s) { return std::sin(12.99 * s + 1.7 * s * s + 0.4); });
}

// The lowest of the vertices where the weight is largest, to within what mirrored vertices may differ.
Index peak(const Vector& w) {
    const double almost = (1.0 - 1e-6) * w.cwiseAbs().maxCoeff();
    Index i = 0;
    while (std::abs(w(i)) < almost) {
        ++i;
    }
    return i;
}

// Generic on one side of every symmetry of the body, so its sum with a mode vanishes for the modes that are
// antisymmetric under one: those are told by their peak.
bool points_backwards(const Vector& w, const Vector& weighted_values, double scale) {
    const double moment = weighted_values.dot(w);
    return std::abs(moment) > 1e-6 * scale ? moment < 0.0 : w(peak(w)) < 0.0;
}

void fix_signs(Matrix& W, const Vector& M, const Points& X) {
    const Vector values = generic_values(M, X);
    const Vector weighted = M.cwiseProduct(values);
    const double scale = std::sqrt(weighted.dot(values));
    for (Index j = 0; j < W.cols(); ++j) {
        if (points_backwards(W.col(j), weighted, scale)) {
            W.col(j) *= -1.0;
        }
    }
}

double largest_violation(const Matrix& C, const Vector& M, const Matrix& W) {
    if (C.cols() == 0) {
        return 0.0;
    }
    const Vector lengths = (M.cwiseSqrt().cwiseInverse().asDiagonal() * C).colwise().norm();
    const Matrix products = C.transpose() * W;
    const Vector safe = lengths.unaryExpr([](double length) { return length > 0.0 ? length : 1.0; });
    return (safe.cwiseInverse().asDiagonal() * products).cwiseAbs().maxCoeff();
}

} // namespace

Result<SkinningModes> skinning_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                     const SkinningModeOptions& options, Progress* progress) {
    EXPECTS(C.rows() == mesh.vertex_count());
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    if (auto fault = fault_in(material, mesh)) {
        return *fault;
    }
    const Stopwatch watch;
    const SparseMatrix H = weight_space_hessian(mesh, material);
    const Vector M = lumped_mass(mesh, material.density);
    const double shift = shift_below_the_first_mode(H, M, mesh.X);
    if (auto fault = fault_in_size(M, shift)) {
        return *fault;
    }
    SkinningModes modes;
    modes.seconds_operators = watch.seconds();

    auto solved = smallest_eigenpairs(H, M, C, {options.count, shift, options.tolerance}, progress);
    if (!solved) {
        return solved.error();
    }
    EigenPairs pairs = std::move(solved).value();
    fix_signs(pairs.vectors, M, mesh.X);
    modes.W = std::move(pairs.vectors);
    modes.lambda = std::move(pairs.values);
    modes.residual_max = pairs.residual_max;
    modes.constraint_violation = largest_violation(C, M, modes.W);
    modes.seconds_factor = pairs.seconds_factor;
    modes.seconds_eigen = pairs.seconds_eigen;
    return modes;
}

} // namespace limber
