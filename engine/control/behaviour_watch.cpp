// SPDX-License-Identifier: MIT
// What a body reports: whether it has fallen, and whether it skates.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace limber {
namespace {

constexpr std::array<std::string_view, 8> phase_names{"stand", "crouch", "push", "fly",
                                                      "land",  "step",   "roll", "reach"};

constexpr double seconds_to_rise = 4.0; // [s] after which a body that lies reports that it cannot stand up
constexpr double judged_steps = 8.0;    // of step_time, after which a body that skates reports that it cannot walk
constexpr double skating = 0.5;         // of the way or, if that is more, half of what its speed makes possible
constexpr double nowhere = 0.01;        // of what its speed makes possible
constexpr double stays_within = 1e-5;   // of the height of the centre of mass, up or down in a step
constexpr double fallen = std::numbers::pi / 3.0;

} // namespace

BehaviourStatus Behaviour::status(const State& state) const {
    const Reading now = read(state);
    BehaviourStatus status;
    status.phase = phase_names.at(static_cast<std::size_t>(phase_));
    status.is_done = is_done_;
    status.tilt = tilt(state);
    status.is_fallen = settings_.kind != BehaviourKind::roll && status.tilt > fallen;
    status.cannot_rise = cannot_rise_;
    status.cannot_walk = cannot_walk_;
    status.heading = heading_of(now.front);
    return status;
}

void Behaviour::judge_anew() {
    slid_ = 0.0;
    gone_ = 0.0;
    judged_from_ = gait_phase_;
    cannot_walk_ = false;
}

// The mean velocity [m/s] along the ground of the points that have stayed on it, under the pressure of the ground. One
// that has just come down moved along with its foot.
double Behaviour::slip_speed(const State& state) const {
    const ContactPoints& points = *walker_->controls.contact.points;
    const double still = stays_within * height_at_rest_ / walker_->controls.time_step; // [m/s]
    double sum = 0.0;
    int staying = 0;
    for (Index i = 0; i < points.count(); ++i) {
        if (state.contact_force.row(i).squaredNorm() > 0.0) {
            Vec3 velocity;
            for (Index axis = 0; axis < 3; ++axis) {
                velocity(axis) = state.Zdot.col(axis).dot(points.phi.col(i));
            }
            const double rise = walker_->up.dot(velocity);
            if (std::abs(rise) < still) {
                sum += (velocity - rise * walker_->up).norm();
                ++staying;
            }
        }
    }
    return staying > 0 ? sum / staying : 0.0;
}

// A body whose feet do not leave the ground slides as far as it goes. One whose feet find no hold does not advance,
// even if it drifts to a side over feet that stay where they are.
void Behaviour::watch_slip(const Reading& now, const State& state) {
    if (settings_.kind == BehaviourKind::turn) {
        return;
    }
    const double h = walker_->controls.time_step;
    slid_ += h * slip_speed(state);
    gone_ += h * wanted_front().dot(now.velocity);
    const double steps = judged_steps * (has_two_feet() ? step_time / step_time_of_two : 1.0);
    if (gait_phase_ - judged_from_ < steps) {
        return;
    }
    const double seconds = steps * step_duration();
    const double possible = settings_.speed * seconds;
    const bool skates = slid_ > skating * std::max(gone_, 0.5 * possible);
    const bool stays = gone_ < nowhere * possible;
    judge_anew();
    cannot_walk_ = skates || stays;
}

// The goals that turn the body upright also act where it lies.
void Behaviour::watch_fall(const Reading& now, double time) {
    const bool lies = settings_.kind != BehaviourKind::roll && now.up.dot(walker_->up) < std::cos(fallen);
    if (!lies) {
        stood_at_ = time;
    }
    cannot_rise_ = time - stood_at_ > seconds_to_rise;
}

} // namespace limber
