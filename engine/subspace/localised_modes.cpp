// SPDX-License-Identifier: MIT
#include "engine/subspace/localised_modes.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/handle_weights.h"
#include "engine/subspace/mode_conventions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr int convexifications_max = 200;
constexpr int iterations_a_convexification = 20;
// Of ADMM's penalty, relative to the stiffness of a stretch: about the stiffness of a localised mode.
constexpr double penalty_share = 20.0;
constexpr double constraint_rank_tolerance = 1e-9;
constexpr double length_min = 1e-9; // of a bump after the projection

Error localisation_cancelled() {
    return {ErrorKind::cancelled, "the computation was cancelled", {}};
}

std::optional<Error> fault_in(const LocalisedModeOptions& options) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (!(options.sparsity >= 0.0 && options.sparsity <= 1e6)) {
        return Error{ErrorKind::bad_input, "the sparsity must lie between 0 and a million", "sparsity"};
    }
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        return Error{ErrorKind::bad_input, "the tolerance must lie between 0 and 1", "tolerance"};
    }
    return std::nullopt;
}

// The Rayleigh quotient of a stretch [1/s^2] of a body with the harmonic mean of the stiffness, so that stiff parts do
// not hide what is soft for its soft ones.
double stretch_of_soft_parts(const TetMesh& mesh, const Material& material, const Vector& M) {
    const Vector volumes = tet_volumes(mesh);
    const Vector stiffness = 4.0 * lame_mu(material) + lame_lambda(material);
    const double mean = volumes.sum() / volumes.cwiseQuotient(stiffness).sum();
    const Eigen::RowVector3d centre = M.transpose() * mesh.X / M.sum();
    const double inertia = M.dot((mesh.X.rowwise() - centre).rowwise().squaredNorm());
    return 3.0 * mean * volumes.sum() / inertia;
}

/// Works on y = M^1/2 w, for which lengths are Euclidean.
class Localisation {
public:
    Localisation(SparseMatrix H, Vector root, double eta, double rho, SparseCholesky factor, Matrix held)
        : H_(std::move(H)), root_(std::move(root)), threshold_(eta / rho * root_), eta_(eta), rho_(rho),
          factor_(std::move(factor)), held_(std::move(held)), response_(factor_.solve(held_)) {}

    double energy(const Vector& y) const {
        return y.dot(H_ * y) + eta_ * root_.dot(y.cwiseAbs());
    }

    // nullopt where the constraints leave nothing of it.
    std::optional<Vector> start(Index vertex) const {
        Vector y = factor_.solve(Vector(Vector::Unit(root_.size(), vertex)));
        y.normalize();
        Matrix rest = y;
        project_out(held_, rest);
        if (!(rest.norm() > length_min)) {
            return std::nullopt;
        }
        return Vector(rest.col(0).normalized());
    }

    struct Mode {
        Vector y;
        double energy = 0.0;
        double change = 0.0;
    };

    template <typename GoesOn>
    std::optional<Mode> minimise(const Vector& start, double tolerance, const GoesOn& goes_on) const {
        Mode mode{start, energy(start), 1.0};
        Vector z = start;
        Vector multiplier = Vector::Zero(start.size());
        for (int i = 0; i < convexifications_max && mode.change > tolerance; ++i) {
            if (!goes_on()) {
                return std::nullopt;
            }
            Matrix next = convex_minimum(mode.y, z, multiplier);
            project_out(held_, next);
            const double length = next.norm();
            const Vector y = next.col(0) / length;
            z /= length;
            multiplier /= length;
            const double lower = energy(y);
            // The convex minimum is not exact; a rise is of its error.
            mode.change = (mode.energy - lower) / mode.energy;
            if (lower < mode.energy) {
                mode.y = y;
                mode.energy = lower;
            }
        }
        mode.change = std::abs(mode.change);
        return mode;
    }

    void hold(const Vector& y) {
        held_.conservativeResize(Eigen::NoChange, held_.cols() + 1);
        held_.rightCols(1) = y;
        response_.conservativeResize(Eigen::NoChange, held_.cols());
        response_.rightCols(1) = factor_.solve(y);
    }
    Index held_count() const {
        return held_.cols();
    }

private:
    // Minimises y'Hy + eta sum M^1/2 |z| with y = z, v'y = 1, held'y = 0 by a few iterations of ADMM from z and the
    // scaled multiplier.
    Vector convex_minimum(const Vector& v, Vector& z, Vector& multiplier) const {
        Matrix E(v.size(), held_.cols() + 1);
        E << held_, v;
        Matrix Y(v.size(), E.cols());
        Y << response_, factor_.solve(v);
        const Eigen::LLT<Matrix> schur(Matrix(E.transpose() * Y));
        Vector target = Vector::Zero(E.cols());
        target(E.cols() - 1) = 1.0;
        Vector y = v;
        for (int i = 0; i < iterations_a_convexification; ++i) {
            y = factor_.solve(Vector(rho_ * (z - multiplier)));
            y += Y * schur.solve(Vector(target - E.transpose() * y));
            const Vector free = y + multiplier;
            z = free.cwiseSign().cwiseProduct((free.cwiseAbs() - threshold_).cwiseMax(0.0));
            multiplier = free - z;
        }
        return y;
    }

