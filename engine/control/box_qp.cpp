// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double relative_tolerance = 1e-13;

// A <- L with L L' = A + weight I, A given by its lower triangle; without scratch.
void factor_small(const Eigen::Ref<const Matrix>& A, double weight, Eigen::Ref<Matrix> L) {
    const Index n = A.rows();
    for (Index j = 0; j < n; ++j) {
        for (Index i = j; i < n; ++i) {
            double sum = A(i, j) + (i == j ? weight : 0.0);
            for (Index m = 0; m < j; ++m) {
                sum -= L(i, m) * L(j, m);
            }
            L(i, j) = i == j ? std::sqrt(std::max(sum, 1e-16 * weight)) : sum / L(j, j);
        }
    }
}

void solve_small(const Eigen::Ref<const Matrix>& L, Eigen::Ref<Vector> x) {
    const Index n = L.rows();
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < i; ++j) {
            x(i) -= L(i, j) * x(j);
        }
        x(i) /= L(i, i);
    }
    for (Index i = n - 1; i >= 0; --i) {
        for (Index j = i + 1; j < n; ++j) {
            x(i) -= L(j, i) * x(j);
        }
        x(i) /= L(i, i);
    }
}

} // namespace

Vector gradient(const BoxQp& problem, const Vector& p) {
    return problem.J.transpose() * (problem.J * p - problem.d) + problem.weight * (p - problem.centre);
}

double optimality_violation(const BoxQp& problem, const Vector& p) {
    const Vector slope = gradient(problem, p);
    double violation = 0.0;
    for (Index i = 0; i < p.size(); ++i) {
        violation = std::max({violation, problem.low(i) - p(i), p(i) - problem.high(i)});
        const bool is_low = p(i) <= problem.low(i);
        const bool is_high = p(i) >= problem.high(i);
        const double g = slope(i);
        violation = std::max(violation, is_low && is_high ? 0.0 : is_low ? -g : is_high ? g : std::abs(g));
    }
    return violation;
}

BoxQpSolver::BoxQpSolver(Index variables)
    : p_(variables), move_(variables), gradient_(variables), image_(variables),
      bounds_(static_cast<std::size_t>(variables), Bound::none) {}

void BoxQpSolver::reserve(Index rows) {
    if (gram_.rows() < rows) {
        gram_.resize(rows, rows);
        factor_.resize(rows, rows);
        residual_.resize(rows);
        rows_.resize(rows);
        correction_.resize(rows);
    }
}

// Holds or frees a variable, and keeps the sum of the free columns.
void BoxQpSolver::set_free(const BoxQp& problem, Index variable, Bound bound) {
    const double sign = bound == Bound::none ? 1.0 : -1.0;
    const Index count = problem.J.rows();
    const auto column = problem.J.col(variable);
    for (Index j = 0; j < count; ++j) {
        gram_.col(j).segment(j, count - j) += sign * column(j) * column.segment(j, count - j);
    }
    bounds_[static_cast<std::size_t>(variable)] = bound;
}

void BoxQpSolver::sum_columns(const BoxQp& problem) {
    const Index count = problem.J.rows();
    gram_.topLeftCorner(count, count).setZero();
    for (Index v = 0; v < p_.size(); ++v) {
        if (bounds_[static_cast<std::size_t>(v)] == Bound::none) {
            set_free(problem, v, Bound::none);
        }
    }
}

void BoxQpSolver::solve_rows(const BoxQp& problem) {
    const Index count = problem.J.rows();
    auto residual = residual_.head(count);
    residual = -problem.d;
    for (Index v = 0; v < p_.size(); ++v) {
        const bool is_free = bounds_[static_cast<std::size_t>(v)] == Bound::none;
        residual += (is_free ? problem.centre(v) : p_(v)) * problem.J.col(v);
    }
    factor_small(gram_.topLeftCorner(count, count), problem.weight, factor_.topLeftCorner(count, count));
    rows_.head(count) = residual;
    solve_small(factor_.topLeftCorner(count, count), rows_.head(count));
}

// One step of iterative refinement: the sum of the columns changes with every move, and J'J may be 1e5 times the
// weight.
void BoxQpSolver::refine_rows(const BoxQp& problem) {
    const Index count = problem.J.rows();
    auto correction = correction_.head(count);
    const auto rows = rows_.head(count);
    correction = residual_.head(count) - problem.weight * rows;
    for (Index v = 0; v < p_.size(); ++v) {
        if (bounds_[static_cast<std::size_t>(v)] == Bound::none) {
            correction -= problem.J.col(v).dot(rows) * problem.J.col(v);
        }
    }
    solve_small(factor_.topLeftCorner(count, count), correction);
    rows_.head(count) += correction;
}

