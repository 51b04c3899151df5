// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr double relative_tolerance = 1e-13;
constexpr double implied_within = 1e-9; // of a group's bound
constexpr double least_pivot = 1e-16;   // of the weight

// A <- L with L L' = A + diag(weight), A given by its lower triangle; without scratch.
void factor_small(const Eigen::Ref<const Matrix>& A, const Eigen::Ref<const Vector>& weight, Eigen::Ref<Matrix> L) {
    const Index n = A.rows();
    for (Index j = 0; j < n; ++j) {
        for (Index i = j; i < n; ++i) {
            double sum = A(i, j) + (i == j ? weight(i) : 0.0);
            for (Index m = 0; m < j; ++m) {
                sum -= L(i, m) * L(j, m);
            }
            L(i, j) = i == j ? std::sqrt(std::max(sum, least_pivot * weight(0))) : sum / L(j, j);
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

void GroupBounds::shrink(Vector& p) const {
    for (Index group = 0; group < share.cols(); ++group) {
        const double sum = share.col(group).dot(p);
        for (Index v = 0; v < p.size() && sum > 1.0; ++v) {
            p(v) *= share(v, group) > 0.0 ? 1.0 / sum : 1.0;
        }
    }
}

void GroupBounds::shorten(const Vector& from, Vector& end) const {
    for (Index group = 0; group < share.cols(); ++group) {
        const double part = room(from, end, group);
        for (Index v = 0; v < end.size() && part < 1.0; ++v) {
            end(v) = share(v, group) > 0.0 ? from(v) + part * (end(v) - from(v)) : end(v);
        }
    }
}

// 1 at most: how much of the way is within the bound.
double GroupBounds::room(const Vector& from, const Vector& end, Index group) const {
    const double now = share.col(group).dot(from);
    const double rise = share.col(group).dot(end) - now;
    return rise > std::max(0.0, 1.0 - now) ? std::max(0.0, 1.0 - now) / rise : 1.0;
}

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
        row_weight_.resize(rows);
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
    factor_small(gram_.topLeftCorner(count, count), row_weight_.head(count), factor_.topLeftCorner(count, count));
    rows_.head(count) = residual;
    solve_small(factor_.topLeftCorner(count, count), rows_.head(count));
}

// One step of iterative refinement: the sum of the columns changes with every move, and J'J may be 1e5 times the
// weight.
void BoxQpSolver::refine_rows(const BoxQp& problem) {
    const Index count = problem.J.rows();
    auto correction = correction_.head(count);
    const auto rows = rows_.head(count);
    correction = residual_.head(count) - row_weight_.head(count).cwiseProduct(rows);
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
    keep_multipliers(problem);
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
    Index blocking_group = -1;
    share = slack_of(problem, share, blocking_group);
    p_ += share * move_;
    if (blocking_group >= 0) {
        set_tight(problem, blocking_group, true);
        return false;
    }
    if (blocking < 0) {
        return true;
    }
    const bool is_high = move_(blocking) > 0.0;
    p_(blocking) = is_high ? problem.high(blocking) : problem.low(blocking);
    set_free(problem, blocking, is_high ? Bound::high : Bound::low);
    loosen_held_groups(problem);
    return false;
}

void BoxQpSolver::compute_gradient(const BoxQp& problem) {
    auto residual = residual_.head(problem.J.rows());
    residual = -problem.d;
    for (Index v = 0; v < p_.size(); ++v) {
        residual += p_(v) * problem.J.col(v);
    }
    if (problem.groups) {
        residual.tail(multiplier_.size()) = multiplier_;
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
    const Index group = worst_group(problem, most);
    if (group >= 0) {
        set_tight(problem, group, false);
    } else if (worst >= 0) {
        set_free(problem, worst, Bound::none);
    }
    return group >= 0 || worst >= 0;
}

// A tight group has its shares as a row, without the weight; another has an empty row.
void BoxQpSolver::set_tight(const BoxQp& problem, Index group, bool is_tight) {
    const Index row = first_group_ + group;
    is_tight_[static_cast<std::size_t>(group)] = is_tight;
    multiplier_(group) = 0.0;
    row_weight_(row) = is_tight ? 0.0 : problem.weight;
    all_d_(row) = is_tight ? 1.0 : 0.0;
    if (is_tight) {
        all_rows_.row(row) = problem.groups->share.col(group).transpose();
    } else {
        all_rows_.row(row).setZero();
    }
    sum_columns(problem);
}

bool BoxQpSolver::has_free_variable(const GroupBounds& groups, Index group) const {
    for (Index v = 0; v < p_.size(); ++v) {
        if (groups.share(v, group) > 0.0 && bounds_[static_cast<std::size_t>(v)] == Bound::none) {
            return true;
        }
    }
    return false;
}

// The share of the move that groups leave; `blocking`: the one that ends it, or -1.
double BoxQpSolver::slack_of(const BoxQp& problem, double share, Index& blocking) const {
    const Index count = problem.groups ? problem.groups->share.cols() : 0;
    for (Index group = 0; group < count; ++group) {
        if (is_tight_[static_cast<std::size_t>(group)]) {
            continue;
        }
        const auto shares = problem.groups->share.col(group);
        const double rise = shares.dot(move_);
        const double room = std::max(0.0, 1.0 - shares.dot(p_));
        if (rise * share > room) {
            share = room / rise;
            blocking = group;
        }
    }
    return share;
}

void BoxQpSolver::keep_multipliers(const BoxQp& problem) {
    if (problem.groups) {
        const Index count = multiplier_.size();
        multiplier_ = problem.weight * rows_.segment(first_group_, count);
    }
}

// Without a free variable the bounds alone hold a group.
void BoxQpSolver::loosen_held_groups(const BoxQp& problem) {
    const Index count = problem.groups ? problem.groups->share.cols() : 0;
    for (Index group = 0; group < count; ++group) {
        if (is_tight_[static_cast<std::size_t>(group)] && !has_free_variable(*problem.groups, group)) {
            set_tight(problem, group, false);
        }
    }
}

// The tight group that pulls instead of holding by most, if by more than `most`; -1: none.
Index BoxQpSolver::worst_group(const BoxQp& problem, double& most) const {
    Index worst = -1;
    const Index count = problem.groups ? problem.groups->share.cols() : 0;
    for (Index group = 0; group < count; ++group) {
        const double wrong = -multiplier_(group) * problem.groups->share.col(group).maxCoeff();
        if (is_tight_[static_cast<std::size_t>(group)] && wrong > most) {
            most = wrong;
            worst = group;
        }
    }
    return worst;
}

const Vector& BoxQpSolver::minimise(const BoxQp& problem, const Vector& start) {
    EXPECTS(problem.J.cols() == p_.size() && start.size() == p_.size() && problem.d.size() == problem.J.rows());
    EXPECTS(problem.weight > 0.0 && (problem.low.array() <= problem.high.array()).all());
    if (!problem.groups) {
        minimise_within(problem, start);
        return p_;
    }
    const Index rows = problem.J.rows();
    const Index groups = problem.groups->share.cols();
    EXPECTS(problem.groups->share.rows() == p_.size());
    if (all_rows_.rows() < rows + groups) {
        all_rows_.resize(rows + groups, p_.size());
        all_d_.resize(rows + groups);
    }
    all_rows_.topRows(rows) = problem.J;
    all_rows_.middleRows(rows, groups).setZero();
    all_d_.head(rows) = problem.d;
    all_d_.segment(rows, groups).setZero();
    multiplier_.setZero(groups);
    is_tight_.assign(static_cast<std::size_t>(groups), false);
    first_group_ = rows;
    high_ = problem.high;
    for (Index v = 0; v < p_.size(); ++v) {
        if (problem.groups->share.row(v).maxCoeff() * high_(v) >= 1.0 - implied_within) {
            high_(v) = std::numeric_limits<double>::infinity();
        }
    }
    minimise_within({all_rows_.topRows(rows + groups), all_d_.head(rows + groups), problem.weight, problem.centre,
                     problem.low, high_, problem.groups},
                    start);
    return p_;
}

void BoxQpSolver::minimise_within(const BoxQp& problem, const Vector& start) {
    const Index count = p_.size();
    reserve(problem.J.rows());
    row_weight_.setConstant(problem.weight);
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
}

} // namespace limber
