// SPDX-License-Identifier: MIT
// Goals of the body as a whole, and standing.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double hold_weight = 0.5;     // of the goals that keep points where they touch the ground
constexpr double upright_weight = 1.0;  // [body lengths]
constexpr double rest_weight_max = 0.1; // of p, of a body that stands: goals are in body lengths a second
constexpr double calm_tilt = 0.3;       // [rad]
constexpr double calm_speed = 0.1;      // of sqrt(g times the height of the centre of mass)

} // namespace

void Behaviour::add(GoalGroup group, const Goal& goal) {
    if (const double weight = goal_settings_.weight(group); weight > 0.0) {
        goals_.push_back(weighted(goal, weight));
    }
}

void Behaviour::add_centre(GoalGroup group, const Vec3& direction, double kp, double place, double velocity) {
    add(group, CentreGoal{.direction = direction, .kp = kp, .position = place, .kd = 1.0, .velocity = velocity});
}

void Behaviour::add_upright(const Reading& now, double rate) {
    const Vec3 wanted = rate * now.up.cross(walker_->up);
    const Vec3 front = wanted_front();
    for (const Vec3& axis : {front, Vec3(walker_->up.cross(front))}) {
        add(GoalGroup::spin, SpinGoal{.axis = axis, .rate = wanted.dot(axis), .weight = upright_weight});
    }
}

void Behaviour::add_turn(double rate) {
    add(GoalGroup::heading,
        SpinGoal{.axis = walker_->up, .rate = std::clamp(rate, -spin_max, spin_max), .weight = upright_weight});
}

void Behaviour::add_height_at_rest() {
    const double height = ground_ + height_at_rest_ + goal_settings_.rise;
    add_centre(GoalGroup::height, walker_->up, height_kp, height, 0.0);
}

// The centre of mass over the sole as at rest, at any height.
void Behaviour::add_balance(const Reading& now) {
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    const Vec3 over = now.support + Eigen::AngleAxisd(heading_of(now.front), walker_->up) * lean_;
    add_centre(GoalGroup::balance, front, place_kp, front.dot(over), 0.0);
    add_centre(GoalGroup::balance, side, place_kp, side.dot(over), 0.0);
    markers_.push_back(
        {GoalMarker::Kind::centre, over - walker_->up * (walker_->up.dot(over) - ground_), Vec3::Zero()});
}

// Nothing but friction and the places of the feet keeps a body bent that stands, and neither is an aim. A body that is
// tilted, moves or turns needs its shape for its balance.
double Behaviour::weight_of_rest(const Reading& now) const {
    const double tilted = now.up.cross(walker_->up).norm() / calm_tilt;
    const double moves = (now.velocity.norm() + now.turning) / (calm_speed * std::sqrt(gravity() * height_at_rest_));
    const bool stands = now.touches && now.up.dot(walker_->up) > 0.0;
    return stands ? rest_weight_max * std::max(0.0, 1.0 - tilted) * std::max(0.0, 1.0 - moves) : 0.0;
}

// The points on which the ground presses stay where they are along it.
void Behaviour::add_holds(const State& state) {
    const Index touching = (state.contact_force.rowwise().squaredNorm().array() > 0.0).count();
    const double share = hold_weight / std::sqrt(static_cast<double>(std::max<Index>(1, touching)));
    const Vec3 front = wanted_front();
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (state.contact_force.row(static_cast<Index>(i)).squaredNorm() > 0.0) {
            for (const Vec3& direction : {front, Vec3(walker_->up.cross(front))}) {
                add(GoalGroup::hold, PointGoal{.point = &points_[i], .direction = direction, .kp = 0.0, .kd = share});
            }
        }
    }
}

void Behaviour::add_standing(const Reading& now) {
    rest_weight_ = weight_of_rest(now);
    add_upright(now, upright_rate);
    add_turn(turn_rate * facing_error(now));
    add_height_at_rest();
    add_balance(now);
}

} // namespace limber
