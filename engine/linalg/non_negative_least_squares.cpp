// SPDX-License-Identifier: MIT
#include "engine/linalg/non_negative_least_squares.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

#include <cmath>
#include <vector>

namespace limber {
namespace {

constexpr double slope_tolerance = 1e-12; // of a column of length one, relative to the largest product with b
constexpr Index rounds_a_column = 10;

/// The problem with columns of length one; x may be positive on the free columns and is zero on the others.
struct ScaledProblem {
    Matrix G;
    Vector h;

    double objective(const Vector& x) const {
        return x.dot(Vector(0.5 * (G * x) - h));
    }
};

std::vector<Index> entries_where(const std::vector<bool>& flags) {
    std::vector<Index> found;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i]) {
            found.push_back(static_cast<Index>(i));
        }
    }
    return found;
}

// The minimum on the free columns, of any sign.
Vector unbounded_minimum(const ScaledProblem& problem, const std::vector<Index>& free) {
    const Matrix block = problem.G(free, free);
    const Vector right = problem.h(free);
    const Vector found = Eigen::LDLT<Matrix>(block).solve(right);
    Vector x = Vector::Zero(problem.h.size());
    x(free) = found;
    return x;
}

/// The way from x to `end` as far as all free entries stay at least zero.
struct FeasibleWay {
    double share = 1.0;
    Index ends_at = -1; // the entry that reaches zero first; -1: none does
};

FeasibleWay feasible_way(const Vector& x, const Vector& end, const std::vector<Index>& free) {
    FeasibleWay way;
    for (const Index i : free) {
        if (!(end(i) > 0.0)) {
            const double fall = x(i) - end(i);
            const double share = fall > 0.0 ? x(i) / fall : 0.0;
            if (way.ends_at < 0 || share < way.share) {
                way = {share, i};
            }
        }
    }
    return way;
}

// Moves x to the minimum on the free columns; those that reach zero on the way are free no longer.
void descend(const ScaledProblem& problem, std::vector<bool>& is_free, Vector& x) {
    for (std::vector<Index> free = entries_where(is_free); !free.empty(); free = entries_where(is_free)) {
        const Vector end = unbounded_minimum(problem, free);
        const FeasibleWay way = feasible_way(x, end, free);
        x += way.share * (end - x);
        for (const Index i : free) {
            if (i == way.ends_at || !(x(i) > 0.0)) {
                x(i) = 0.0;
                is_free[static_cast<std::size_t>(i)] = false;
            }
        }
        if (way.ends_at < 0) {
            return;
        }
    }
}

// The column along which the objective falls the most, or -1.
Index steepest(const Vector& slope, const std::vector<bool>& is_free, const std::vector<bool>& is_refused,
               double tolerance) {
    Index found = -1;
    for (Index i = 0; i < slope.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!is_free[at] && !is_refused[at] && slope(i) > (found < 0 ? tolerance : slope(found))) {
            found = i;
        }
    }
    return found;
}

} // namespace

Vector non_negative_least_squares(const Matrix& G, const Vector& h, const Vector& start) {
    EXPECTS(G.rows() == G.cols() && G.rows() == h.size() && (start.size() == 0 || start.size() == h.size()));
    const Index n = h.size();
    const Vector scale =
        G.diagonal().unaryExpr([](double square) { return square > 0.0 ? 1.0 / std::sqrt(square) : 0.0; });
    const ScaledProblem problem{scale.asDiagonal() * G * scale.asDiagonal(), scale.cwiseProduct(h)};
    const double tolerance = n > 0 ? slope_tolerance * problem.h.cwiseAbs().maxCoeff() : 0.0;
    Vector x = Vector::Zero(n);
    std::vector<bool> is_free(static_cast<std::size_t>(n), false);
    for (Index i = 0; i < start.size(); ++i) {
        if (start(i) > 0.0 && scale(i) > 0.0) {
            x(i) = start(i) / scale(i);
            is_free[static_cast<std::size_t>(i)] = true;
        }
    }
    descend(problem, is_free, x);
    std::vector<bool> is_refused(is_free.size(), false);
    for (Index round = 0; round < rounds_a_column * n; ++round) {
        const Index entering = steepest(Vector(problem.h - problem.G * x), is_free, is_refused, tolerance);
        if (entering < 0) {
            break;
        }
        const Vector before = x;
        const std::vector<bool> free_before = is_free;
        is_free[static_cast<std::size_t>(entering)] = true;
        descend(problem, is_free, x);
        if (problem.objective(x) < problem.objective(before)) {
            is_refused.assign(is_refused.size(), false);
        } else {
            // Round-off: the column is as good as dependent on the others.
            x = before;
            is_free = free_before;
            is_refused[static_cast<std::size_t>(entering)] = true;
        }
    }
    return scale.cwiseProduct(x);
}

} // namespace limber
