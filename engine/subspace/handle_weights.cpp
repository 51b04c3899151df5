// SPDX-License-Identifier: MIT
#include "engine/subspace/handle_weights.h"

#include "engine/core/contract.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr int interior_steps_max = 100;
constexpr double step_share = 0.995; // of the way to the boundary
constexpr double sum_min = 1e-3;     // of a row, before the division

struct Edge {
    int to = 0;
    double length = 0.0; // [m]
};

std::vector<std::vector<Edge>> edges_of(const TetMesh& mesh) {
    std::vector<std::vector<Edge>> edges(static_cast<std::size_t>(mesh.vertex_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (const auto& [a, b] : tet_edges) {
            const int from = mesh.T(t, a);
            const int to = mesh.T(t, b);
            const double length = (mesh.X.row(from) - mesh.X.row(to)).norm();
            edges[static_cast<std::size_t>(from)].push_back({to, length});
            edges[static_cast<std::size_t>(to)].push_back({from, length});
        }
    }
    return edges;
}

// Lowers the distances to those from one more source (Dijkstra).
void add_source(const std::vector<std::vector<Edge>>& edges, int source, Vector& distance) {
    using Reached = std::pair<double, int>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    distance(source) = 0.0;
    queue.emplace(0.0, source);
    while (!queue.empty()) {
        const auto [length, vertex] = queue.top();
        queue.pop();
        if (length > distance(vertex)) {
            continue;
        }
        for (const Edge& edge : edges[static_cast<std::size_t>(vertex)]) {
            if (length + edge.length < distance(edge.to)) {
                distance(edge.to) = length + edge.length;
                queue.emplace(distance(edge.to), edge.to);
            }
        }
    }
}

Error weights_cancelled() {
    return {ErrorKind::cancelled, "the computation was cancelled", {}};
}

std::optional<Error> fault_in_handles(const TetMesh& mesh, const std::vector<int>& handles) {
    if (handles.empty()) {
        return Error{ErrorKind::bad_input, "weights need at least one handle", "handles"};
    }
    std::vector<int> sorted = handles;
    std::ranges::sort(sorted);
    if (sorted.front() < 0 || sorted.back() >= mesh.vertex_count()) {
        return Error{ErrorKind::bad_input, "a handle is not a vertex of the mesh", "handles"};
    }
    if (std::ranges::adjacent_find(sorted) != sorted.end()) {
        return Error{ErrorKind::bad_input, "two handles have the same vertex", "handles"};
    }
    const Components components = connected_components(mesh.T, mesh.vertex_count());
    std::vector<bool> has_handle(static_cast<std::size_t>(components.count), false);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            if (std::ranges::binary_search(sorted, mesh.T(t, corner))) {
                has_handle[static_cast<std::size_t>(components.of_tet[static_cast<std::size_t>(t)])] = true;
            }
        }
    }
    if (std::ranges::find(has_handle, false) != has_handle.end()) {
        return Error{ErrorKind::bad_input,
                     "each of the mesh's " + std::to_string(components.count) + " connected parts needs a handle",
                     "handles"};
    }
    return std::nullopt;
}

/// min w'Aw/2 + f'w, 0 <= w <= 1.
struct BoxProblem {
    const SparseMatrix& A; // scaled: the mean of the diagonal is one
    Vector f;

    Vector gradient(const Vector& w) const {
        return A * w + f;
    }
    double residual(const Vector& w) const {
        const Vector moved = (w - gradient(w)).cwiseMax(0.0).cwiseMin(1.0);
        return w.size() == 0 ? 0.0 : (w - moved).cwiseAbs().maxCoeff();
    }
};

/// An iterate inside the box, with the multipliers of both bounds.
struct InteriorPoint {
    Vector w;
    Vector lower; // of w >= 0, positive
    Vector upper; // of w <= 1, positive

    double gap() const {
        return (w.dot(lower) + (1.0 - w.array()).matrix().dot(upper)) / static_cast<double>(2 * w.size());
    }
};

// The largest step for which all values stay positive.
double step_to_boundary(const Vector& value, const Vector& change) {
    double step = 1.0;
    for (Index i = 0; i < value.size(); ++i) {
        if (change(i) < 0.0) {
            step = std::min(step, -step_share * value(i) / change(i));
        }
    }
    return step;
}

double step_of(const InteriorPoint& at, const InteriorPoint& change) {
    return std::min({step_to_boundary(at.w, change.w), step_to_boundary(1.0 - at.w.array(), -change.w),
                     step_to_boundary(at.lower, change.lower), step_to_boundary(at.upper, change.upper)});
}

