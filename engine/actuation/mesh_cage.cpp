// SPDX-License-Identifier: MIT
#include "engine/actuation/mesh_cage.h"

#include "engine/actuation/surface_crossings.h"
#include "engine/core/contract.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/closest_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double grid_shift = 0.41421; // of the spacing: faces along the axes do not pass through nodes
constexpr double shortest_arm = 1e-9;  // of the spacing
constexpr double on_surface = 1e-6;    // of the cage's diagonal: as near to the cage a point outside counts as on it

using Node = std::array<Index, 3>;
using Crossings = std::vector<SurfaceCrossing>;

struct System {
    std::vector<Eigen::Triplet<double>> entries;
    Matrix right; // a row an unknown, a column a vertex of the cage
};

/// The nodes of a grid over the cage's bounding box, and the harmonic coordinates of those inside.
class CageGrid {
public:
    CageGrid(const SurfaceMesh& cage, Index cells);

    Result<Done> solve();
    /// Of a point inside.
    Vector coordinates(const Vec3& x) const {
        return between(x, 0);
    }

private:
    Index index(const Node& node) const {
        return (node[0] * counts_[1] + node[1]) * counts_[2] + node[2];
    }
    double coordinate(int axis, Index place) const {
        return low_(axis) + spacing_ * static_cast<double>(place);
    }
    Vec3 position(const Node& node) const {
        return {coordinate(0, node[0]), coordinate(1, node[1]), coordinate(2, node[2])};
    }
    Index nearest_below(int axis, double x) const {
        return static_cast<Index>(std::floor((x - low_(axis)) / spacing_));
    }
    template <typename Visit>
    void for_each_line(int axis, const Visit& visit) const;
    void number_nodes();
    void add_arm(const Node& node, int axis, Index step, const Crossings& crossings, System& system) const;
    Vector on_cage(const SurfaceCrossing& crossing) const;
    Vector between(const Vec3& x, int axis) const;
    Vector at_node(const Vec3& x) const;

    const SurfaceMesh* cage_;
    double spacing_ = 0.0; // [m]
    Vec3 low_;             // [m]
    Node counts_{};
    std::vector<Index> unknowns_; // of each node: its row in values_; -1: it is not inside
    Index unknown_count_ = 0;
    Matrix values_; // a row an unknown, a column a vertex of the cage
};

CageGrid::CageGrid(const SurfaceMesh& cage, Index cells) : cage_(&cage) {
    const Vec3 low = cage.V.colwise().minCoeff();
    const Vec3 size = cage.V.colwise().maxCoeff().transpose() - low;
    spacing_ = size.maxCoeff() / static_cast<double>(cells);
    low_ = low - Vec3::Constant(grid_shift * spacing_);
    for (int axis = 0; axis < 3; ++axis) {
        counts_[static_cast<std::size_t>(axis)] = 3 + static_cast<Index>(std::floor(size(axis) / spacing_));
    }
    number_nodes();
}

// Calls visit(node, crossings) for the first node of each line along the axis.
template <typename Visit>
void CageGrid::for_each_line(int axis, const Visit& visit) const {
    const auto u = static_cast<std::size_t>((axis + 1) % 3);
    const auto v = static_cast<std::size_t>((axis + 2) % 3);
    Node node{};
    for (node[u] = 0; node[u] < counts_[u]; ++node[u]) {
        for (node[v] = 0; node[v] < counts_[v]; ++node[v]) {
            visit(node, crossings_of_line(*cage_, position(node), axis));
        }
    }
}

void CageGrid::number_nodes() {
    unknowns_.assign(static_cast<std::size_t>(counts_[0] * counts_[1] * counts_[2]), -1);
    for_each_line(2, [&](Node node, const Crossings& crossings) {
        for (; node[2] < counts_[2]; ++node[2]) {
            if (is_inside(crossings, coordinate(2, node[2]))) {
                unknowns_[static_cast<std::size_t>(index(node))] = unknown_count_++;
            }
        }
    });
}

Vector CageGrid::on_cage(const SurfaceCrossing& crossing) const {
    Vector value = Vector::Zero(cage_->V.rows());
    for (std::size_t corner = 0; corner < 3; ++corner) {
        value(crossing.corners[corner]) += crossing.weights[corner];
    }
    return value;
}

// The equation of one unknown gets its arm along the axis, up or down.
void CageGrid::add_arm(const Node& node, int axis, Index step, const Crossings& crossings, System& system) const {
    const Index row = unknowns_[static_cast<std::size_t>(index(node))];
    const auto a = static_cast<std::size_t>(axis);
    const double at = coordinate(axis, node[a]);
    const SurfaceCrossing* cut = step < 0 ? last_below(crossings, at) : first_above(crossings, at);
    const double arm = cut ? std::abs(cut->at - at) / spacing_ : 2.0;
    if (arm <= 1.0) {
        const double weight = 1.0 / std::max(arm, shortest_arm);
        system.entries.emplace_back(row, row, weight);
        system.right.row(row) += weight * on_cage(*cut).transpose();
        return;
    }
    Node next = node;
    next[a] += step;
    const Index column = unknowns_[static_cast<std::size_t>(index(next))];
    if (column >= 0) {
        system.entries.emplace_back(row, row, 1.0);
        system.entries.emplace_back(row, column, -1.0);
    }
}

