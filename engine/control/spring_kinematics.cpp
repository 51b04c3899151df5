// SPDX-License-Identifier: MIT
#include "engine/control/spring_kinematics.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double damping_at_first = 1e-3;
constexpr double damping_min = 1e-8;
constexpr double damping_max = 100.0; // from which few accepted moves lead back
constexpr double good_gain = 0.75;    // of the predicted one, above which the damping falls
constexpr double poor_gain = 0.25;    // below which it grows
constexpr double least_gain = 1e-16;  // of the cost: a smaller one is round-off
constexpr int iterations_ahead = 30;  // the derivative is that of the minimum

struct OptionRange {
    double low = 0.0;
    double high = 0.0;
    const char* text = "";
};

std::optional<Error> not_between(double value, const OptionRange& range, const char* name) {
    if (value >= range.low && value <= range.high) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input, range.text, name};
}

} // namespace

std::optional<Error> fault_in(const SpringKinematicsOptions& options) {
    const OptionRange short_range{0.0, 1.0, "must be between 0 and 1"};
    const OptionRange long_range{1.0, 100.0, "must be between 1 and 100"};
    const OptionRange wide_range{1e-6, 1e6, "must be between 1e-6 and 1e6"};
    for (auto fault :
         {not_between(options.shortest, short_range, "shortest"), not_between(options.longest, long_range, "longest"),
          not_between(options.rate, wide_range, "rate"), not_between(options.look_ahead, wide_range, "look_ahead"),
          not_between(options.regularisation, wide_range, "regularisation")}) {
        if (fault) {
            return fault;
        }
    }
    return std::nullopt;
}

SpringKinematics::SpringKinematics(SpringStep step, const Vector& natural_lengths,
                                   const SpringKinematicsOptions& options)
    : options_(options), step_(std::move(step)), natural_(natural_lengths), solver_(natural_.size()),
      z_(step_.unknown_count()), p_(Vector::Zero(natural_.size())), trial_(p_), centre_(p_), low_(p_), high_(p_),
      damping_(damping_at_first) {
    EXPECTS(natural_.size() > 0 && natural_.minCoeff() > 0.0);
}

void SpringKinematics::set_damping(double damping) {
    damping_ = std::clamp(damping, damping_min, damping_max);
}

bool SpringKinematics::step_ahead(const Vector& p) {
    for (Index i = 0; i < p.size(); ++i) {
        controls_.springs[static_cast<std::size_t>(i)].rest_length = (1.0 + p(i)) * natural_(i);
    }
    ahead_ = start_;
    return step_.advance(controls_, ahead_);
}

double SpringKinematics::cost_of(const Vector& p) {
    step_.copy_unknowns(ahead_, z_);
    for (Index row = 0; row < b_.size(); ++row) {
        left_(row) = A_.col(row).dot(z_) - b_(row);
    }
    return 0.5 * left_.squaredNorm() + 0.5 * options_.regularisation * p.squaredNorm();
}

void SpringKinematics::set_targets(const std::vector<PointTarget>& targets) {
    const Index rows = 3 * static_cast<Index>(targets.size());
    const double size = step_.size();
    if (b_.size() != rows) {
        A_.resize(step_.unknown_count(), rows);
        b_.resize(rows);
        residual_.resize(rows);
        left_.resize(rows);
        J_.resize(rows, natural_.size());
        d_.resize(rows);
    }
    Index row = 0;
    for (const PointTarget& target : targets) {
        for (Index axis = 0; axis < 3; ++axis, ++row) {
            step_.copy_gradient(target.point, axis, A_.col(row));
            A_.col(row) /= size;
            b_(row) = (target.position(axis) - target.point.rig_row.dot(controls_.P.col(axis))) / size;
        }
    }
}

void SpringKinematics::set_bounds(const Controls& controls, std::span<const std::uint8_t> kept) {
    const double change_max = options_.rate * controls.time_step;
    const double least = options_.shortest - 1.0;
    const double most = options_.longest - 1.0;
    for (Index i = 0; i < natural_.size(); ++i) {
        const auto spring = static_cast<std::size_t>(i);
        p_(i) = controls.springs[spring].rest_length / natural_(i) - 1.0;
        if (!kept.empty() && kept[spring] != 0) {
            low_(i) = high_(i) = p_(i);
            continue;
        }
        p_(i) = std::clamp(p_(i), least, most);
        low_(i) = std::max(p_(i) - change_max, least);
        high_(i) = std::min(p_(i) + change_max, most);
    }
}

void SpringKinematics::set_controls_ahead(const Controls& controls) {
    controls_ = controls;
    controls_.time_step = std::max(options_.look_ahead, controls.time_step);
    controls_.iterations = std::max(iterations_ahead, controls.iterations);
    double& share = controls_.contact.tangential_restitution;
    share = std::pow(share, controls_.time_step / controls.time_step);
}

// At the last step ahead, which was at p_.
bool SpringKinematics::linearise() {
    if (!step_.derive(controls_, A_)) {
        return false;
    }
    for (Index i = 0; i < natural_.size(); ++i) {
        J_.col(i) = natural_(i) * step_.response().col(i).head(b_.size());
    }
    d_ = -residual_;
    for (Index i = 0; i < natural_.size(); ++i) {
        d_ += p_(i) * J_.col(i);
    }
    return true;
}

double SpringKinematics::predicted_gain(double cost) {
    left_ = residual_;
    for (Index i = 0; i < natural_.size(); ++i) {
        left_ += (trial_(i) - p_(i)) * J_.col(i);
    }
    return cost - 0.5 * left_.squaredNorm() - 0.5 * options_.regularisation * trial_.squaredNorm();
}

void SpringKinematics::accept_or_reject(double gain, double predicted) {
    if (!(gain > 0.0)) {
        set_damping(4.0 * damping_);
        return;
    }
    p_ = trial_;
    if (gain > good_gain * predicted) {
        set_damping(damping_ / 3.0);
    } else if (gain < poor_gain * predicted) {
        set_damping(2.0 * damping_);
    }
}

SpringKinematicsReport SpringKinematics::choose(const State& state, const std::vector<PointTarget>& targets,
                                                std::span<const std::uint8_t> kept, Controls& controls) {
    EXPECTS(static_cast<Index>(controls.springs.size()) == natural_.size());
    EXPECTS(kept.empty() || kept.size() == controls.springs.size());
    set_controls_ahead(controls);
    start_ = state;
    set_targets(targets);
    set_bounds(controls, kept);
    SpringKinematicsReport report;
    report.is_derived = !targets.empty() && step_ahead(p_);
    if (report.is_derived) {
        report.cost_before = report.cost = cost_of(p_);
        residual_ = left_;
        report.is_derived = linearise();
    }
    if (report.is_derived) {
        const double weight = options_.regularisation + damping_;
        centre_ = damping_ / weight * p_;
        trial_ = solver_.minimise({J_, d_, weight, centre_, low_, high_}, p_);
        const double predicted = predicted_gain(report.cost_before);
        if (predicted > least_gain * (1.0 + report.cost_before)) {
            const double cost = step_ahead(trial_) ? cost_of(trial_) : report.cost_before;
            accept_or_reject(report.cost_before - cost, predicted);
            report.cost = std::min(cost, report.cost_before);
        }
    }
    for (Index i = 0; i < natural_.size(); ++i) {
        const auto spring = static_cast<std::size_t>(i);
        if (kept.empty() || kept[spring] == 0) {
            controls.springs[spring].rest_length = (1.0 + p_(i)) * natural_(i);
        }
    }
    return report;
}

} // namespace limber
