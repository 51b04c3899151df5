// SPDX-License-Identifier: MIT
#include "engine/body/stages.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/force_dual_modes.h"
#include "engine/subspace/handle_weights.h"
#include "engine/subspace/localised_modes.h"
#include "engine/subspace/pins.h"
#include "engine/subspace/supports.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace limber {
namespace {

constexpr double spanned = 1e-6; // of the length; nearer to a span counts as in it

// The material whose weight-space Hessian has the modes; the mass stays the body's.
Material material_of_modes(const Body& body) {
    Material material = body.material;
    if (body.subspace == SubspaceKind::skinning_homogeneous) {
        const Vector volumes = tet_volumes(body.mesh);
        material.young.setConstant(material.young.dot(volumes) / volumes.sum());
        material.poisson.setConstant(material.poisson.dot(volumes) / volumes.sum());
    }
    return material;
}

Result<ModeProblem> free_mode_problem(const Body& body, Progress* progress) {
    return ModeProblem::of(body.mesh, material_of_modes(body), Matrix(body.vertex_count(), 0), progress, body.pinned);
}

// On positions in the frame: the secondary motion u satisfies C'u = 0.
Matrix constraint_of_displacements(const Body& body) {
    const TetMesh in_rest_frame{in_frame(body.mesh.X, rest_frame(body.mesh.X)), body.mesh.T};
    return complementarity_of_displacements(in_rest_frame, body.mass, body.leak, body.rig);
}

// n x c: zero columns for a body that nothing holds.
Matrix rig_columns(const Body& body) {
    return body.is_held ? complementarity_columns(body.mesh, body.mass, body.leak, body.rig)
                        : Matrix(body.vertex_count(), 0);
}

// n x c: what the eigenmodes have no product with. Weights that satisfy the constraint of displacements do so as
// translations.
Matrix columns_of_modes(const Body& body) {
    if (body.subspace == SubspaceKind::skinning_partly_constrained && body.is_held) {
        return constraint_of_displacements(body);
    }
    return has_constrained_coordinates(body.subspace) ? Matrix(body.vertex_count(), 0) : rig_columns(body);
}

// Weights that vanish where the body is pinned; `C`: columns that they must have no product with.
Result<Matrix> pinned_weights(const Body& body, Matrix W, const Matrix& C, Progress* progress) {
    if (body.pinned.size() == 0) {
        return W;
    }
    const auto mask = pin_mask(body.mesh, body.material, body.pinned, progress);
    return mask ? Result<Matrix>(masked(W, mask.value(), body.mass, C)) : mask.error();
}

// Softest first; the eigenvalues are the weights' Rayleigh quotients in the weight-space Hessian.
SkinningModes softest_first(const Body& body, const Matrix& W) {
    const SparseMatrix H = weight_space_hessian(body.mesh, body.material);
    Vector quotients(W.cols());
    for (Index j = 0; j < W.cols(); ++j) {
        const double energy = W.col(j).dot(H * W.col(j));
        quotients(j) = energy / body.mass.dot(W.col(j).cwiseAbs2());
    }
    std::vector<Index> order(static_cast<std::size_t>(W.cols()));
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index j) { return quotients(j); });
    SkinningModes modes;
    modes.W = W(Eigen::all, order);
    modes.lambda = quotients(order);
    return modes;
}

Result<SkinningModes> weights_of_handles(const Body& body, Index count, Threads threads, Progress* progress) {
    const Stopwatch watch;
    const auto weights = spread_handle_weights(body.mesh, count, {.threads = threads}, progress);
    auto found = weights ? modes_of_handles(body, weights.value(), progress) : weights.error();
    if (!found) {
        return found;
    }
    SkinningModes modes = std::move(found).value();
    modes.seconds_eigen = watch.seconds();
    return modes;
}

// Of the constraints of columns n x c.
Index rank_of(const Matrix& C, const Body& body) {
    constexpr double rank_min = 1e-8; // of a column's length
    const auto span = orthonormal_basis(body.mass.cwiseSqrt().cwiseInverse().asDiagonal() * C, rank_min);
    return span ? span->cols() : C.cols();
}

Result<SkinningModes> localised_modes_of(const Body& body, Index count, Progress* progress) {
    const Stopwatch watch;
    const Matrix C = rig_columns(body);
    const auto found = localised_modes(body.mesh, body.material, C, {.count = count}, progress);
    if (!found) {
        return found.error();
    }
    const auto held = pinned_weights(body, found.value().W, C, progress);
    if (!held) {
        return held.error();
    }
    SkinningModes modes = softest_first(body, held.value());
    modes.residual_max = found.value().change_max;
    modes.constraint_violation = found.value().constraint_violation;
    modes.seconds_eigen = watch.seconds();
    return modes;
}

} // namespace

