// SPDX-License-Identifier: MIT
// Walking: feet that stand and swing, and the sole between them.
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double hold_of_feet = 1.0;   // weight of the goals that keep the feet where they are
constexpr double hold_of_one = 4.0;    // the same of two feet, of which one stands while the body walks
constexpr double sole_kp = 4.0;        // [1/s] to the ground
constexpr double step_height = 0.06;   // of the height of the centre of mass: of a foot's swing
constexpr double leg_height = 0.1;     // the same of a leg, whose points rise unevenly
constexpr double clear_height = 0.5;   // of a swing's height: from there on the foot moves at its full speed
constexpr double sole_clearance = 0.4; // of a swing's height: of the sole between the feet
constexpr double sunk = 0.5;           // of a swing's height: of the centre of mass, below rest
constexpr double clearance_kp = 10.0;  // [1/s]
constexpr double slowest = 0.3;        // of the speed, until the distance is reached
constexpr double foot_kp = 1.0;        // [1/s]
constexpr double foot_kd = 0.1;
constexpr double lift_kp = 10.0; // [1/s] of a swinging foot, along up
constexpr double lift_kd = 1.0;
constexpr double lead_max = 0.8;    // of a stride: so far ahead of its feet the body waits for them
constexpr double lead_free = 0.3;   // of a stride: so far ahead of its feet it goes at full speed
constexpr double twist_max = 0.6;   // [rad] so far ahead of its feet the body waits for them in a turn
constexpr double twist_free = 0.2;  // [rad] so far ahead of its feet it turns at full speed
constexpr double swing_speed = 4.0; // of a swinging foot at most, in speeds of the body
constexpr double lift_share = 0.2;  // of the swing, at its begin and end, in which a foot only moves along up
constexpr double done_share = 0.01; // of the distance
constexpr double strays_max = 0.2;  // of the height of the centre of mass: so far a body that turns steps back at once

// The weight of the goals of each of so many points.
double share_of(std::size_t points) {
    return 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, points)));
}

} // namespace

// The point of a foot that would drag.
std::size_t Behaviour::lowest(const Foot& foot, const State& state) const {
    const auto height = [&](const BodyPoint& point) {
        return walker_->up.dot(position(point, state));
    };
    return static_cast<std::size_t>(std::ranges::min_element(foot.points, {}, height) - foot.points.begin());
}

double Behaviour::lowest_height(const Foot& foot, const State& state) const {
    return walker_->up.dot(position(foot.points[lowest(foot, state)], state));
}

// [s] of a step. While one of two feet swings, the body falls away from the other as an inverted pendulum does: by its
// distance from that foot times cosh(t / 2 sqrt(height / g)) - 1 in a step of t, 0.7 in a step of step_time.
double Behaviour::step_duration() const {
    return (has_two_feet() ? step_time_of_two : step_time) * std::sqrt(height_at_rest_ / 0.5);
}

// Of a foot while others swing. The centre of mass of a body that falls is not where its goals want it, and these would
// pull a foot that holds it alone along the ground.
double Behaviour::stance_weight() const {
    return has_two_feet() ? hold_of_one : hold_of_feet;
}

// [m] of a swing.
double Behaviour::lift() const {
    return (feet_.has_legs ? leg_height : step_height) * height_at_rest_;
}

// The places are those that the velocity leads to: the goals neither pull the foot back nor let it lag.
void Behaviour::add_swing(const Foot& foot, const Vec3& velocity, const State& state) {
    const Vec3 front = wanted_front();
    const Vec3 place = position(foot.sole, state) + walker_->controls.time_step * velocity;
    for (const Vec3& direction : {front, Vec3(walker_->up.cross(front))}) {
        add(GoalGroup::feet, PointGoal{.point = &foot.sole,
                                       .direction = direction,
                                       .kp = foot_kp,
                                       .position = direction.dot(place),
                                       .kd = foot_kd,
                                       .velocity = direction.dot(velocity)});
    }
    const double rise = walker_->up.dot(velocity);
    add_sole(foot, lowest_height(foot, state) + walker_->controls.time_step * rise, lift_kp, lift_kd, rise);
}

