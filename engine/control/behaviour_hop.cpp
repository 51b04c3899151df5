// SPDX-License-Identifier: MIT
// Hopping: crouch, push off, fly, land.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double seconds_max = 1.0; // [s] of a crouch or a push that does not reach its end
constexpr double landing = 0.4;     // [s] of standing still before the next hop
constexpr double near_enough = 0.5; // of the depth of the crouch, short of the distance
constexpr double descent = 0.4;     // [g] of the crouch
constexpr double push_room = 1.2;   // of the depth of the crouch: the way over which the body reaches its speed
constexpr double small_hop = 0.4;   // of the height of the centre of mass: of the hops that replace steps

} // namespace

double Behaviour::hop_height() const {
    return settings_.kind == BehaviourKind::hop ? settings_.height : small_hop * height_at_rest_;
}

// [m/s] at the end of the coming step, with which backward Euler rises by `height` from now.
double Behaviour::apex_speed(double height) const {
    const double half = 0.5 * gravity() * walker_->controls.time_step;
    return std::sqrt(half * half + 2.0 * gravity() * std::max(0.0, height)) - half;
}

// Whether the body flies to its apex by itself, or has left the ground.
bool Behaviour::is_released(const Reading& now) const {
    const double next = now.rising - gravity() * walker_->controls.time_step;
    return next >= 0.999 * apex_speed(hop_height() - now.height) ||
           (!now.touches && now.rising > 0.5 * apex_speed(hop_height()));
}

void Behaviour::advance_hop(const Reading& now, double time) {
    const double since = time - phase_start_;
    switch (phase_) {
    case Phase::crouch:
        if (now.height <= -0.8 * depth_ || since > seconds_max) {
            enter(Phase::push, time);
        }
        break;
    case Phase::push:
        if (is_released(now) || since > seconds_max) {
            enter(Phase::fly, time);
        }
        break;
    case Phase::fly:
        if (now.touches && now.rising < 0.0) {
            landed_ = way(now);
            enter(Phase::land, time);
        }
        break;
    case Phase::land:
        if (since >= landing) {
            const bool has_turned = std::abs(heading_error(now)) < heading_tolerance;
            const bool has_gone = landed_ >= 0.95 * settings_.distance - near_enough * depth_;
            if (!has_moving_target(settings_.kind)) {
                is_done_ = settings_.kind == BehaviourKind::turn ? has_turned : has_gone;
            }
            enter(Phase::stand, time);
        }
        break;
    default:
        if (since >= landing && !is_done_) {
            enter(Phase::crouch, time);
        }
    }
}

// Off the ground. The velocity along the way is what the flight needs.
void Behaviour::add_push(const Reading& now) {
    const double h = walker_->controls.time_step;
    const double launch = apex_speed(hop_height());
    const double rise = launch * launch / (2.0 * push_room * depth_); // [m/s^2]
    const double flight = 2.0 * launch / gravity();                   // [s]
    const Vec3 front = wanted_front();
    const double along = std::min(std::max(0.0, left(now)) / flight, 0.5 * launch);
    const double needed = apex_speed(hop_height() - now.height);
    const double velocity = std::min(std::max(0.0, now.rising) + rise * h, needed);
    const double share = std::min(1.0, velocity / launch);
    add_centre(GoalGroup::height, walker_->up, 0.0, 0.0, velocity);
    add_centre(GoalGroup::velocity, front, 0.0, 0.0, along * share);
    add_centre(GoalGroup::velocity, walker_->up.cross(front), 0.0, 0.0, 0.0);
    add_turn(facing_error(now) / flight * share);
    markers_.push_back({GoalMarker::Kind::centre, now.centre + flight * along * front, velocity * walker_->up});
}

// After the push the flesh still pushes. The velocity is that of a free flight to the apex.
void Behaviour::add_release(const Reading& now) {
    add_centre(GoalGroup::height, walker_->up, 0.0, 0.0, apex_speed(hop_height() - now.height));
    add_turn(0.0);
}

// Down to the depth of the crouch with a constant deceleration, then up again.
void Behaviour::add_landing(const Reading& now) {
    const double h = walker_->controls.time_step;
    const double room = std::max(0.1 * depth_, now.height + depth_);
    const double slower = now.rising < 0.0 ? now.rising + 0.5 * now.rising * now.rising / room * h : 0.0;
    if (slower < height_kp * (goal_settings_.rise - now.height)) {
        add_centre(GoalGroup::height, walker_->up, 0.0, 0.0, slower);
    } else {
        add_height_at_rest();
    }
    add_balance(now);
    add_turn(0.0);
}

// Down to the depth of the crouch, slowly enough that the feet stay on the ground.
void Behaviour::add_descent(const Reading& now) {
    const double fall = descent * gravity();
    const double h = walker_->controls.time_step;
    const double room = std::max(0.0, now.height + depth_);
    const double faster = std::max(0.0, -now.rising) + fall * h;
    add_upright(now, upright_rate);
    add_turn(turn_rate * facing_error(now));
    add_centre(GoalGroup::height, walker_->up, 0.0, 0.0, -std::min(faster, std::sqrt(2.0 * fall * room)));
    add_balance(now);
}

void Behaviour::add_hop(const Reading& now) {
    if (phase_ != Phase::fly && now.touches) {
        add_stance();
    }
    switch (phase_) {
    case Phase::crouch:
        add_descent(now);
        break;
    case Phase::push:
        add_upright(now, 0.0); // what it turns now, it turns in the air
        add_push(now);
        break;
    case Phase::fly:
        if (now.touches && now.rising > 0.0) {
            add_upright(now, 0.0);
            add_release(now);
        }
        break;
    case Phase::land:
        add_upright(now, upright_rate);
        add_landing(now);
        break;
    default:
        add_standing(now);
    }
}

} // namespace limber
