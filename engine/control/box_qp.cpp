// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/contract.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace limber {
namespace {

enum class Bound { none, low, high };

struct ActiveSet {
    std::vector<Bound> bounds;

    std::vector<Index> free() const {
        std::vector<Index> variables;
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            if (bounds[i] == Bound::none) {
                variables.push_back(static_cast<Index>(i));
            }
        }
        return variables;
    }
};

// The change of the free variables to their minimum while the others stay; nullopt if K is not positive definite.
std::optional<Vector> move_to_minimum(const BoxQp& problem, const Vector& gradient, const std::vector<Index>& free) {
    const Eigen::LLT<Matrix> factor(problem.K(free, free));
    if (factor.info() != Eigen::Success) {
        return std::nullopt;
    }
    return factor.solve(-gradient(free));
}

// The first bound on the way, and the share of the way to it.
struct Blocking {
    double share = 1.0;
    Index variable = -1;
    Bound bound = Bound::none;
};

Blocking first_bound(const BoxQp& problem, const Vector& p, const std::vector<Index>& free, const Vector& move) {
    Blocking blocking;
    for (std::size_t i = 0; i < free.size(); ++i) {
        const Index v = free[i];
        const double by = move(static_cast<Index>(i));
        const double room = by > 0.0 ? problem.high(v) - p(v) : problem.low(v) - p(v);
        if (std::abs(by) * blocking.share > std::abs(room)) {
            blocking = {std::abs(room) / std::abs(by), v, by > 0.0 ? Bound::high : Bound::low};
        }
    }
    return blocking;
}

// The bound that holds its variable against the gradient by most; -1 if each is needed.
Index wrong_bound(const ActiveSet& set, const Vector& gradient, double tolerance) {
    Index worst = -1;
    double most = tolerance;
    for (std::size_t i = 0; i < set.bounds.size(); ++i) {
        const double g = gradient(static_cast<Index>(i));
        const double wrong = set.bounds[i] == Bound::low ? -g : set.bounds[i] == Bound::high ? g : 0.0;
        if (wrong > most) {
            most = wrong;
            worst = static_cast<Index>(i);
        }
    }
    return worst;
}

} // namespace

Vector minimise(const BoxQp& problem, const Vector& start) {
    const Index count = problem.b.size();
    EXPECTS(problem.K.rows() == count && problem.K.cols() == count && start.size() == count);
    EXPECTS((problem.low.array() <= problem.high.array()).all());
    constexpr double relative_tolerance = 1e-13;
    Vector p = start.cwiseMax(problem.low).cwiseMin(problem.high);
    ActiveSet set{std::vector<Bound>(static_cast<std::size_t>(count), Bound::none)};
    for (Index i = 0; i < count; ++i) {
        auto& bound = set.bounds[static_cast<std::size_t>(i)];
        bound = p(i) <= problem.low(i) ? Bound::low : p(i) >= problem.high(i) ? Bound::high : Bound::none;
    }
    const Index moves_max = 20 * count + 20; // far more than ever taken; bounds the time if round-off releases twice
    for (Index moves = 0; moves < moves_max; ++moves) {
        Vector gradient = problem.K * p + problem.b;
        const std::vector<Index> free = set.free();
        if (!free.empty()) {
            const auto move = move_to_minimum(problem, gradient, free);
            if (!move) {
                return start;
            }
            const Blocking blocking = first_bound(problem, p, free, *move);
            p(free) += blocking.share * *move;
            if (blocking.variable >= 0) {
                p(blocking.variable) =
                    blocking.bound == Bound::high ? problem.high(blocking.variable) : problem.low(blocking.variable);
                set.bounds[static_cast<std::size_t>(blocking.variable)] = blocking.bound;
                continue;
            }
            gradient = problem.K * p + problem.b;
        }
        const double scale = std::max((problem.K * p).cwiseAbs().maxCoeff(), problem.b.cwiseAbs().maxCoeff());
        const Index release = wrong_bound(set, gradient, relative_tolerance * scale);
        if (release < 0) {
            break;
        }
        set.bounds[static_cast<std::size_t>(release)] = Bound::none;
    }
    return p;
}

double optimality_violation(const BoxQp& problem, const Vector& p) {
    const Vector gradient = problem.K * p + problem.b;
    double violation = 0.0;
    for (Index i = 0; i < p.size(); ++i) {
        violation = std::max({violation, problem.low(i) - p(i), p(i) - problem.high(i)});
        const bool is_low = p(i) <= problem.low(i);
        const bool is_high = p(i) >= problem.high(i);
        const double g = gradient(i);
        violation = std::max(violation, is_low && is_high ? 0.0 : is_low ? -g : is_high ? g : std::abs(g));
    }
    return violation;
}

} // namespace limber
