// SPDX-License-Identifier: MIT
#include "engine/control/one_step_controller.h"

#include "engine/core/contract.h"
#include "engine/model/reduced_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double shorter = 0.4; // of a change under which the cost did not fall
constexpr int changes_max = 5;
constexpr double promising = 0.5; // of the cost: a linear problem with less promises so much that a kink is likely

std::optional<Error> not_positive(double value, const char* name) {
    if (value > 0.0 && std::isfinite(value)) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input, "must be above 0", name};
}

// Finite limits of `count` parameters.
ActivationLimits limits_within(const ActivationLimits& of_body, double bound, Index count) {
    if (of_body.low.size() == 0) {
        return {Vector::Constant(count, -bound), Vector::Constant(count, bound), {}};
    }
    EXPECTS(of_body.low.size() == count && of_body.high.size() == count);
    EXPECTS((of_body.low.array() <= 0.0).all() && (of_body.high.array() >= 0.0).all());
    const auto finite = [bound](double limit) {
        return std::isfinite(limit) ? limit : std::copysign(bound, limit);
    };
    return {of_body.low.unaryExpr(finite), of_body.high.unaryExpr(finite), of_body.groups};
}

// Gives `force` so many rows, with any values, and keeps what it had in `others`: each size is allocated once.
void exchange_for_size(Points& force, Index rows, std::vector<Points>& others) {
    if (force.rows() == rows) {
        return;
    }
    auto found = std::ranges::find(others, rows, [](const Points& other) { return other.rows(); });
    if (found == others.end()) {
        found = others.insert(found, Points(rows, 3));
    }
    force.swap(*found);
}

} // namespace

std::optional<Error> fault_in(const OneStepOptions& options) {
    for (auto fault : {not_positive(options.regularisation, "regularisation"), not_positive(options.rate, "rate"),
                       not_positive(options.bound, "bound"), not_positive(options.rate_bound, "rate_bound")}) {
        if (fault) {
            return fault;
        }
    }
    if (!(options.tolerance >= 0.0 && options.tolerance <= 1.0)) {
        return Error{ErrorKind::bad_input, "must be between 0 and 1", "tolerance"};
    }
    if (options.iterations < 1 || options.iterations > 1000) {
        return Error{ErrorKind::bad_input, "must be between 1 and 1000", "iterations"};
    }
    return std::nullopt;
}

OneStepController::OneStepController(const Walker& walker, const OneStepOptions& options, Index handle_capacity)
    : options_(options), model_(walker.model.get()), derivative_(*model_),
      workspace_(*model_, handle_capacity + static_cast<Index>(walker.controls.springs.size()), walker.instruction_set,
                 walker.controls.contact.points ? walker.controls.contact.points->count() : 0),
      other_workspace_(workspace_), derived_(derivative_.result(workspace_)), goals_(*model_),
      solver_(model_->muscle_count()), controls_(walker.controls), start_(walker.start), ahead_(walker.start),
      other_ahead_(walker.start), activation_(Vector::Zero(model_->muscle_count())), last_(activation_),
      before_last_(activation_), limits_(limits_within(walker.limits, options.bound, model_->muscle_count())),
      low_(activation_), high_(activation_), pose_(activation_), centre_(activation_), move_(activation_),
      trial_(activation_), best_(activation_) {}

void OneStepController::set_activation(const Vector& activation) {
    EXPECTS(activation.size() == activation_.size());
    activation_ = activation.cwiseMax(limits_.low).cwiseMin(limits_.high);
    limits_.groups.shrink(activation_);
    last_ = activation_;
}

void OneStepController::set_activation(const Vector& activation, const Vector& before) {
    set_activation(before);
    last_ = activation_;
    EXPECTS(activation.size() == activation_.size());
    activation_ = activation.cwiseMax(limits_.low).cwiseMin(limits_.high);
    limits_.groups.shrink(activation_);
}

void OneStepController::set_pose(const Vector& pose, double weight) {
    EXPECTS(pose.size() == pose_.size() && weight >= 0.0);
    pose_ = pose;
    pose_weight_ = weight;
}

void OneStepController::relax(double time_step) {
    const double change_max = options_.rate_bound * time_step;
    last_ = activation_;
    activation_ = (activation_.array() - change_max).cwiseMax(0.0) + (activation_.array() + change_max).cwiseMin(0.0);
}

void OneStepController::begin_from(const State& state, const ContactSubset* contacts) {
    const Index count = contacts != nullptr ? contacts->points->count() : state.contact_force.rows();
    exchange_for_size(start_.contact_force, count, forces_of_start_);
    exchange_for_size(ahead_.contact_force, count, forces_of_ahead_);
    exchange_for_size(other_ahead_.contact_force, count, forces_of_other_ahead_);
    if (contacts == nullptr) {
        start_ = state;
        return;
    }
    controls_.contact.points = contacts->points;
    start_.Z = state.Z;
    start_.Zdot = state.Zdot;
    start_.P = state.P;
    start_.Pdot = state.Pdot;
    start_.time = state.time;
    start_.previous = state.previous;
    for (std::size_t i = 0; i < contacts->rows.size(); ++i) {
        start_.contact_force.row(static_cast<Index>(i)) = state.contact_force.row(contacts->rows[i]);
    }
}

bool OneStepController::step_ahead(const Vector& activation) {
    ahead_ = start_;
    controls_.activation = activation;
    is_finite_ahead_ = step(*model_, controls_, ahead_, workspace_).status != StepStatus::not_finite;
    return is_finite_ahead_;
}

// Keeps the last step ahead, with what its derivative reads, until the next call.
void OneStepController::exchange_steps_ahead() {
    std::swap(workspace_, other_workspace_);
    std::swap(ahead_, other_ahead_);
}

