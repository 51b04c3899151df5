// SPDX-License-Identifier: MIT
#include "engine/control/cma_es.h"

#include "engine/control/population_range.h"
#include "engine/core/contract.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"
#include "engine/linalg/dense_eigs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double least_spread = 1e-12; // of the first; a narrower distribution has converged
constexpr double greatest_condition = 1e14;
constexpr double greatest_spread = 1e50; // a wider distribution has diverged
constexpr double same_cost = 1e-12;      // Auger and Hansen's TolFun

Index default_population(Index n) {
    return 4 + static_cast<Index>(3.0 * std::log(static_cast<double>(n)));
}

// Reflects x at the bounds.
double mirrored(double x, double low, double high) {
    const double width = high - low;
    if (!(width > 0.0)) {
        return low;
    }
    const double folded = std::fmod(std::abs(x - low), 2.0 * width);
    return low + (folded <= width ? folded : 2.0 * width - folded);
}

// Wraps x around between the bounds.
double wrapped(double x, double low, double high) {
    const double width = high - low;
    return width > 0.0 ? x - width * std::floor((x - low) / width) : low;
}

void apply_bounds(const CmaEsOptions& options, Matrix& candidates) {
    if (options.lower.size() == 0) {
        return;
    }
    for (Index j = 0; j < candidates.cols(); ++j) {
        for (Index i = 0; i < candidates.rows(); ++i) {
            double& x = candidates(i, j);
            if (x < options.lower(i) || x > options.upper(i)) {
                const bool is_periodic = !options.periodic.empty() && options.periodic[static_cast<std::size_t>(i)];
                x = (is_periodic ? wrapped : mirrored)(x, options.lower(i), options.upper(i));
            }
        }
    }
}

