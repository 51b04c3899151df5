// SPDX-License-Identifier: MIT
#include "engine/control/goals.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

namespace limber {
namespace {

// `rows` is one column of coordinates; three dot products, without Eigen's scratch.
template <typename Rows, typename Column>
Vec3 position_of(const Rows& rows, const Column& column) {
    return {rows.col(0).dot(column), rows.col(1).dot(column), rows.col(2).dot(column)};
}

void multiply(CentreGoal& goal, double weight) {
    goal.kp *= weight;
    goal.kd *= weight;
}

void multiply(PointGoal& goal, double weight) {
    goal.kp *= weight;
    goal.kd *= weight;
}

void multiply(SpinGoal& goal, double weight) {
    goal.weight *= weight;
}

} // namespace

Goal weighted(const Goal& goal, double weight) {
    Goal result = goal;
    std::visit([weight](auto& one) { multiply(one, weight); }, result);
    return result;
}

GoalRows::GoalRows(const ReducedModel& model)
    : model_(&model), length_(2.0 * model.frame.scale), centre_(model.BM1 / model.mass), centre_of_rig_(Vec3::Zero()),
      centre_now_(Vec3::Zero()), arms_(model.coordinate_count(), 3), state_(nullptr), controls_(nullptr) {
    Vector translation = Vector::Zero(4 * model.rig_map_count());
    for (Index b = 0; b < model.rig_map_count(); ++b) {
        translation(4 * b + 3) = 1.0;
    }
    rig_centre_ = model.JMJ * translation / model.mass;
}

// A point's residual, in body lengths a second.
template <typename OnPoint, typename Phi>
void GoalRows::set_point(const OnPoint& goal, const Phi& phi, const Vec3& of_rig, const Vec3& now, Index column) {
    const Index k = phi.size();
    const double scale = 1.0 / length_;
    const double on_position = scale * (goal.kp + goal.kd / time_step_);
    for (Index axis = 0; axis < 3; ++axis) {
        A_.col(column).segment(axis * k, k) = (on_position * goal.direction(axis)) * phi;
    }
    const double wanted = goal.kp * goal.position + goal.kd * (goal.velocity + goal.direction.dot(now) / time_step_);
    b_(column) = scale * wanted - on_position * goal.direction.dot(of_rig);
}

void GoalRows::set_column(const CentreGoal& goal, Index column) {
    set_point(goal, centre_, centre_of_rig_, centre_now_, column);
}

void GoalRows::set_column(const PointGoal& goal, Index column) {
    const BodyPoint& point = *goal.point;
    const Vec3 of_rig = position_of(controls_->P, point.rig_row);
    const Vec3 now = position_of(state_->Z, point.phi) + position_of(state_->P, point.rig_row);
    set_point(goal, point.phi, of_rig, now, column);
}

// L . axis = (1/h) sum over coordinates of (axis x a_j) . z_j, a the arms. The positions now give no angular momentum.
// The moment of inertia is the sum of |axis x a_j|^2.
void GoalRows::set_column(const SpinGoal& goal, Index column) {
    const Index k = arms_.rows();
    auto A = A_.col(column);
    double inertia = 0.0;
    for (Index j = 0; j < k; ++j) {
        const Vec3 lever = goal.axis.cross(Vec3(arms_.row(j)));
        inertia += lever.squaredNorm();
        for (Index axis = 0; axis < 3; ++axis) {
            A(axis * k + j) = lever(axis);
        }
    }
    A *= goal.weight / (inertia * time_step_);
    const Eigen::Map<const Vector> now(state_->Z.data(), state_->Z.size());
    b_(column) = goal.weight * goal.rate + A.dot(now);
}

void GoalRows::set(const Controls& controls, const State& state, const std::vector<Goal>& goals) {
    count_ = static_cast<Index>(goals.size());
    if (A_.cols() < count_) {
        A_.resize(3 * model_->coordinate_count(), count_);
        b_.resize(count_);
    }
    time_step_ = controls.time_step;
    state_ = &state;
    controls_ = &controls;
    centre_of_rig_ = position_of(controls.P, rig_centre_);
    centre_now_ = position_of(state.Z, centre_) + position_of(state.P, rig_centre_);
    for (Index axis = 0; axis < 3; ++axis) {
        arms_.col(axis) = state.Z.col(axis) - centre_now_(axis) * model_->BM1;
        for (Index row = 0; row < state.P.rows(); ++row) {
            arms_.col(axis) += state.P(row, axis) * model_->BMJ.col(row);
        }
    }
    for (Index column = 0; column < count_; ++column) {
        std::visit([&](const auto& goal) { set_column(goal, column); }, goals[static_cast<std::size_t>(column)]);
    }
}

double GoalRows::cost(const AffineStack& Z) const {
    const Eigen::Map<const Vector> z(Z.data(), Z.size());
    double sum = 0.0;
    for (Index column = 0; column < count_; ++column) {
        const double residual = A_.col(column).dot(z) - b_(column);
        sum += residual * residual;
    }
    return 0.5 * sum;
}

} // namespace limber