// Moves the free variables to their minimum, or to the first bound on the way. Returns whether it is the minimum.
bool BoxQpSolver::move_free(const BoxQp& problem) {
    solve_rows(problem);
    refine_rows(problem);
    const auto rows = rows_.head(problem.J.rows());
    double share = 1.0;
    Index blocking = -1;
    for (Index v = 0; v < p_.size(); ++v) {
        const bool is_free = bounds_[static_cast<std::size_t>(v)] == Bound::none;
        move_(v) = is_free ? problem.centre(v) - problem.J.col(v).dot(rows) - p_(v) : 0.0;
        const double room = move_(v) > 0.0 ? problem.high(v) - p_(v) : problem.low(v) - p_(v);
        if (std::abs(move_(v)) * share > std::abs(room)) {
            share = std::abs(room) / std::abs(move_(v));
            blocking = v;
        }
    }
    p_ += share * move_;
    if (blocking < 0) {
        return true;
    }
    const bool is_high = move_(blocking) > 0.0;
    p_(blocking) = is_high ? problem.high(blocking) : problem.low(blocking);
    set_free(problem, blocking, is_high ? Bound::high : Bound::low);
    return false;
}

void BoxQpSolver::compute_gradient(const BoxQp& problem) {
    auto residual = residual_.head(problem.J.rows());
    residual = -problem.d;
    for (Index v = 0; v < p_.size(); ++v) {
        residual += p_(v) * problem.J.col(v);
    }
    for (Index v = 0; v < p_.size(); ++v) {
        gradient_(v) = problem.J.col(v).dot(residual) + problem.weight * (p_(v) - problem.centre(v));
        image_(v) = problem.J.col(v).dot(problem.d) + problem.weight * problem.centre(v);
    }
}

// One step of refinement of the free variables by their gradient: where goals conflict, u is large and p its
// difference.
void BoxQpSolver::refine_free(const BoxQp& problem) {
    compute_gradient(problem);
    auto rows = rows_.head(problem.J.rows());
    rows.setZero();
    for (Index v = 0; v < p_.size(); ++v) {
        if (bounds_[static_cast<std::size_t>(v)] == Bound::none) {
            rows += gradient_(v) * problem.J.col(v);
        }
    }
    solve_small(factor_.topLeftCorner(rows.size(), rows.size()), rows);
    for (Index v = 0; v < p_.size(); ++v) {
        if (bounds_[static_cast<std::size_t>(v)] == Bound::none) {
            const double change = (gradient_(v) - problem.J.col(v).dot(rows)) / problem.weight;
            p_(v) = std::clamp(p_(v) - change, problem.low(v), problem.high(v));
        }
    }
}

// Frees the variable that its bound holds against the gradient by most. Returns false if each bound is needed.
bool BoxQpSolver::release_worst(const BoxQp& problem) {
    compute_gradient(problem);
    const double scale = std::max((gradient_ + image_).cwiseAbs().maxCoeff(), image_.cwiseAbs().maxCoeff());
    Index worst = -1;
    double most = relative_tolerance * scale;
    for (Index v = 0; v < p_.size(); ++v) {
        const Bound bound = bounds_[static_cast<std::size_t>(v)];
        const double wrong = bound == Bound::low ? -gradient_(v) : bound == Bound::high ? gradient_(v) : 0.0;
        if (wrong > most && problem.low(v) < problem.high(v)) {
            most = wrong;
            worst = v;
        }
    }
    if (worst >= 0) {
        set_free(problem, worst, Bound::none);
    }
    return worst >= 0;
}

const Vector& BoxQpSolver::minimise(const BoxQp& problem, const Vector& start) {
    const Index count = p_.size();
    EXPECTS(problem.J.cols() == count && start.size() == count && problem.d.size() == problem.J.rows());
    EXPECTS(problem.weight > 0.0 && (problem.low.array() <= problem.high.array()).all());
    reserve(problem.J.rows());
    p_ = start.cwiseMax(problem.low).cwiseMin(problem.high);
    for (Index v = 0; v < count; ++v) {
        bounds_[static_cast<std::size_t>(v)] = p_(v) <= problem.low(v)    ? Bound::low
                                               : p_(v) >= problem.high(v) ? Bound::high
                                                                          : Bound::none;
    }
    sum_columns(problem);
    const Index moves_max = 20 * count + 20; // far more than ever taken; bounds the time if round-off releases twice
    for (moves_ = 0; moves_ < moves_max; ++moves_) {
        if (move_free(problem)) {
            sum_columns(problem); // without the round-off of the moves
            if (!move_free(problem)) {
                continue;
            }
            refine_free(problem);
            if (!release_worst(problem)) {
                break;
            }
        }
    }
    return p_;
}

} // namespace limber