std::optional<Index> modes_possible(const Body& body) {
    if (is_linear(body.subspace)) {
        const auto displacements = displacements_possible(body);
        return displacements ? std::optional(*displacements / 12) : std::nullopt;
    }
    const Index n = body.vertex_count();
    switch (body.subspace) {
    case SubspaceKind::localised:
        return std::nullopt;
    case SubspaceKind::weights:
        return n;
    case SubspaceKind::force_dual_skinning: {
        const Supports supports(holds_against_loads(body) ? rig_columns(body) : Matrix(n, 0), body.pinned);
        return n - rank_of(supports.C, body) - unheld_constants(body.mesh, supports).cols();
    }
    default:
        break;
    }
    const Matrix C = columns_of_modes(body);
    const Index left = n - (C.cols() > 0 ? rank_of(C, body) : 0);
    return left > 0 ? left : n; // the modes of a small body that the rig spans are those of a free one
}

Result<DualModes> dual_modes_of(const Body& body, Index count, Progress* progress) {
    const Stopwatch watch;
    const Matrix C = holds_against_loads(body) ? rig_columns(body) : Matrix(body.vertex_count(), 0);
    const Supports supports(C, body.pinned);
    const LoadDistribution loads = body.loads ? *body.loads : loads_everywhere(body.mass);
    const auto found = force_dual_weights(body.mesh, body.material, supports, loads, count, progress);
    if (!found) {
        return found.error();
    }
    Matrix W = found.value().B;
    if (body.pinned.size() > 0) { // the springs of pins leave 1e-8 of the motion at p = 1
        W = masked(W, (body.pinned.array() < 1.0).cast<double>(), body.mass, C);
    }
    DualModes dual{softest_first(body, W), found.value().variances, found.value().unresolved};
    dual.modes.residual_max = found.value().residual_max;
    dual.modes.constraint_violation = found.value().constraint_violation;
    dual.modes.seconds_eigen = watch.seconds();
    return dual;
}

std::optional<Error> fault_in_weights(const Body& body, const Matrix& W) {
    if (W.rows() != body.vertex_count()) {
        return Error{ErrorKind::bad_input,
                     "are the weights of another mesh: they have " + std::to_string(W.rows()) +
                         " rows, but the body has " + std::to_string(body.vertex_count()) + " vertices",
                     "weights"};
    }
    if (W.cols() == 0 || !W.allFinite() || W.colwise().squaredNorm().minCoeff() == 0.0) {
        return Error{ErrorKind::bad_input, "must be finite, and no column of weights may be zero", "weights"};
    }
    return std::nullopt;
}

Result<SkinningModes> modes_of_weights(const Body& body, const Matrix& W) {
    if (auto fault = fault_in_weights(body, W)) {
        return *fault;
    }
    const Vector ones = Vector::Ones(W.rows());
    const Vector rest = ones - W * Vector(W.colPivHouseholderQr().solve(ones));
    Matrix all = W;
    if (rest.norm() > spanned * ones.norm()) {
        all.conservativeResize(Eigen::NoChange, W.cols() + 1);
        all.rightCols(1) = ones;
    }
    const auto held = pinned_weights(body, std::move(all), Matrix(body.vertex_count(), 0), nullptr);
    return held ? Result<SkinningModes>(softest_first(body, held.value())) : held.error();
}

Result<SkinningModes> modes_of_handles(const Body& body, const HandleWeights& weights, Progress* progress) {
    const auto held = pinned_weights(body, weights.W, Matrix(body.vertex_count(), 0), progress);
    if (!held) {
        return held.error();
    }
    SkinningModes modes = softest_first(body, held.value());
    modes.residual_max = weights.residual_max;
    return modes;
}

Result<SkinningModes> modes_of(const Body& body, Index count, Threads threads, Progress* progress) {
    if (body.subspace == SubspaceKind::weights) {
        return weights_of_handles(body, count, threads, progress);
    }
    if (body.subspace == SubspaceKind::localised) {
        return localised_modes_of(body, count, progress);
    }
    const auto problem = mode_problem(body, progress);
    return problem ? problem.value().softest({.count = count}, progress) : problem.error();
}

Result<ModeProblem> mode_problem(const Body& body, Progress* progress) {
    EXPECTS(has_eigenmodes(body.subspace));
    const Matrix columns = columns_of_modes(body);
    if (columns.cols() == 0) {
        return free_mode_problem(body, progress);
    }
    auto problem = ModeProblem::of(body.mesh, material_of_modes(body), columns, progress, body.pinned);
    const bool is_spanned = problem && problem.value().mode_count_max() == 0;
    return is_spanned ? free_mode_problem(body, progress) : std::move(problem);
}

Result<Clusters> clusters_of(const Body& body, const BodyOptions& options, Progress* progress) {
    const ClusterOptions wanted{.count = std::min(options.clusters, body.mesh.tet_count()),
                                .feature_exponent = options.feature_exponent,
                                .seed = options.seed,
                                .threads = options.threads};
    return clusters_of(body.mesh, body.modes->W, body.modes->lambda, wanted, progress);
}

Result<ReducedModel> model_of(const Body& body, const Material& material, Progress* progress) {
    const bool is_constrained = body.is_held && has_constrained_coordinates(body.subspace);
    return reduced_model(body.mesh, material, body.rig, body.modes->W, body.clusters, progress,
                         is_constrained ? constraint_of_displacements(body) : Matrix());
}

} // namespace limber
