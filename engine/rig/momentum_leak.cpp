// SPDX-License-Identifier: MIT
#include "engine/rig/momentum_leak.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/linalg/conjugate_gradient.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"

#include <cmath>
#include <optional>

namespace limber {
namespace {

Repaired<Vector> no_leak(const TetMesh& mesh, const std::string& reason) {
    return {Vector::Ones(mesh.vertex_count()),
            {reason + ", so no momentum of the rig leaks into the secondary motion"}};
}

// Minimum shares of the whole volume: around interior vertices, and integral of D.
constexpr double share_inside_min = 0.02;
constexpr double share_held_min = 0.01;
// Minimum share of the integral of D for any power of it: with less, a few deep vertices would carry the whole rig, and
// the body would tear around them.
constexpr double share_kept_min = 0.75;
constexpr double power_max = 64.0;
constexpr double zero_max = 1e-30;

// Twice the largest distance from the mean vertex: a rotation-invariant substitute for the diagonal of the bounding
// box.
double body_size(const Points& X) {
    const Eigen::RowVector3d centre = X.colwise().mean();
    return 2.0 * (X.rowwise() - centre).rowwise().norm().maxCoeff();
}

Vector surface_indicator(const TetMesh& mesh) {
    Vector indicator = Vector::Zero(mesh.vertex_count());
    for (const int vertex : boundary_vertices(mesh.T)) {
        indicator[vertex] = 1.0;
    }
    return indicator;
}

SparseMatrix diffusion(const TetMesh& mesh, const Vector& M, double depth) {
    SparseMatrix A = depth * depth * stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    A.diagonal() += M;
    return A;
}

// Below this size a factorisation is as fast.
constexpr Index iterated_from = 10000;

std::optional<Vector> factorised_solution(const SparseMatrix& A, const Vector& b) {
    const auto factor = SparseCholesky::factorise(A);
    return factor ? std::optional<Vector>(factor.value().solve(b)) : std::nullopt;
}

std::optional<Vector> solution(const SparseMatrix& A, const Vector& b, Progress* progress) {
    if (A.rows() >= iterated_from) {
        if (auto x = conjugate_gradient(A, b, {}, progress)) {
            return x;
        }
    }
    const auto found = compute_detached<std::optional<Vector>>([A, b] { return factorised_solution(A, b); }, progress);
    return found ? *found : std::nullopt;
}

// D as in the paper.
Repaired<Vector> diffused_leak(const TetMesh& mesh, double depth, Progress* progress) {
    const Vector surface = surface_indicator(mesh);
    if (surface.minCoeff() > 0.0) {
        return no_leak(mesh, "every vertex of the mesh lies on its surface");
    }
    const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    if (M.sum() - M.dot(surface) < share_inside_min * M.sum()) {
        return no_leak(mesh, "next to no vertex of the mesh lies inside");
    }
    const auto diffused = solution(diffusion(mesh, M, depth * body_size(mesh.X)), M.cwiseProduct(surface), progress);
    if (!diffused) {
        return no_leak(mesh, "the diffusion from the surface could not be solved");
    }
    const Vector& s = *diffused;
    const double low = s.minCoeff();
    const double high = s.maxCoeff();
    if (!(high - low > 1e-9)) {
        return no_leak(mesh, "the surface reaches everywhere at this depth");
    }
    Vector D = (high - s.array()) / (high - low);
    if (M.dot(D) < share_held_min * M.sum()) {
        return no_leak(mesh, "only a few vertices lie far from the surface");
    }
    return {std::move(D), {}};
}

// D as the user gave it.
Repaired<Vector> given_leak(const TetMesh& mesh, const Vector& field) {
    EXPECTS(field.size() == mesh.vertex_count());
    const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    const double held = M.dot(field);
    if (held > 0.0 && held < share_held_min * M.sum()) {
        return no_leak(mesh, "the field of the leak lets all momentum leak but on a few vertices");
    }
    return {field, {}};
}

Vector raised(const Vector& D, double power) {
    return D.unaryExpr([power](double d) {
        const double raised = std::pow(d, power);
        return raised < zero_max ? 0.0 : raised;
    });
}

// The power at which the integral of D^power is share_kept_min of that of D, between 1 and power_max.
double largest_power(const TetMesh& mesh, const Vector& D) {
    const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    const double held_min = share_kept_min * M.dot(D);
    double low = 1.0;
    double high = power_max;
    for (int i = 0; i < 24; ++i) {
        const double middle = std::sqrt(low * high);
        (M.dot(raised(D, middle)) < held_min ? high : low) = middle;
    }
    return low;
}

// From 0 over 1, at an amount of a half, to the largest.
double power_of(double amount, const TetMesh& mesh, const Vector& D) {
    const double kept = (1.0 - amount) / amount;
    if (amount <= 0.5) {
        return 1.0 / kept;
    }
    const double least = 1.0 / largest_power(mesh, D);
    return 1.0 / (least + (1.0 - least) * kept);
}

Repaired<Vector> leak_of(const TetMesh& mesh, const MomentumLeakOptions& options, Progress* progress) {
    EXPECTS(!fault_in(options));
    if (options.amount == 0.0 || options.amount == 1.0) {
        return {Vector::Constant(mesh.vertex_count(), 1.0 - options.amount), {}};
    }
    Repaired<Vector> leak =
        options.field.size() > 0 ? given_leak(mesh, options.field) : diffused_leak(mesh, options.depth, progress);
    const bool is_uniform = leak.value.minCoeff() == 1.0 || leak.value.maxCoeff() == 0.0;
    if (options.amount != 0.5 && !is_uniform) {
        leak.value = raised(leak.value, power_of(options.amount, mesh, leak.value));
    }
    return leak;
}

} // namespace

std::optional<Error> fault_in(const MomentumLeakOptions& options) {
    if (!(options.depth > 0.0) || !std::isfinite(options.depth)) {
        return Error{ErrorKind::bad_input, "the depth of the momentum leak must be positive and finite", "depth"};
    }
    if (!(options.amount >= 0.0 && options.amount <= 1.0)) {
        return Error{ErrorKind::bad_input, "the amount of the momentum leak must lie between 0 and 1", "amount"};
    }
    if (!(options.field.array() >= 0.0 && options.field.array() <= 1.0).all()) {
        return Error{ErrorKind::bad_input, "the field of the momentum leak must lie between 0 and 1", "field"};
    }
    return std::nullopt;
}

Repaired<Vector> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options) {
    return leak_of(mesh, options, nullptr);
}

Result<Repaired<Vector>> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options, Progress* progress) {
    Repaired<Vector> leak = leak_of(mesh, options, progress);
    if (progress && progress->is_cancelled()) {
        return Error{ErrorKind::cancelled, "the momentum leak was cancelled", {}};
    }
    return leak;
}

} // namespace limber