// The velocity of a foot that swings: up, along the ground to where it lands, down. As long as the ground presses on
// it, it moves along up only, and slowly along the ground until it is clear of it: it would drag.
Vec3 Behaviour::swing_velocity(const Foot& foot, const Vec3& lands_at, const Gait& gait, const State& state) const {
    const Vec3 at = position(foot.sole, state);
    const bool lowers = gait.share > 1.0 - lift_share;
    const double top = lift();
    const double height = lowest_height(foot, state) - ground_;
    const double rise = (lowers ? -1.0 : 1.0) * top / (lift_share * gait.duration);
    const double h = walker_->controls.time_step;
    Vec3 velocity = (std::clamp(height + h * rise, 0.0, top) - height) / h * walker_->up;
    if (!lowers && gait.share >= lift_share && !is_loaded(foot, state)) {
        const Vec3 away = lands_at - at;
        const Vec3 level = away - walker_->up.dot(away) * walker_->up;
        const double seconds = std::max(h, (1.0 - lift_share - gait.share) * gait.duration);
        const double turning = std::abs(gait.turning) * foot.offset.norm();
        const double fastest = swing_speed * std::max({std::abs(gait.speed), turning, 0.2 * settings_.speed});
        const double clear = std::clamp(height / (clear_height * top), 0.0, 1.0);
        velocity += clear * std::min(1.0 / seconds, fastest / std::max(1e-9, level.norm())) * level;
    }
    return velocity;
}

// The share of the speed that is left for a body whose feet lag behind.
double Behaviour::share_of_speed(const Reading& now, const Gait& gait) const {
    const Vec3 lean = Eigen::AngleAxisd(heading_of(now.front), walker_->up) * lean_;
    const double lead = std::copysign(1.0, gait.speed) * wanted_front().dot(now.centre - now.support - lean);
    const double stride = std::max(1e-6, gait.duration * std::abs(gait.speed));
    return std::clamp((lead_max - lead / stride) / (lead_max - lead_free), 0.0, 1.0);
}

// [rad] about up by which the body is ahead of its feet, in the mean.
double Behaviour::twist(const Reading& now, const State& state) const {
    const Eigen::AngleAxisd heading(heading_of(now.front), walker_->up);
    double sum = 0.0;
    for (const Foot& foot : feet_.feet) {
        const Vec3 place = heading * foot.offset;
        const Vec3 at = position(foot.sole, state) - now.centre;
        const Vec3 level = at - walker_->up.dot(at) * walker_->up;
        sum += std::atan2(walker_->up.dot(level.cross(place)), level.dot(place));
    }
    return sum / static_cast<double>(feet_.feet.size());
}

// The share of the turn that is left for a body whose feet lag behind: it would twist until its feet slide or it falls.
double Behaviour::share_of_turn(const Reading& now, const Gait& gait, const State& state) const {
    const double lead = std::copysign(1.0, gait.turning) * twist(now, state);
    return std::clamp((twist_max - lead) / (twist_max - twist_free), 0.0, 1.0);
}

// [m] along the ground from the centre of mass to the middle of the places where the swinging feet land. A body that
// turns returns to its spot.
Vec3 Behaviour::way_to_landing(const Reading& now) const {
    if (settings_.kind != BehaviourKind::turn) {
        return Vec3::Zero();
    }
    const Vec3 way = from_ - now.centre;
    const Vec3 back = way - walker_->up.dot(way) * walker_->up;
    return std::min(1.0, strays_max * height_at_rest_ / std::max(1e-9, back.norm())) * back;
}

void Behaviour::add_feet(const Reading& now, const Gait& gait, const State& state) {
    const Vec3 velocity = gait.speed * wanted_front();
    const double remaining = (1.0 - gait.share) * gait.duration;
    const double heading_there = heading_of(now.front) + gait.turning * remaining;
    const Vec3 middle = now.centre + way_to_landing(now);
    for (const Foot& foot : feet_.feet) {
        if (foot.group != gait.swinging) {
            add_stance(foot, state);
            continue;
        }
        // Where the foot is under its place in the middle of the next stance.
        const Vec3 offset = Eigen::AngleAxisd(heading_there, walker_->up) * foot.offset;
        Vec3 lands_at = middle + offset + (remaining + 0.5 * gait.duration) * velocity;
        lands_at += walker_->up * (ground_ - walker_->up.dot(lands_at));
        add_swing(foot, swing_velocity(foot, lands_at, gait, state), state);
        markers_.push_back({GoalMarker::Kind::foot, lands_at, Vec3::Zero()});
    }
    add_clearance(state);
}

// The sole between the feet, off the ground: it would drag. A point that is clear of it goes where the feet take it: a
// few modes could not give the sole another shape without bending the body.
void Behaviour::add_clearance(const State& state) {
    const double height = ground_ + sole_clearance * lift();
    const double weight = share_of(feet_.between.size());
    for (const BetweenFeet& between : feet_.between) {
        if (walker_->up.dot(position(between.point, state)) < height) {
            add(GoalGroup::feet, PointGoal{.point = &between.point,
                                           .direction = walker_->up,
                                           .kp = weight * clearance_kp,
                                           .position = height,
                                           .kd = weight});
        }
    }
}

