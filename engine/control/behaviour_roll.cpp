// SPDX-License-Identifier: MIT
// Rolling.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double spin_weight = 0.3; // [body lengths] of the turn of a body that rolls

} // namespace

// Rolling is not sliding: the points that touch the ground stand still, and the body turns about them.
void Behaviour::add_roll(const Reading& now, const State& state) {
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    const double speed = std::clamp(2.0 * left(now), -settings_.speed, settings_.speed);
    add_centre(front, 0.0, 0.0, speed);
    add_centre(side, 1.0, side.dot(from_), 0.0);
    const double radius = std::max(0.1 * height_at_rest_, height_at_rest_ + now.height);
    goals_.push_back(SpinGoal{.axis = side, .rate = speed / radius, .weight = spin_weight});
    add_holds(state);
    markers_.push_back({GoalMarker::Kind::centre, from_ + settings_.distance * front, speed * front});
    const double near = std::max(0.005 * settings_.distance, 0.5 * done_height * height_at_rest_);
    is_done_ = std::abs(left(now)) < near && now.velocity.norm() < 0.1 * settings_.speed;
}

} // namespace limber