// The share of its velocity that a point keeps under damped friction is that of each real step.
void OneStepController::set_time_step_ahead() {
    if (options_.looks_ahead) {
        controls_.time_step *= steps_ahead();
        controls_.contact.tangential_restitution *= controls_.contact.tangential_restitution;
    }
}

double OneStepController::cost_of_parameters(const Vector& activation) const {
    const double of_pose = pose_weight_ > 0.0 ? 0.5 * pose_weight_ * (activation - pose_).squaredNorm() : 0.0;
    return 0.5 * regularisation_ * activation.squaredNorm() + 0.5 * options_.rate * (activation - last_).squaredNorm() +
           of_pose;
}

double OneStepController::cost_of(const Vector& activation) const {
    return goals_.cost(ahead_.Z) + cost_of_parameters(activation);
}

// Computes the move to the minimum of the linearised problem at the last step ahead, which was at `activation_`.
bool OneStepController::solve_linear() {
    controls_.activation = activation_;
    if (goals_.count() > 0 && !derivative_.compute(controls_, workspace_, goals_.A(), derived_)) {
        return false;
    }
    const Index count = goals_.count();
    const auto J = derived_.response.topRows(count);
    if (d_.size() < count) {
        d_.resize(count);
    }
    const Eigen::Map<const Vector> z(ahead_.Z.data(), ahead_.Z.size());
    for (Index goal = 0; goal < count; ++goal) {
        d_(goal) = goals_.b()(goal) - goals_.A().col(goal).dot(z);
    }
    for (Index v = 0; v < activation_.size(); ++v) {
        d_.head(count) += activation_(v) * J.col(v);
    }
    const double weight = regularisation_ + options_.rate + pose_weight_;
    centre_ = options_.rate / weight * last_;
    if (pose_weight_ > 0.0) {
        centre_ += pose_weight_ / weight * pose_;
    }
    const GroupBounds* groups = limits_.groups.share.cols() > 0 ? &limits_.groups : nullptr;
    move_ = solver_.minimise({J, d_.head(count), weight, centre_, low_, high_, groups}, activation_) - activation_;
    return true;
}

// The cost of the linearised problem after the whole move.
double OneStepController::promised_cost() {
    trial_ = activation_ + move_;
    double sum = 0.0;
    for (Index goal = 0; goal < goals_.count(); ++goal) {
        const double residual = derived_.response.row(goal).transpose().dot(trial_) - d_(goal);
        sum += residual * residual;
    }
    return 0.5 * sum + cost_of_parameters(trial_);
}

// Accepts the first share of the move under which the cost falls.
bool OneStepController::shorten(OneStepReport& report) {
    double share = 1.0;
    for (int change = 0; change < changes_max; ++change, share *= shorter) {
        trial_ = activation_ + share * move_;
        ++report.steps;
        if (!step_ahead(trial_)) {
            continue;
        }
        const double cost = cost_of(trial_);
        if (cost < report.cost) {
            report.cost = cost;
            activation_ = trial_;
            return true;
        }
    }
    return false;
}

// Linearises anew at the last trial, which is close, and accepts a move from there under which the cost falls.
bool OneStepController::cross_kink(OneStepReport& report) {
    best_ = activation_;
    activation_ = trial_;
    if (is_finite_ahead_ && solve_linear() && shorten(report)) {
        return true;
    }
    activation_ = best_;
    return false;
}

void OneStepController::search(OneStepReport& report) {
    for (int iteration = 0; iteration < options_.iterations && report.is_derived; ++iteration) {
        const double before = report.cost;
        report.is_derived = solve_linear();
        if (!report.is_derived) {
            return;
        }
        const bool is_promising = promised_cost() < promising * before;
        const bool falls = shorten(report) || (is_promising && cross_kink(report));
        if (!falls || before - report.cost <= options_.tolerance * before) {
            return;
        }
    }
}

// Continues the last change, if that is nearer to the goals: contacts that the change keeps closed would open without
// it, and the derivative without them is another.
void OneStepController::extrapolate(OneStepReport& report) {
    const double span = steps_ahead();
    trial_ = ((1.0 + span) * last_ - span * before_last_).cwiseMax(low_).cwiseMin(high_);
    limits_.groups.shorten(last_, trial_);
    if (trial_ == last_) {
        return;
    }
    ++report.steps;
    exchange_steps_ahead();
    if (step_ahead(trial_)) {
        const double cost = cost_of(trial_);
        if (cost < report.cost) {
            report.cost = cost;
            activation_ = trial_;
            return;
        }
    }
    exchange_steps_ahead();
}

OneStepReport OneStepController::choose(const Controls& controls, const State& state, const std::vector<Goal>& goals,
                                        double rest_weight, const ContactSubset* contacts) {
    regularisation_ = options_.regularisation + rest_weight;
    controls_ = controls;
    set_time_step_ahead();
    const double change_max = options_.rate_bound * controls_.time_step;
    begin_from(state, contacts);
    goals_.set(controls_, state, goals);
    before_last_ = last_;
    last_ = activation_;
    low_ = (last_.array() - change_max).max(limits_.low.array());
    high_ = (last_.array() + change_max).min(limits_.high.array());
    OneStepReport report;
    report.steps = 1;
    report.is_derived = step_ahead(activation_);
    report.cost_before = report.is_derived ? cost_of(activation_) : 0.0;
    report.cost = report.cost_before;
    if (report.is_derived) {
        extrapolate(report);
    }
    search(report);
    if (options_.looks_ahead) {
        activation_ = 0.5 * (last_ + activation_);
    }
    return report;
}

} // namespace limber