// [m/s] along the wanted front. Short of the distance not much slower, because small steps only slide.
double Behaviour::walking_speed(const Reading& now) const {
    const double remaining = left(now);
    const double speed = std::clamp(2.0 * remaining, -settings_.speed, settings_.speed);
    return remaining > 0.0 ? std::max(speed, slowest * settings_.speed) : speed;
}

// Steps ahead do without the points that are to leave the ground, unless the body sinks on the others.
void Behaviour::leave_out_contacts(const Reading& now, const Gait& gait) {
    const bool sinks = now.height < -sunk * lift();
    contacts_ = sinks ? nullptr : &standing_[static_cast<std::size_t>(gait.swinging)];
}

// The group of the whole number of its phase swings.
void Behaviour::add_steps(const Reading& now, const State& state) {
    Gait gait;
    gait.duration = step_duration();
    gait_phase_ += walker_->controls.time_step / gait.duration;
    gait.share = gait_phase_ - std::floor(gait_phase_);
    gait.swinging = static_cast<int>(std::floor(gait_phase_)) % 2;
    leave_out_contacts(now, gait);
    gait.speed = walking_speed(now);
    gait.turning = std::clamp(facing_error(now), -0.5 * spin_max, 0.5 * spin_max);
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    add_feet(now, gait, state);
    add_upright(now, upright_rate);
    add_turn(share_of_turn(now, gait, state) * gait.turning);
    add_height_at_rest();
    const double speed = share_of_speed(now, gait) * gait.speed;
    const bool turns = settings_.kind == BehaviourKind::turn;
    const bool keeps_side = turns || settings_.kind == BehaviourKind::walk;
    add_centre(GoalGroup::velocity, front, turns ? place_kp : 0.0, front.dot(from_), speed);
    add_centre(GoalGroup::velocity, side, place_kp, side.dot(keeps_side ? from_ : now.centre), 0.0);
    markers_.push_back({GoalMarker::Kind::centre, now.centre + speed * front, speed * front});
    if (turns) {
        is_done_ = std::abs(heading_error(now)) < heading_tolerance;
    } else if (settings_.kind == BehaviourKind::walk) {
        is_done_ = left(now) < std::max(done_share * settings_.distance, done_height * height_at_rest_);
    }
}

// Every point of a foot at one height: a foot whose mean is lifted may still drag its toe.
void Behaviour::add_sole(const Foot& foot, double height, double kp, double kd, double velocity) {
    const double share = share_of(foot.points.size());
    for (const BodyPoint& point : foot.points) {
        add(GoalGroup::feet, PointGoal{.point = &point,
                                       .direction = walker_->up,
                                       .kp = share * kp,
                                       .position = height,
                                       .kd = share * kd,
                                       .velocity = velocity});
    }
}

// A point stays where it is along the ground, and at the height of the ground.
void Behaviour::add_standing_point(const BodyPoint& point, double weight) {
    const Vec3 front = wanted_front();
    for (const Vec3& direction : {front, Vec3(walker_->up.cross(front))}) {
        add(GoalGroup::hold, PointGoal{.point = &point, .direction = direction, .kp = 0.0, .kd = weight});
    }
    add(GoalGroup::hold,
        PointGoal{
            .point = &point, .direction = walker_->up, .kp = weight * sole_kp, .position = ground_, .kd = weight});
}

// The points on which a foot stands, each by itself: a sole that shears slides. Its other points are free, so that they
// can follow the feet that swing.
void Behaviour::add_stance(const Foot& foot, const State& state) {
    const auto touches = [&](Index contact) {
        return state.contact_force.row(contact).squaredNorm() > 0.0;
    };
    const auto touching = static_cast<std::size_t>(std::ranges::count_if(foot.contacts, touches));
    if (touching == 0) {
        add_standing_point(foot.points[lowest(foot, state)], stance_weight());
        return;
    }
    for (const Index contact : foot.contacts) {
        if (touches(contact)) {
            add_standing_point(points_[static_cast<std::size_t>(contact)], stance_weight() * share_of(touching));
        }
    }
}

// All points of the sole.
void Behaviour::add_stance() {
    for (const Foot& foot : feet_.feet) {
        for (const BodyPoint& point : foot.points) {
            add_standing_point(point, hold_of_feet * share_of(foot.points.size()));
        }
    }
    for (const BetweenFeet& between : feet_.between) {
        add_standing_point(between.point, hold_of_feet * share_of(feet_.between.size()));
    }
}

} // namespace limber
