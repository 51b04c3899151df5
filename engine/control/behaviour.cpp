// SPDX-License-Identifier: MIT
#include "engine/control/behaviour.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {
namespace {

constexpr std::array<std::string_view, 3> behaviour_names{"stand", "hop", "roll"};
constexpr double upright_rate = 4.0;    // [1/s] of turning up, times the sine of the tilt
constexpr double height_kp = 4.0;       // [1/s]
constexpr double place_kp = 2.0;        // [1/s]
constexpr double release = 0.97;        // of the launch speed: the last step overshoots
constexpr double seconds_max = 1.0;     // [s] of a crouch or a push that does not reach its end
constexpr double landing = 0.4;         // [s] of standing still before the next hop
constexpr double near_enough = 0.5;     // of the depth of the crouch, short of the distance
constexpr double depth_of_height = 0.3; // of the crouch, of the height of the centre of mass over the ground

// [m] of the centre of mass over the lowest contact point.
double height_over_ground(const Walker& walker, const Vec3& centre) {
    if (!walker.controls.contact.points) {
        return walker.length;
    }
    const ContactPoints& points = *walker.controls.contact.points;
    const Points at = points.phi.transpose() * walker.start.Z + points.rig_rows.transpose() * walker.start.P;
    return walker.up.dot(centre) - (at * walker.up).minCoeff();
}

bool is_within(double value, double low, double high) {
    return value >= low && value <= high;
}

} // namespace

std::string_view name_of(BehaviourKind kind) {
    return behaviour_names.at(static_cast<std::size_t>(kind));
}

std::optional<BehaviourKind> behaviour_named(std::string_view name) {
    const auto found = std::ranges::find(behaviour_names, name);
    return found == behaviour_names.end() ? std::nullopt
                                          : std::optional(static_cast<BehaviourKind>(found - behaviour_names.begin()));
}

std::optional<Error> fault_in(const BehaviourSettings& settings) {
    if (!(settings.height > 0.0 && settings.height <= 1e3)) {
        return Error{ErrorKind::bad_input, "must be above 0 and at most 1000 m", "height"};
    }
    if (!is_within(settings.distance, 0.0, 1e4)) {
        return Error{ErrorKind::bad_input, "must be between 0 and 10000 m", "distance"};
    }
    if (!(settings.speed > 0.0 && settings.speed <= 100.0)) {
        return Error{ErrorKind::bad_input, "must be above 0 and at most 100 m/s", "speed"};
    }
    return std::nullopt;
}

Behaviour::Behaviour(const Walker& walker, const BehaviourSettings& settings)
    : walker_(&walker), settings_(settings), stance_(*walker.model),
      front_((walker.front - walker.front.dot(walker.up) * walker.up).normalized()),
      side_(walker.up.cross(front_).normalized()), gravity_(-walker.controls.gravity.dot(walker.up)) {
    start_ = read(walker.start);
    depth_ = depth_of_height * height_over_ground(walker, start_.centre);
    up_of_body_ = start_.turn.transpose() * walker.up;
}

Behaviour::Reading Behaviour::read(const State& state) const {
    const Stance now = stance_.read(state);
    const Vec3 velocity = state.Zdot.transpose() * walker_->model->BM1 / walker_->model->mass;
    return {now.centre, velocity, now.turn, state.contact_force.squaredNorm() > 0.0};
}

Vec3 Behaviour::centre(const State& state) const {
    return stance_.read(state).centre;
}

double Behaviour::tilt(const State& state) const {
    const Vec3 up = stance_.read(state).turn * up_of_body_;
    return std::atan2(up.cross(walker_->up).norm(), up.dot(walker_->up));
}

double Behaviour::height_of(const Reading& now) const {
    return walker_->up.dot(now.centre - start_.centre);
}

// [m/s] that carries the centre of mass from its height now to the apex.
double Behaviour::launch_speed() const {
    return std::sqrt(2.0 * gravity_ * settings_.height);
}

void Behaviour::enter(Phase phase, double time) {
    phase_ = phase;
    phase_start_ = time;
}

