// SPDX-License-Identifier: MIT
#include "engine/control/one_step_controller.h"

#include "engine/control/box_qp.h"
#include "engine/core/contract.h"
#include "engine/model/reduced_model.h"

namespace limber {
namespace {

constexpr double shorter = 0.4; // of a change under which the cost did not fall
constexpr int changes_max = 5;

std::optional<Error> not_positive(double value, const char* name) {
    if (value > 0.0 && std::isfinite(value)) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input, "must be above 0", name};
}

} // namespace

std::optional<Error> fault_in(const OneStepOptions& options) {
    for (auto fault : {not_positive(options.regularisation, "regularisation"), not_positive(options.rate, "rate"),
                       not_positive(options.bound, "bound"), not_positive(options.rate_bound, "rate_bound")}) {
        if (fault) {
            return fault;
        }
    }
    if (options.iterations < 1 || options.iterations > 1000) {
        return Error{ErrorKind::bad_input, "must be between 1 and 1000", "iterations"};
    }
    return std::nullopt;
}

OneStepController::OneStepController(const Walker& walker, const OneStepOptions& options)
    : walker_(&walker), options_(options), derivative_(*walker.model), derived_(derivative_.result()),
      workspace_(workspace_for(walker)), controls_(walker.controls), ahead_(walker.start),
      activation_(Vector::Zero(walker.model->muscle_count())), last_(activation_) {}

void OneStepController::set_activation(const Vector& activation) {
    EXPECTS(activation.size() == activation_.size());
    activation_ = activation.cwiseMax(-options_.bound).cwiseMin(options_.bound);
}

bool OneStepController::look_ahead(const State& state, const Vector& activation) {
    ahead_ = state;
    controls_.activation = activation;
    return step(*walker_->model, controls_, ahead_, workspace_).status != StepStatus::not_finite;
}

double OneStepController::cost_of(const GoalRows& goals, const Vector& activation) const {
    const Eigen::Map<const Vector> z(ahead_.Z.data(), ahead_.Z.size());
    return 0.5 * (goals.A * z - goals.b).squaredNorm() + 0.5 * options_.regularisation * activation.squaredNorm() +
           0.5 * options_.rate * (activation - last_).squaredNorm();
}

OneStepReport OneStepController::choose(const State& state, const std::vector<Goal>& goals) {
    const GoalRows rows = goal_rows(*walker_, state, goals);
    last_ = activation_;
    OneStepReport report;
    report.steps = 1;
    report.is_derived = look_ahead(state, activation_);
    report.cost_before = report.is_derived ? cost_of(rows, activation_) : 0.0;
    report.cost = report.cost_before;
    const double change_max = options_.rate_bound * controls_.time_step;
    const Vector low = (last_.array() - change_max).cwiseMax(-options_.bound);
    const Vector high = (last_.array() + change_max).cwiseMin(options_.bound);
    for (int iteration = 0; iteration < options_.iterations && report.is_derived; ++iteration) {
        controls_.activation = activation_;
        report.is_derived = derivative_.compute(controls_, workspace_, derived_);
        if (!report.is_derived) {
            break;
        }
        const Eigen::Map<const Vector> z(ahead_.Z.data(), ahead_.Z.size());
        const Matrix J = rows.A * derived_.response;
        BoxQp problem{J.transpose() * J, J.transpose() * (rows.A * z - rows.b - J * activation_), low, high};
        problem.K.diagonal().array() += options_.regularisation + options_.rate;
        problem.b -= options_.rate * last_;
        const Vector move = minimise(problem, activation_) - activation_;
        double share = 1.0;
        bool has_fallen = false;
        for (int change = 0; change < changes_max && !has_fallen; ++change, share *= shorter) {
            const Vector trial = activation_ + share * move;
            ++report.steps;
            if (look_ahead(state, trial)) {
                const double cost = cost_of(rows, trial);
                has_fallen = cost < report.cost;
                if (has_fallen) {
                    report.cost = cost;
                    activation_ = trial;
                }
            }
        }
        if (!has_fallen) {
            break;
        }
    }
    return report;
}

} // namespace limber