// Symmetric, with positive diagonal entries that are at least the sum of the others of their rows.
Result<Done> CageGrid::solve() {
    if (unknown_count_ == 0) {
        return Done{};
    }
    System system{{}, Matrix::Zero(unknown_count_, cage_->V.rows())};
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        for_each_line(axis, [&](Node node, const Crossings& crossings) {
            for (; node[a] < counts_[a]; ++node[a]) {
                if (unknowns_[static_cast<std::size_t>(index(node))] >= 0) {
                    add_arm(node, axis, -1, crossings, system);
                    add_arm(node, axis, 1, crossings, system);
                }
            }
        });
    }
    SparseMatrix laplacian(unknown_count_, unknown_count_);
    laplacian.setFromTriplets(system.entries.begin(), system.entries.end());
    const auto factor = SparseCholesky::factorise(laplacian);
    if (!factor) {
        return factor.error();
    }
    values_ = factor.value().solve(system.right);
    return Done{};
}

// Of a node; x may be off it by round-off.
Vector CageGrid::at_node(const Vec3& x) const {
    Node node{};
    for (int axis = 0; axis < 3; ++axis) {
        node[static_cast<std::size_t>(axis)] = static_cast<Index>(std::lround((x(axis) - low_(axis)) / spacing_));
    }
    const Index row = unknowns_[static_cast<std::size_t>(index(node))];
    if (row >= 0) {
        return values_.row(row).transpose();
    }
    const Crossings crossings = crossings_of_line(*cage_, x, 0); // a node on the cage, up to round-off
    const auto nearest = std::ranges::min_element(
        crossings, {}, [&](const SurfaceCrossing& crossing) { return std::abs(crossing.at - x(0)); });
    return nearest == crossings.end() ? Vector::Zero(cage_->V.rows()) : on_cage(*nearest);
}

// Linear along the axis between two planes of nodes or, where these come first, crossings. The coordinates along the
// axes before it are those of nodes.
Vector CageGrid::between(const Vec3& x, int axis) const {
    if (axis == 3) {
        return at_node(x);
    }
    const Crossings crossings = crossings_of_line(*cage_, x, axis);
    const Index below = nearest_below(axis, x(axis));
    const std::array cuts{last_below(crossings, x(axis)), first_above(crossings, x(axis))};
    std::array<double, 2> ends{coordinate(axis, below), coordinate(axis, below + 1)};
    std::array<bool, 2> is_cut{};
    for (std::size_t end = 0; end < 2; ++end) {
        is_cut[end] = cuts[end] && (end == 0 ? cuts[end]->at >= ends[end] : cuts[end]->at <= ends[end]);
        ends[end] = is_cut[end] ? cuts[end]->at : ends[end];
    }
    const double length = ends[1] - ends[0];
    const double share = length > 0.0 ? std::clamp((x(axis) - ends[0]) / length, 0.0, 1.0) : 0.0;
    Vector value = Vector::Zero(cage_->V.rows());
    for (std::size_t end = 0; end < 2; ++end) {
        const double weight = end == 0 ? 1.0 - share : share;
        if (weight > 0.0) {
            Vec3 there = x;
            there(axis) = ends[end];
            value += weight * (is_cut[end] ? on_cage(*cuts[end]) : between(there, axis + 1));
        }
    }
    return value;
}

double diagonal(const Points& V) {
    return (V.colwise().maxCoeff() - V.colwise().minCoeff()).norm();
}

Error outside(Index count) {
    return {ErrorKind::bad_input,
            "the body is not inside the cage, " + std::to_string(count) +
                " of its vertices are outside: enlarge the cage, or give it the unit and the axes of the body's file",
            "cage"};
}

// The value in the triangle, as it is there.
Vector in_triangle(const SurfaceMesh& cage, const SurfacePoint& point) {
    Vector value = Vector::Zero(cage.V.rows());
    for (Index corner = 0; corner < 3; ++corner) {
        value(cage.F(point.triangle, corner)) += point.barycentric(corner);
    }
    return value;
}

} // namespace

Result<Matrix> harmonic_coordinates(const SurfaceMesh& cage, const Points& X, Index cells) {
    EXPECTS(cells > 0);
    if (!is_closed(cage)) {
        return Error{ErrorKind::bad_input,
                     "the cage is not closed, or has edges of more than two triangles: fill its holes", "cage"};
    }
    CageGrid grid(cage, cells);
    if (auto solved = grid.solve(); !solved) {
        return solved.error();
    }
    const ClosestPoint closest(cage);
    const double tolerance = on_surface * diagonal(cage.V);
    Matrix weights(X.rows(), cage.V.rows());
    Index outside_count = 0;
    for (Index i = 0; i < X.rows(); ++i) {
        const Vec3 x = X.row(i);
        if (is_inside(crossings_of_line(cage, x, 0), x(0))) {
            weights.row(i) = grid.coordinates(x).transpose();
            continue;
        }
        const SurfacePoint nearest = closest(x);
        weights.row(i) = in_triangle(cage, nearest).transpose();
        outside_count += nearest.distance > tolerance ? 1 : 0;
    }
    return outside_count > 0 ? Result<Matrix>(outside(outside_count)) : Result<Matrix>(std::move(weights));
}

} // namespace limber