// Indices by ascending cost; ties keep their order.
std::vector<Index> ranking(const Vector& costs) {
    std::vector<Index> order(static_cast<std::size_t>(costs.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const auto cost = [&](Index i) {
        return std::isnan(costs(i)) ? infinite : costs(i);
    };
    std::ranges::stable_sort(order, [&](Index a, Index b) { return cost(a) < cost(b); });
    return order;
}

bool all_cost_the_same(const Vector& costs) {
    return costs.allFinite() && costs.maxCoeff() - costs.minCoeff() < same_cost;
}

} // namespace

// The constants of the tutorial's table 1, with negative weights for the worse half.
struct CmaEs::Weights {
    Vector w; // population, the best first
    double mu_eff = 0.0;
    double c_sigma = 0.0;
    double d_sigma = 0.0;
    double c_C = 0.0;
    double c_1 = 0.0;
    double c_mu = 0.0;
    double expected_length = 0.0; // of a standard normal vector

    Weights(Index dimension, Index population) {
        const auto n = static_cast<double>(dimension);
        const Index half = population / 2;
        w.resize(population);
        for (Index i = 0; i < population; ++i) {
            w(i) = std::log(0.5 * static_cast<double>(population + 1)) - std::log(static_cast<double>(i + 1));
        }
        const double mu_eff_bad = square(w.tail(population - half).sum()) / w.tail(population - half).squaredNorm();
        mu_eff = square(w.head(half).sum()) / w.head(half).squaredNorm();
        c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        d_sigma = 1.0 + 2.0 * std::max(0.0, std::sqrt((mu_eff - 1.0) / (n + 1.0)) - 1.0) + c_sigma;
        c_C = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        c_1 = 2.0 / (square(n + 1.3) + mu_eff);
        c_mu = std::min(1.0 - c_1, 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / (square(n + 2.0) + mu_eff));
        expected_length = std::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        const double bad =
            std::min({1.0 + c_1 / c_mu, 1.0 + 2.0 * mu_eff_bad / (mu_eff + 2.0), (1.0 - c_1 - c_mu) / (n * c_mu)});
        w.head(half) /= w.head(half).sum();
        const double rest = -w.tail(population - half).cwiseMin(0.0).sum();
        for (Index i = half; i < population; ++i) {
            w(i) = rest > 0.0 ? std::min(w(i), 0.0) * bad / rest : 0.0;
        }
    }

    static double square(double x) {
        return x * x;
    }
};

CmaEs::CmaEs(const Vector& start, const CmaEsOptions& options) : start_(start), options_(options) {
    EXPECTS(start.size() > 0 && options.sigma > 0.0);
    EXPECTS(options.lower.size() == options.upper.size());
    EXPECTS(options.lower.size() == 0 || options.lower.size() == start.size());
    EXPECTS(options.periodic.empty() || static_cast<Index>(options.periodic.size()) == options.lower.size());
    state_.best = start;
    state_.best_cost = infinite;
    start_run(options.population > 0 ? std::clamp(options.population, population_min, population_max)
                                     : default_population(start.size()));
}

CmaEs::CmaEs(const Vector& start, const CmaEsOptions& options, CmaEsState state)
    : start_(start), options_(options), state_(std::move(state)) {
    const Index n = start.size();
    EXPECTS(state_.mean.size() == n && state_.p_sigma.size() == n && state_.p_C.size() == n);
    EXPECTS(state_.C.rows() == n && state_.C.cols() == n);
    EXPECTS(state_.best.size() == n && state_.population >= population_min && state_.sigma > 0.0);
    decompose();
}

void CmaEs::start_run(Index population) {
    const Index n = start_.size();
    state_.mean = start_;
    state_.sigma = options_.sigma;
    state_.C = Matrix::Identity(n, n);
    state_.p_sigma = Vector::Zero(n);
    state_.p_C = Vector::Zero(n);
    state_.population = population;
    state_.generation_of_run = 0;
    state_.stalled = 0;
    state_.flat = 0;
    decompose();
}

void CmaEs::decompose() {
    DenseEigenPairs pairs = dense_eigenpairs(state_.C);
    deviations_ = pairs.values.cwiseMax(0.0).cwiseSqrt();
    axes_ = std::move(pairs.vectors);
}

const Matrix& CmaEs::ask() {
    if (unbounded_.size() == 0) {
        const Index n = start_.size();
        Rng rng(Hasher().add(options_.seed).add(static_cast<std::uint64_t>(state_.generation)).digest());
        Matrix normal(n, state_.population);
        for (Index i = 0; i < normal.size(); ++i) {
            normal.data()[i] = rng.normal();
        }
        unbounded_ = (state_.sigma * axes_ * deviations_.asDiagonal() * normal).colwise() + state_.mean;
        candidates_ = unbounded_;
        apply_bounds(options_, candidates_);
    }
    return candidates_;
}

void CmaEs::tell(const Vector& costs) {
    ask();
    EXPECTS(costs.size() == state_.population);
    const std::vector<Index> order = ranking(costs);
    state_.flat = all_cost_the_same(costs) ? state_.flat + 1 : 0;
    ++state_.stalled;
    if (costs(order.front()) < state_.best_cost) {
        state_.best = candidates_.col(order.front());
        state_.best_cost = costs(order.front());
        state_.stalled = 0;
    }
    adapt((unbounded_(Eigen::all, order).colwise() - state_.mean) / state_.sigma,
          Weights(start_.size(), state_.population));
    unbounded_.resize(0, 0);
    ++state_.generation;
    ++state_.generation_of_run;
    decompose();
    if (has_converged() && state_.runs <= options_.restarts) {
        ++state_.runs;
        start_run(std::min(2 * state_.population, population_max));
    }
}

// The tutorial's equations 42 to 47; steps are the candidates in their order, as offsets from the mean in sigmas.
void CmaEs::adapt(const Matrix& steps, const Weights& weights) {
    const auto n = static_cast<double>(start_.size());
    const Index half = state_.population / 2;
    const Vector step = steps.leftCols(half) * weights.w.head(half);
    const Vector inverse = deviations_.unaryExpr([](double d) { return d > 0.0 ? 1.0 / d : 0.0; });
    const Vector white = axes_ * inverse.asDiagonal() * (axes_.transpose() * step);
    state_.mean += state_.sigma * step;
    const double c_s = weights.c_sigma;
    state_.p_sigma = (1.0 - c_s) * state_.p_sigma + std::sqrt(c_s * (2.0 - c_s) * weights.mu_eff) * white;
    const double fresh = std::sqrt(1.0 - std::pow(1.0 - c_s, 2.0 * (state_.generation_of_run + 1)));
    const double length = state_.p_sigma.norm();
    const bool steady = length / fresh < (1.4 + 2.0 / (n + 1.0)) * weights.expected_length;
    const double c_c = weights.c_C;
    state_.p_C = (1.0 - c_c) * state_.p_C + (steady ? std::sqrt(c_c * (2.0 - c_c) * weights.mu_eff) : 0.0) * step;
    Vector w = weights.w;
    for (Index i = half; i < w.size(); ++i) {
        const double size = (inverse.asDiagonal() * (axes_.transpose() * steps.col(i))).squaredNorm();
        w(i) *= n / std::max(size, 1e-300);
    }
    const double lost = steady ? 0.0 : c_c * (2.0 - c_c);
    const double old_share = 1.0 + weights.c_1 * lost - weights.c_1 - weights.c_mu * weights.w.sum();
    Matrix C = old_share * state_.C + weights.c_1 * state_.p_C * state_.p_C.transpose() +
               weights.c_mu * steps * w.asDiagonal() * steps.transpose();
    state_.C = 0.5 * (C + C.transpose());
    state_.sigma *= std::exp(std::min(1.0, c_s / weights.d_sigma * (length / weights.expected_length - 1.0)));
}

bool CmaEs::has_converged() const {
    const double widest = deviations_.maxCoeff();
    const double narrowest = deviations_.minCoeff();
    const auto patience = 10 + 30 * start_.size() / state_.population;
    return !(state_.sigma * widest > least_spread * options_.sigma) || !(state_.sigma * widest < greatest_spread) ||
           widest * widest > greatest_condition * narrowest * narrowest || state_.flat > patience ||
           (state_.stalled > 10 * patience && state_.sigma * widest < 1e-3 * options_.sigma);
}

bool CmaEs::is_done() const {
    return state_.generation >= options_.generations_max || (has_converged() && state_.runs > options_.restarts);
}

} // namespace limber
