// SPDX-License-Identifier: MIT
// Rolling.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <optional>

namespace limber {
namespace {

constexpr double spin_weight = 0.3; // [body lengths] of the turn of a body that rolls
constexpr double edge_rise = 0.05;  // of the height of the centre of mass: a body that rises more has edges
constexpr double edge_speed = 2.0;  // of the speed that takes the centre of mass over an edge: a part is lost
constexpr double near_edges = 0.02; // of the distance, where a body with edges stands

/// An edge of the body ahead of its centre of mass, over which it has to roll.
struct Edge {
    double ahead = 0.0;   // [m] along the way
    double below = 0.0;   // [m]
    double rise() const { // [m] of the centre of mass over the edge
        return std::hypot(ahead, below) - below;
    }
};

// At the point farthest ahead on which the ground presses.
std::optional<Edge> edge_ahead(const std::vector<BodyPoint>& points, const Vec3& centre, const Vec3& ahead,
                               const Vec3& up, const State& state) {
    std::optional<Edge> edge;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (state.contact_force.row(static_cast<Index>(i)).squaredNorm() > 0.0) {
            const Vec3 away = position(points[i], state) - centre;
            if (ahead.dot(away) > (edge ? edge->ahead : 0.0)) {
                edge = {ahead.dot(away), -up.dot(away)};
            }
        }
    }
    return edge;
}

} // namespace

// Rolling is not sliding: the points that touch the ground stand still, and the body turns about them. One with edges
// turns about the edge ahead, fast enough to come over it: slower, it would only lean against it and shuffle.
void Behaviour::add_roll(const Reading& now, const State& state) {
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    const double sense = std::copysign(1.0, left(now));
    double speed = std::clamp(2.0 * left(now), -settings_.speed, settings_.speed);
    double rate = speed / std::max(0.1 * height_at_rest_, height_at_rest_ + now.height);
    const auto edge = edge_ahead(points_, now.centre, sense * front, walker_->up, state);
    const bool has_edge = edge && edge->rise() > edge_rise * height_at_rest_;
    if (has_edge && std::abs(left(now)) > edge->ahead) {
        const double over = edge_speed * std::sqrt(2.0 * gravity() * edge->rise());
        rate = sense * std::max(std::abs(speed), over) / std::hypot(edge->ahead, edge->below);
        speed = rate * edge->below;
        add_centre(GoalGroup::height, walker_->up, 0.0, 0.0, std::abs(rate) * edge->ahead);
    }
    add_centre(GoalGroup::velocity, front, 0.0, 0.0, speed);
    add_centre(GoalGroup::velocity, side, 1.0, side.dot(from_), 0.0);
    add(GoalGroup::spin, SpinGoal{.axis = side, .rate = rate, .weight = spin_weight});
    add_holds(state);
    markers_.push_back({GoalMarker::Kind::centre, from_ + settings_.distance * front, speed * front});
    const double near =
        std::max((has_edge ? near_edges : 0.005) * settings_.distance, 0.5 * done_height * height_at_rest_);
    is_done_ = std::abs(left(now)) < near && now.velocity.norm() < 0.1 * settings_.speed;
}

} // namespace limber