    SparseMatrix H_;        // M^-1/2 H M^-1/2
    Vector root_;           // M^1/2
    Vector threshold_;      // n
    double eta_;            // of the L1 norm
    double rho_;            // ADMM's penalty
    SparseCholesky factor_; // of 2 H + rho
    Matrix held_;           // orthonormal: the constraints and the modes found
    Matrix response_;       // the inverse times these
};

SparseMatrix scaled_by(const SparseMatrix& H, const Vector& scale) {
    return scale.asDiagonal() * H * scale.asDiagonal();
}

} // namespace

Result<LocalisedModes> localised_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                       const LocalisedModeOptions& options, Progress* progress) {
    EXPECTS(C.rows() == mesh.vertex_count());
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    if (auto fault = fault_in(material, mesh)) {
        return *fault;
    }
    const Vector M = lumped_mass(mesh, material.density);
    const SparseMatrix H = weight_space_hessian(mesh, material);
    const double stretch = stretch_of_soft_parts(mesh, material, M);
    if (auto fault = fault_in_size(M, stretch)) {
        return *fault;
    }
    const Vector root = M.cwiseSqrt();
    auto held = orthonormal_basis(root.cwiseInverse().asDiagonal() * C, constraint_rank_tolerance);
    if (!held) {
        return Error{ErrorKind::bad_input, "the rig's constraint is not finite", "rig"};
    }
    const Error too_many{ErrorKind::bad_input,
                         "the mesh has too few vertices for " + std::to_string(options.count) +
                             " modes beside the rig's: ask for fewer modes",
                         "modes"};
    if (options.count > mesh.vertex_count() - held->cols()) {
        return too_many;
    }
    const SparseMatrix scaled = scaled_by(H, root.cwiseInverse());
    const double rho = penalty_share * stretch;
    auto factor = compute_detached<Result<SparseCholesky>>(
        [scaled, rho] { return SparseCholesky::factorise(2.0 * scaled, rho); }, progress);
    if (!factor) {
        return localisation_cancelled();
    }
    if (!*factor) {
        return factor->error();
    }
    const double eta = options.sparsity * stretch / std::sqrt(M.sum());
    const Matrix constraints = *held;
    Localisation localisation(scaled, root, eta, rho, std::move(*factor).value(), std::move(*held));
    LocalisedModes modes;
    modes.W = Matrix::Zero(mesh.vertex_count(), options.count);
    modes.energy = Vector::Zero(options.count);
    Index found = 0;
    // A vertex whose bump is a sum of modes and constraints is passed over.
    const Index tried = std::min(mesh.vertex_count(), 4 * options.count + constraints.cols());
    for (const int vertex : spread_vertices(mesh, tried)) {
        const auto start = localisation.start(vertex);
        if (!start || found == options.count) {
            continue;
        }
        const auto goes_on = [&] {
            return keep_going(progress, "finding modes of small parts of the body",
                              static_cast<double>(found) / static_cast<double>(options.count));
        };
        const auto mode = localisation.minimise(*start, options.tolerance, goes_on);
        if (!mode) {
            return localisation_cancelled();
        }
        if (!mode->y.allFinite()) {
            return Error{ErrorKind::not_converged, "a localised mode is not finite; use a realistic material", {}};
        }
        localisation.hold(mode->y);
        modes.W.col(found) = mode->y.cwiseQuotient(root);
        modes.energy(found) = mode->energy;
        modes.change_max = std::max(modes.change_max, mode->change);
        ++found;
    }
    if (found < options.count) {
        return too_many;
    }
    for (Index j = 0; j < modes.W.cols(); ++j) { // a bump is positive
        Index peak = 0;
        modes.W.col(j).cwiseAbs().maxCoeff(&peak);
        modes.W.col(j) *= modes.W(peak, j) < 0.0 ? -1.0 : 1.0;
    }
    if (constraints.cols() > 0) {
        modes.constraint_violation = (constraints.transpose() * root.asDiagonal() * modes.W).cwiseAbs().maxCoeff();
    }
    return modes;
}

} // namespace limber
