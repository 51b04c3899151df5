// SPDX-License-Identifier: MIT
#include "engine/control/objective.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace limber {
namespace {

Vec3 direction_of(const Walker& walker, const Objective& objective) {
    return objective.direction.isZero(0.0) ? walker.front : objective.direction;
}

Vec3 facing_of(const Walker& walker, const Objective& objective) {
    return objective.facing.isZero(0.0) ? direction_of(walker, objective) : objective.facing;
}

// Turns about up, counter-clockwise, of a direction that rotates with the body, summed over small rotations.
double turns_about_up(const Trace& trace, const Walker& walker) {
    double radians = 0.0;
    Vec3 before = trace.stances.front().turn * walker.front;
    for (const Stance& stance : trace.stances) {
        const Vec3 now = stance.turn * walker.front;
        const Vec3 a = before - before.dot(walker.up) * walker.up;
        const Vec3 b = now - now.dot(walker.up) * walker.up;
        radians += std::atan2(a.cross(b).dot(walker.up), a.dot(b));
        before = now;
    }
    return radians / (2.0 * std::numbers::pi);
}

// The costs of finite motions are finite with these.
constexpr double weight_max = 1e6;
constexpr double target_max = 1e9; // [m] along each axis

bool is_direction(const Vec3& v) {
    return v.isZero(0.0) || std::abs(v.norm() - 1.0) < 1e-6;
}

std::optional<std::string> fault_in_weights(const Objective& o) {
    const Eigen::Vector<double, 8> weights{o.travel, o.speed, o.approach, o.height,
                                           o.leap,   o.turn,  o.upright,  o.energy};
    if (!(weights.array().abs() <= weight_max).all()) {
        return "the weights must be finite, and at most 1e6";
    }
    if (weights.isZero(0.0)) {
        return "nothing is wanted, all weights are 0: give one of them another value";
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in(const Objective& objective) {
    const auto fault = [](const std::string& what) {
        return Error{ErrorKind::bad_input, what, "objective"};
    };
    if (const auto in_weights = fault_in_weights(objective)) {
        return fault(*in_weights);
    }
    if (!is_direction(objective.direction) || !is_direction(objective.facing)) {
        return fault("the direction to go and the one to face must be of length 1");
    }
    if (objective.approach != 0.0 && !objective.target) {
        return fault("coming closer to a target is wanted, and there is none: give a target, or leave out approach");
    }
    if (objective.approach == 0.0 && objective.target) {
        return fault("there is a target, and coming closer to it weighs nothing: give approach a weight");
    }
    if (objective.target && !(objective.target->array().abs() <= target_max).all()) {
        return fault("the target must be a point, in metres, and at most 1e9 along each axis");
    }
    return std::nullopt;
}

Scores scores_of(const Trace& trace, const Walker& walker, const Objective& objective) {
    Scores scores;
    const Stance& first = trace.stances.front();
    const Stance& last = trace.stances.back();
    const Vec3 direction = direction_of(walker, objective);
    const Vec3 facing = facing_of(walker, objective);
    const double seconds = walker.controls.time_step * static_cast<double>(trace.stances.size() - 1);
    scores.distance = (last.centre - first.centre).dot(direction) / walker.length;
    scores.speed = seconds > 0.0 ? scores.distance / seconds : 0.0;
    scores.alignment = 1.0;
    scores.upright = 1.0;
    for (const Stance& stance : trace.stances) {
        scores.alignment = std::min(scores.alignment, (stance.turn * walker.front).dot(facing));
        scores.upright = std::min(scores.upright, (stance.turn * walker.up).dot(walker.up));
        const double rise = (stance.centre - first.centre).dot(walker.up) / walker.length;
        scores.height += rise / static_cast<double>(trace.stances.size());
        scores.leap = std::max(scores.leap, rise);
    }
    // Otherwise two negative factors would reward walking backwards with the wrong heading.
    scores.travel = scores.distance * (scores.distance > 0.0 ? std::max(0.0, scores.alignment) : 1.0);
    if (objective.target) {
        scores.approach =
            ((*objective.target - first.centre).norm() - (*objective.target - last.centre).norm()) / walker.length;
    }
    scores.turn = turns_about_up(trace, walker);
    scores.energy = seconds > 0.0 ? trace.work / seconds : 0.0;
    return scores;
}

double cost_of(const Trace& trace, const Walker& walker, const Objective& objective) {
    if (!trace.is_finite) {
        return std::numeric_limits<double>::infinity();
    }
    const Scores s = scores_of(trace, walker, objective);
    return -objective.travel * s.travel - objective.speed * s.speed - objective.approach * s.approach -
           objective.height * s.height - objective.leap * s.leap - objective.turn * s.turn -
           objective.upright * s.upright + objective.energy * s.energy;
}

} // namespace limber