InteriorPoint moved(const InteriorPoint& at, const InteriorPoint& change, double step) {
    return {at.w + step * change.w, at.lower + step * change.lower, at.upper + step * change.upper};
}

/// The Newton system of the conditions w lower = a, (1 - w) upper = b at an iterate.
class NewtonSystem {
public:
    static Result<NewtonSystem> of(const BoxProblem& problem, const InteriorPoint& at) {
        SparseMatrix A = problem.A;
        A.diagonal() += at.lower.cwiseQuotient(at.w) + at.upper.cwiseQuotient(Vector(1.0 - at.w.array()));
        auto factor = SparseCholesky::factorise(A);
        if (!factor) {
            return factor.error();
        }
        return NewtonSystem(std::move(factor).value(), at, problem.gradient(at.w) - at.lower + at.upper);
    }

    InteriorPoint change(const Vector& lower_product, const Vector& upper_product) const {
        const Vector room = 1.0 - at_.w.array();
        const Vector lower_rest = lower_product - at_.w.cwiseProduct(at_.lower);
        const Vector upper_rest = upper_product - room.cwiseProduct(at_.upper);
        InteriorPoint change;
        change.w = factor_.solve(lower_rest.cwiseQuotient(at_.w) - upper_rest.cwiseQuotient(room) - residual_);
        change.lower = (lower_rest - at_.lower.cwiseProduct(change.w)).cwiseQuotient(at_.w);
        change.upper = (upper_rest + at_.upper.cwiseProduct(change.w)).cwiseQuotient(room);
        return change;
    }

private:
    NewtonSystem(SparseCholesky factor, const InteriorPoint& at, Vector residual)
        : factor_(std::move(factor)), at_(at), residual_(std::move(residual)) {}

    SparseCholesky factor_;
    const InteriorPoint& at_;
    Vector residual_;
};

// Mehrotra's predictor and corrector.
Result<InteriorPoint> next_point(const BoxProblem& problem, const InteriorPoint& at) {
    const auto system = NewtonSystem::of(problem, at);
    if (!system) {
        return system.error();
    }
    const Vector zero = Vector::Zero(at.w.size());
    const InteriorPoint predictor = system.value().change(zero, zero);
    const double gap = at.gap();
    const double ratio = moved(at, predictor, step_of(at, predictor)).gap() / gap;
    const double target = ratio * ratio * ratio * gap;
    const Vector lower_product = target - predictor.w.cwiseProduct(predictor.lower).array();
    const Vector upper_product = target + predictor.w.cwiseProduct(predictor.upper).array();
    const InteriorPoint change = system.value().change(lower_product, upper_product);
    return moved(at, change, step_of(at, change));
}

Error not_converged() {
    return {ErrorKind::not_converged, "the handles' weights did not converge; use a mesh with better tets", {}};
}

// Returns the point in the box; no further step improves it.
Result<Vector> solution(const BoxProblem& problem, double tolerance, const std::function<bool()>& goes_on) {
    const Index n = problem.f.size();
    InteriorPoint at{Vector::Constant(n, 0.5), Vector::Ones(n), Vector::Ones(n)};
    for (int i = 0; i < interior_steps_max && n > 0; ++i) {
        if (!goes_on()) {
            return weights_cancelled();
        }
        auto next = next_point(problem, at);
        if (!next || !next.value().w.allFinite()) {
            break;
        }
        at = std::move(next).value();
        // The gap is far below the tolerance, because it bounds the products of weights and multipliers.
        if (at.gap() < tolerance * tolerance && problem.residual(at.w) < tolerance) {
            break;
        }
    }
    return problem.residual(at.w) < tolerance ? Result<Vector>(std::move(at.w)) : not_converged();
}

/// The bilaplacian, divided into vertices without handles and handles.
struct Division {
    std::vector<int> free; // ascending
    SparseMatrix among_free;
    Matrix of_handles; // free x m
};

Division divided(const SparseMatrix& A, const std::vector<int>& handles) {
    std::vector<int> position(static_cast<std::size_t>(A.rows()), 0); // of free: its row; of handles: -1 - column
    for (std::size_t j = 0; j < handles.size(); ++j) {
        position[static_cast<std::size_t>(handles[j])] = -1 - static_cast<int>(j);
    }
    Division division;
    for (int i = 0; i < static_cast<int>(A.rows()); ++i) {
        if (position[static_cast<std::size_t>(i)] >= 0) {
            position[static_cast<std::size_t>(i)] = static_cast<int>(division.free.size());
            division.free.push_back(i);
        }
    }
    const auto count = static_cast<Index>(division.free.size());
    division.of_handles = Matrix::Zero(count, static_cast<Index>(handles.size()));
    std::vector<Eigen::Triplet<double>> entries;
    for (Index column = 0; column < A.outerSize(); ++column) {
        const int to = position[static_cast<std::size_t>(column)];
        for (SparseMatrix::InnerIterator it(A, column); it; ++it) {
            const int row = position[static_cast<std::size_t>(it.row())];
            if (row >= 0 && to >= 0) {
                entries.emplace_back(row, to, it.value());
            } else if (row >= 0) {
                division.of_handles(row, -1 - to) = it.value();
            }
        }
    }
    division.among_free.resize(count, count);
    division.among_free.setFromTriplets(entries.begin(), entries.end());
    return division;
}

} // namespace