void Behaviour::advance(const Reading& now, double time) {
    const double since = time - phase_start_;
    const double height = height_of(now);
    const double rising = walker_->up.dot(now.velocity);
    const double left = settings_.height - height;
    switch (phase_) {
    case Phase::stand:
        if (since >= landing) {
            enter(Phase::crouch, time);
        }
        break;
    case Phase::crouch:
        if (height <= -0.8 * depth_ || since > seconds_max) {
            enter(Phase::push, time);
        }
        break;
    case Phase::push:
        if (left <= 0.0 || rising >= release * std::sqrt(2.0 * gravity_ * std::max(0.0, left)) || since > seconds_max) {
            enter(Phase::fly, time);
        }
        break;
    case Phase::fly:
        if (now.touches && rising < 0.0) {
            place_ = front_.dot(now.centre - start_.centre);
            enter(Phase::land, time);
        }
        break;
    case Phase::land:
        if (since >= 2.0 * landing) {
            is_done_ = place_ >= 0.95 * settings_.distance - near_enough * depth_;
            enter(Phase::stand, time);
        }
        break;
    }
}

void Behaviour::add_upright(const Reading& now, std::vector<Goal>& goals) const {
    const Vec3 wanted = upright_rate * (now.turn * up_of_body_).cross(walker_->up);
    for (const Vec3& axis : {front_, side_}) {
        goals.push_back(SpinGoal{.axis = axis, .rate = wanted.dot(axis)});
    }
    goals.push_back(SpinGoal{.axis = walker_->up, .rate = 0.0});
}

void Behaviour::add_place(double height, std::vector<Goal>& goals) const {
    const double up = walker_->up.dot(start_.centre) + height;
    goals.push_back(CentreGoal{.direction = walker_->up, .kp = height_kp, .position = up, .kd = 1.0});
    goals.push_back(
        CentreGoal{.direction = front_, .kp = place_kp, .position = front_.dot(start_.centre) + place_, .kd = 1.0});
    goals.push_back(CentreGoal{.direction = side_, .kp = place_kp, .position = side_.dot(start_.centre), .kd = 1.0});
}

void Behaviour::add_push(const Reading& now, std::vector<Goal>& goals) const {
    const double h = walker_->controls.time_step;
    const double launch = launch_speed();
    const double rise = launch * launch / (2.0 * depth_); // [m/s^2]
    const double flight = 2.0 * launch / gravity_;        // [s]
    const double left = std::max(0.0, settings_.distance - front_.dot(now.centre - start_.centre));
    const double along = flight > 0.0 ? std::min(left / flight, 0.5 * launch) : 0.0;
    const double velocity = std::max(0.0, walker_->up.dot(now.velocity)) + rise * h;
    goals.push_back(CentreGoal{.direction = walker_->up, .velocity = std::min(velocity, launch)});
    goals.push_back(CentreGoal{.direction = front_, .velocity = along * std::min(1.0, velocity / launch)});
    goals.push_back(CentreGoal{.direction = side_, .velocity = 0.0});
}

void Behaviour::add_roll(const Reading& now, std::vector<Goal>& goals) const {
    const double gone = front_.dot(now.centre - start_.centre);
    const double left = settings_.distance - gone;
    goals.push_back(
        CentreGoal{.direction = front_, .velocity = std::clamp(2.0 * left, -settings_.speed, settings_.speed)});
    goals.push_back(CentreGoal{.direction = side_, .kp = 1.0, .position = side_.dot(start_.centre)});
}

std::vector<Goal> Behaviour::goals(const State& state) {
    const Reading now = read(state);
    std::vector<Goal> goals;
    if (settings_.kind == BehaviourKind::roll) {
        add_roll(now, goals);
        is_done_ = front_.dot(now.centre - start_.centre) >= 0.98 * settings_.distance;
        return goals;
    }
    if (settings_.kind == BehaviourKind::hop) {
        advance(now, state.time);
    }
    if (settings_.kind == BehaviourKind::hop && phase_ == Phase::fly) {
        return goals;
    }
    add_upright(now, goals);
    if (settings_.kind == BehaviourKind::hop && phase_ == Phase::push) {
        add_push(now, goals);
    } else {
        add_place(phase_ == Phase::crouch ? -depth_ : 0.0, goals);
    }
    return goals;
}

} // namespace limber
