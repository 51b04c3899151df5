// SPDX-License-Identifier: MIT
// Where a body is, which way it faces, and how far it still has to go.
#include "engine/control/behaviour.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber {
namespace {

constexpr double near_target = 1.0;   // heights of the centre of mass: closer than this, a body that follows stands
constexpr double leaves_target = 1.5; // further than this, it follows again
constexpr double safe = 1.25;         // distances of fleeing: further than this, a body that flees stands

constexpr double whole_turn = 2.0 * std::numbers::pi;

double nearest_turn(double angle) {
    return std::remainder(angle, whole_turn);
}

} // namespace

Behaviour::Reading Behaviour::read(const State& state) const {
    const Stance stance = stance_.read(state);
    Reading now;
    now.centre = stance.centre;
    for (Index axis = 0; axis < 3; ++axis) {
        now.velocity(axis) = state.Zdot.col(axis).dot(walker_->model->BM1) / walker_->model->mass;
    }
    now.up = stance.turn * up_of_body_;
    // Where the body has fallen on its front, that has no level part.
    const Vec3 front = stance.turn * front_of_body_;
    const Vec3 level = front - walker_->up.dot(front) * walker_->up;
    now.front = level.norm() > 1e-3 ? Vec3(level.normalized()) : front_at_rest_;
    now.support = position(feet_.sole, state);
    now.height = walker_->up.dot(now.centre) - ground_ - height_at_rest_;
    now.rising = walker_->up.dot(now.velocity);
    now.turning = turning_speed(state, now.centre);
    now.touches = state.contact_force.squaredNorm() > 0.0;
    return now;
}

// B'MB = I makes the sums over the mass sums over coordinates.
double Behaviour::turning_speed(const State& state, const Vec3& centre) const {
    const ReducedModel& model = *walker_->model;
    double momentum = 0.0;
    double inertia = 0.0;
    for (Index j = 0; j < state.Z.rows(); ++j) {
        Vec3 arm = state.Z.row(j).transpose() - model.BM1(j) * centre;
        for (Index axis = 0; axis < 3; ++axis) {
            arm(axis) += model.BMJ.row(j).dot(state.P.col(axis));
        }
        const Vec3 lever = walker_->up.cross(arm);
        momentum += lever.dot(Vec3(state.Zdot.row(j)));
        inertia += lever.squaredNorm();
    }
    return inertia > 0.0 ? std::abs(momentum) / std::sqrt(inertia * model.mass) : 0.0;
}

Vec3 Behaviour::centre(const State& state) const {
    return stance_.read(state).centre;
}

double Behaviour::tilt(const State& state) const {
    const Vec3 up = stance_.read(state).turn * up_of_body_;
    return std::atan2(up.cross(walker_->up).norm(), up.dot(walker_->up));
}

double Behaviour::heading_of(const Vec3& front) const {
    return std::atan2(walker_->up.dot(front_at_rest_.cross(front)), front_at_rest_.dot(front));
}

Vec3 Behaviour::wanted_front() const {
    return Eigen::AngleAxisd(heading_, walker_->up) * front_at_rest_;
}

// [m/s^2] along down.
double Behaviour::gravity() const {
    return std::max(1e-3, -walker_->controls.gravity.dot(walker_->up));
}

// [m] along the wanted heading since the behaviour began.
double Behaviour::way(const Reading& now) const {
    return wanted_front().dot(now.centre - from_);
}

double Behaviour::left(const Reading& now) const {
    if (settings_.kind == BehaviourKind::turn) {
        return 0.0;
    }
    if (settings_.kind == BehaviourKind::follow && settings_.to_target) {
        return way_to_target(now).norm();
    }
    if (has_moving_target(settings_.kind)) {
        return std::numeric_limits<double>::infinity();
    }
    return settings_.distance - way(now);
}

// [m] along the ground.
Vec3 Behaviour::way_to_target(const Reading& now) const {
    const Vec3 way = settings_.target - now.centre;
    return way - walker_->up.dot(way) * walker_->up;
}

// The heading in which the body follows or flees, and whether it stands near its target or far from it.
void Behaviour::pursue(const Reading& now) {
    const bool flees = settings_.kind == BehaviourKind::flee;
    if (!flees && !settings_.to_target) {
        heading_ = settings_.angle;
        return;
    }
    const Vec3 way = way_to_target(now);
    is_done_ = flees ? way.norm() > (is_done_ ? 1.0 : safe) * settings_.distance
                     : way.norm() < (is_done_ ? leaves_target : near_target) * height_at_rest_;
    if (!is_done_ && way.norm() > 0.0) {
        heading_ = heading_of(flees ? Vec3(-way) : way);
    }
    markers_.push_back({GoalMarker::Kind::point,
                        settings_.target - walker_->up * (walker_->up.dot(settings_.target) - ground_), Vec3::Zero()});
}

// A turn goes the way that is asked for, however long; every other behaviour turns the shorter way.
double Behaviour::heading_error(const Reading& now) const {
    const double nearest = nearest_turn(heading_ - heading_of(now.front));
    const double whole = std::round((turn_left_ - nearest) / whole_turn);
    return settings_.kind == BehaviourKind::turn ? nearest + whole_turn * whole : nearest;
}

// From the front to where it is wanted, which may be beside the way.
double Behaviour::facing_error(const Reading& now) const {
    const double error = heading_error(now);
    const bool turns = settings_.kind == BehaviourKind::turn;
    return turns || goal_settings_.facing == 0.0 ? error : nearest_turn(error + goal_settings_.facing);
}

} // namespace limber