std::vector<int> spread_vertices(const TetMesh& mesh, Index count) {
    EXPECTS(count >= 1 && count <= mesh.vertex_count());
    const auto edges = edges_of(mesh);
    const Eigen::RowVector3d centre = mesh.X.colwise().mean();
    const double infinity = std::numeric_limits<double>::infinity();
    Vector distance = Vector::Constant(mesh.vertex_count(), infinity);
    Index next = 0;
    (mesh.X.rowwise() - centre).rowwise().squaredNorm().maxCoeff(&next);
    std::vector<int> handles;
    while (static_cast<Index>(handles.size()) < count) {
        handles.push_back(static_cast<int>(next));
        add_source(edges, handles.back(), distance);
        distance.maxCoeff(&next);
    }
    return handles;
}

Result<std::vector<int>> spread_handles(const TetMesh& mesh, Index count) {
    if (count < 1) {
        return Error{ErrorKind::bad_input, "weights need at least one handle", "modes"};
    }
    if (count > mesh.vertex_count()) {
        return Error{ErrorKind::bad_input,
                     std::to_string(count) + " handles are too many for a mesh of " +
                         std::to_string(mesh.vertex_count()) + " vertices: ask for at most " +
                         std::to_string(mesh.vertex_count()),
                     "modes"};
    }
    const Index parts = connected_components(mesh.T, mesh.vertex_count()).count;
    if (count < parts) {
        return Error{ErrorKind::bad_input,
                     "the mesh has " + std::to_string(parts) +
                         " connected parts, and each needs a handle: ask for at least as many modes",
                     "modes"};
    }
    return spread_vertices(mesh, count);
}

SparseMatrix bilaplacian(const TetMesh& mesh) {
    const SparseMatrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    return L * M.cwiseInverse().asDiagonal() * L;
}

Result<HandleWeights> bounded_biharmonic_weights(const TetMesh& mesh, const std::vector<int>& handles,
                                                 const HandleWeightOptions& options, Progress* progress) {
    if (auto fault = fault_in_handles(mesh, handles)) {
        return *fault;
    }
    SparseMatrix A = bilaplacian(mesh);
    A /= A.diagonal().mean();
    const Division division = divided(A, handles);
    const auto count = static_cast<Index>(handles.size());
    std::vector<std::optional<Error>> errors(handles.size());
    HandleWeights weights{Matrix::Zero(mesh.vertex_count(), count), {}, 0.0};
    std::atomic<Index> done = 0;
    const auto goes_on = [&] {
        return keep_going(progress, "spreading the weights of handles",
                          static_cast<double>(done) / static_cast<double>(count));
    };
    Vector residuals = Vector::Zero(count);
    parallel_for(handles.size(), 1, options.threads, [&](std::size_t begin, std::size_t, std::size_t) {
        const auto j = static_cast<Index>(begin);
        const BoxProblem problem{division.among_free, division.of_handles.col(j)};
        auto solved = solution(problem, options.tolerance, goes_on);
        if (!solved) {
            errors[begin] = solved.error();
            return;
        }
        residuals(j) = problem.residual(solved.value());
        weights.W(division.free, j) = solved.value();
        weights.W(handles[begin], j) = 1.0;
        ++done;
    });
    for (const auto& error : errors) {
        if (error) {
            return *error;
        }
    }
    weights.residual_max = residuals.maxCoeff();
    weights.optimal = weights.W;
    const Vector sums = weights.W.rowwise().sum();
    if (!(sums.minCoeff() > sum_min)) {
        return not_converged();
    }
    weights.W = sums.cwiseInverse().asDiagonal() * weights.optimal;
    return weights;
}

Result<HandleWeights> spread_handle_weights(const TetMesh& mesh, Index count, const HandleWeightOptions& options,
                                            Progress* progress) {
    const auto handles = spread_handles(mesh, count);
    return handles ? bounded_biharmonic_weights(mesh, handles.value(), options, progress) : handles.error();
}

} // namespace limber
