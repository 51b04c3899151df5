// SPDX-License-Identifier: MIT
#include "engine/control/behaviour.h"

#include "engine/control/behaviour_rates.h"
#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber {
namespace {

constexpr std::array<std::string_view, 8> phase_names{"stand", "crouch", "push", "fly",
                                                      "land",  "step",   "roll", "reach"};

constexpr double upright_weight = 1.0;  // [body lengths]
constexpr double turn_rate = 4.0;       // [1/s] of turning to the wanted heading, times the angle
constexpr double height_kp = 4.0;       // [1/s]
constexpr double seconds_max = 1.0;     // [s] of a crouch or a push that does not reach its end
constexpr double landing = 0.4;         // [s] of standing still before the next hop
constexpr double near_enough = 0.5;     // of the depth of the crouch, short of the distance
constexpr double depth_of_height = 0.3; // of the crouch, of the height of the centre of mass over the ground
constexpr double descent = 0.4;         // [g] of the crouch
constexpr double push_room = 0.6;       // of the depth of the crouch: where the body reaches its speed
constexpr double near_target = 1.0;     // heights of the centre of mass: closer than this, a body that follows stands
constexpr double leaves_target = 1.5;   // further than this, it follows again
constexpr double small_hop = 0.4;       // of the height of the centre of mass: of the hops that replace steps
constexpr double reach_kp = 4.0;        // [1/s]

constexpr double rest_weight_max = 0.1; // of p, of a body that stands: goals are in body lengths a second
constexpr double calm_tilt = 0.3;       // [rad]
constexpr double calm_speed = 0.1;      // of sqrt(g times the height of the centre of mass)

constexpr double seconds_to_rise = 4.0; // [s] after which a body that lies reports that it cannot stand up
constexpr double judged_steps = 8.0;    // after which a body that skates reports that it cannot walk
constexpr double skating = 0.5;         // of the way or, if that is more, half of what its speed makes possible
constexpr double fallen = std::numbers::pi / 3.0;

// Whether the behaviour takes steps, or hops on one foot.
bool goes_on_feet(BehaviourKind kind) {
    return kind == BehaviourKind::walk || kind == BehaviourKind::follow || kind == BehaviourKind::turn;
}

bool is_index(double number, std::size_t count) {
    return number >= 0.0 && number < static_cast<double>(count) && number == std::floor(number);
}

double nearest_turn(double angle) {
    return std::remainder(angle, 2.0 * std::numbers::pi);
}

} // namespace

Behaviour::Behaviour(const Walker& walker, const BehaviourSettings& settings, const std::vector<int>& contact_patches)
    : walker_(&walker), settings_(settings), stance_(*walker.model),
      feet_(feet_of(walker, stance_.read(walker.start).centre, contact_patches)),
      front_at_rest_((walker.front - walker.front.dot(walker.up) * walker.up).normalized()) {
    const Stance rest = stance_.read(walker.start);
    const Vec3 over = rest.centre - position(feet_.sole, walker.start);
    height_at_rest_ = walker.up.dot(over);
    lean_ = over - height_at_rest_ * walker.up;
    ground_ = walker.up.dot(rest.centre) - height_at_rest_;
    depth_ = depth_of_height * height_at_rest_;
    up_of_body_ = rest.turn.transpose() * walker.up;
    front_of_body_ = rest.turn.transpose() * front_at_rest_;
    std::size_t goals_of_feet = 0;
    for (const Foot& foot : feet_.feet) {
        goals_of_feet += 3 * foot.points.size(); // add_stance
    }
    goals_of_feet += 3 * feet_.between.size();
    goals_.reserve(16 + goals_of_feet);
    standing_ = standing_contacts(walker, feet_);
    markers_.reserve(2 + feet_.feet.size());
    start(read(walker.start), walker.start.time);
}

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
    now.touches = state.contact_force.squaredNorm() > 0.0;
    return now;
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

std::vector<double> Behaviour::memory() const {
    std::vector<double> memory{static_cast<double>(settings_.kind),
                               settings_.height,
                               settings_.distance,
                               settings_.speed,
                               settings_.angle,
                               settings_.target.x(),
                               settings_.target.y(),
                               settings_.target.z(),
                               settings_.to_target ? 1.0 : 0.0,
                               static_cast<double>(phase_),
                               phase_start_,
                               stood_at_,
                               from_.x(),
                               from_.y(),
                               from_.z(),
                               heading_,
                               landed_,
                               gait_phase_,
                               is_done_ ? 1.0 : 0.0,
                               cannot_rise_ ? 1.0 : 0.0,
                               static_cast<double>(reaching_index_),
                               slid_,
                               gone_,
                               judged_from_,
                               cannot_walk_ ? 1.0 : 0.0};
    return memory;
}

bool Behaviour::set_memory(std::span<const double> memory) {
    constexpr std::size_t numbers = 25;
    constexpr std::size_t numbers_without_slip = 21; // of scenes that were saved before a body watched its slip
    const Index contact_points = walker_->controls.contact.points ? walker_->controls.contact.points->count() : 0;
    const bool has_slip = memory.size() == numbers;
    if ((!has_slip && memory.size() != numbers_without_slip) || !is_index(memory[0], behaviour_kind_count) ||
        !is_index(memory[9], phase_names.size()) ||
        !is_index(memory[20] + 1.0, static_cast<std::size_t>(contact_points) + 1)) {
        return false;
    }
    BehaviourSettings settings = settings_;
    settings.kind = static_cast<BehaviourKind>(memory[0]);
    settings.height = memory[1];
    settings.distance = memory[2];
    settings.speed = memory[3];
    settings.angle = memory[4];
    settings.target = {memory[5], memory[6], memory[7]};
    settings.to_target = memory[8] != 0.0;
    if (fault_in(settings)) {
        return false;
    }
    settings_ = settings;
    phase_ = static_cast<Phase>(memory[9]);
    phase_start_ = memory[10];
    stood_at_ = memory[11];
    from_ = {memory[12], memory[13], memory[14]};
    heading_ = memory[15];
    landed_ = memory[16];
    gait_phase_ = memory[17];
    is_done_ = memory[18] != 0.0;
    cannot_rise_ = memory[19] != 0.0;
    set_reaching_point(static_cast<Index>(memory[20]));
    judge_anew();
    if (has_slip) {
        slid_ = memory[21];
        gone_ = memory[22];
        judged_from_ = memory[23];
        cannot_walk_ = memory[24] != 0.0;
    }
    goals_.clear();
    markers_.clear();
    return true;
}

void Behaviour::begin(const BehaviourSettings& settings, const State& state) {
    settings_ = settings;
    start(read(state), state.time);
}

void Behaviour::change(const BehaviourSettings& settings, const State& state) {
    if (settings.kind != settings_.kind || settings.kind == BehaviourKind::turn) {
        begin(settings, state);
        return;
    }
    settings_ = settings;
    is_done_ = false;
    judge_anew();
    if (settings_.point) {
        reaching_ = *settings_.point;
    }
}

void Behaviour::start(const Reading& now, double time) {
    from_ = now.centre;
    landed_ = 0.0;
    is_done_ = false;
    cannot_rise_ = false;
    stood_at_ = time;
    gait_phase_ = 0.0;
    judge_anew();
    heading_ = heading_of(now.front);
    if (settings_.kind == BehaviourKind::turn) {
        heading_ += settings_.angle;
    }
    const Phase first = settings_.kind == BehaviourKind::roll     ? Phase::roll
                        : settings_.kind == BehaviourKind::reach  ? Phase::reach
                        : goes_on_feet(settings_.kind) && !hops() ? Phase::step
                                                                  : Phase::stand;
    enter(first, time);
    choose_reaching_point();
}

void Behaviour::enter(Phase phase, double time) {
    phase_ = phase;
    phase_start_ = time;
}

// The nearest contact point of the body at rest, unless one is given.
void Behaviour::choose_reaching_point() {
    if (settings_.kind != BehaviourKind::reach) {
        return;
    }
    if (settings_.point || !walker_->controls.contact.points) {
        set_reaching_point(-1);
        return;
    }
    const ContactPoints& points = *walker_->controls.contact.points;
    double least = std::numeric_limits<double>::infinity();
    Index nearest = -1;
    for (Index i = 0; i < points.count(); ++i) {
        const BodyPoint point{points.phi.col(i), points.rig_rows.col(i)};
        const double distance = (position(point, walker_->start) - settings_.target).norm();
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    set_reaching_point(nearest);
}

void Behaviour::set_reaching_point(Index contact_point) {
    reaching_index_ = contact_point;
    if (settings_.point) {
        reaching_ = *settings_.point;
    } else if (contact_point < 0) {
        reaching_ = feet_.sole;
    } else {
        const ContactPoints& points = *walker_->controls.contact.points;
        reaching_ = {points.phi.col(contact_point), points.rig_rows.col(contact_point)};
    }
}

// Whether the behaviour moves in hops.
bool Behaviour::hops() const {
    return settings_.kind == BehaviourKind::hop || (goes_on_feet(settings_.kind) && feet_.feet.size() < 2);
}

double Behaviour::hop_height() const {
    return settings_.kind == BehaviourKind::hop ? settings_.height : small_hop * height_at_rest_;
}

// [m/s^2] along down.
double Behaviour::gravity() const {
    return std::max(1e-3, -walker_->controls.gravity.dot(walker_->up));
}

// [m/s] at the end of the coming step, with which backward Euler rises by `height` from now.
double Behaviour::apex_speed(double height) const {
    const double half = 0.5 * gravity() * walker_->controls.time_step;
    return std::sqrt(half * half + 2.0 * gravity() * std::max(0.0, height)) - half;
}

Vec3 Behaviour::wanted_front() const {
    return Eigen::AngleAxisd(heading_, walker_->up) * front_at_rest_;
}

// [m] along the wanted heading since the behaviour began.
double Behaviour::way(const Reading& now) const {
    return wanted_front().dot(now.centre - from_);
}

double Behaviour::left(const Reading& now) const {
    if (settings_.kind == BehaviourKind::turn) {
        return 0.0;
    }
    if (settings_.kind == BehaviourKind::follow) {
        return settings_.to_target ? target_distance(now) : std::numeric_limits<double>::infinity();
    }
    return settings_.distance - way(now);
}

// [m] along the ground.
double Behaviour::target_distance(const Reading& now) const {
    const Vec3 away = settings_.target - now.centre;
    return (away - walker_->up.dot(away) * walker_->up).norm();
}

// The heading in which the body follows, and whether it stands near its target.
void Behaviour::pursue(const Reading& now) {
    if (!settings_.to_target) {
        heading_ = settings_.angle;
        return;
    }
    const double distance = target_distance(now);
    is_done_ = distance < (is_done_ ? leaves_target : near_target) * height_at_rest_;
    const Vec3 away = settings_.target - now.centre;
    const Vec3 level = away - walker_->up.dot(away) * walker_->up;
    if (!is_done_) {
        heading_ = heading_of(level);
    }
    markers_.push_back({GoalMarker::Kind::point,
                        settings_.target - walker_->up * (walker_->up.dot(settings_.target) - ground_), Vec3::Zero()});
}

double Behaviour::heading_error(const Reading& now) const {
    return nearest_turn(heading_ - heading_of(now.front));
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
            if (settings_.kind != BehaviourKind::follow) {
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

void Behaviour::add_centre(const Vec3& direction, double kp, double place, double velocity) {
    goals_.push_back(CentreGoal{.direction = direction, .kp = kp, .position = place, .kd = 1.0, .velocity = velocity});
}

void Behaviour::add_upright(const Reading& now, double rate) {
    const Vec3 wanted = rate * now.up.cross(walker_->up);
    const Vec3 front = wanted_front();
    for (const Vec3& axis : {front, Vec3(walker_->up.cross(front))}) {
        goals_.push_back(SpinGoal{.axis = axis, .rate = wanted.dot(axis), .weight = upright_weight});
    }
}

void Behaviour::add_turn(double rate) {
    goals_.push_back(
        SpinGoal{.axis = walker_->up, .rate = std::clamp(rate, -spin_max, spin_max), .weight = upright_weight});
}

void Behaviour::add_height_at_rest() {
    add_centre(walker_->up, height_kp, ground_ + height_at_rest_, 0.0);
}

// The centre of mass over the sole as at rest, at any height.
void Behaviour::add_balance(const Reading& now) {
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    const Vec3 over = now.support + Eigen::AngleAxisd(heading_of(now.front), walker_->up) * lean_;
    add_centre(front, place_kp, front.dot(over), 0.0);
    add_centre(side, place_kp, side.dot(over), 0.0);
    markers_.push_back(
        {GoalMarker::Kind::centre, over - walker_->up * (walker_->up.dot(over) - ground_), Vec3::Zero()});
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
    add_centre(walker_->up, 0.0, 0.0, velocity);
    add_centre(front, 0.0, 0.0, along * share);
    add_centre(walker_->up.cross(front), 0.0, 0.0, 0.0);
    add_turn(heading_error(now) / flight * share);
    markers_.push_back({GoalMarker::Kind::centre, now.centre + flight * along * front, velocity * walker_->up});
}

// After the push the flesh still pushes. The velocity is that of a free flight to the apex.
void Behaviour::add_release(const Reading& now) {
    add_centre(walker_->up, 0.0, 0.0, apex_speed(hop_height() - now.height));
    add_turn(0.0);
}

// Down to the depth of the crouch with a constant deceleration, then up again.
void Behaviour::add_landing(const Reading& now) {
    const double h = walker_->controls.time_step;
    const double room = std::max(0.1 * depth_, now.height + depth_);
    const double slower = now.rising < 0.0 ? now.rising + 0.5 * now.rising * now.rising / room * h : 0.0;
    if (slower < height_kp * (-now.height)) {
        add_centre(walker_->up, 0.0, 0.0, slower);
    } else {
        add_height_at_rest();
    }
    add_balance(now);
    add_turn(0.0);
}

void Behaviour::add_roll(const Reading& now) {
    const Vec3 front = wanted_front();
    const Vec3 side = walker_->up.cross(front);
    const double speed = std::clamp(2.0 * left(now), -settings_.speed, settings_.speed);
    add_centre(front, 0.0, 0.0, speed);
    add_centre(side, 1.0, side.dot(from_), 0.0);
    markers_.push_back({GoalMarker::Kind::centre, from_ + settings_.distance * front, speed * front});
    const double near = std::max(0.005 * settings_.distance, 0.5 * done_height * height_at_rest_);
    is_done_ = std::abs(left(now)) < near && now.velocity.norm() < 0.1 * settings_.speed;
}

void Behaviour::add_reach(const Reading& now, const State& state) {
    for (Index axis = 0; axis < 3; ++axis) {
        const Vec3 direction = Vec3::Unit(axis);
        goals_.push_back(PointGoal{
            .point = &reaching_, .direction = direction, .kp = reach_kp, .position = direction.dot(settings_.target)});
    }
    add_upright(now, 0.0);
    add_balance(now);
    markers_.push_back({GoalMarker::Kind::point, settings_.target, Vec3::Zero()});
    is_done_ = (position(reaching_, state) - settings_.target).norm() < 0.02 * height_at_rest_;
}

// Nothing but friction and the places of the feet keeps a body bent that stands, and neither is an aim. A body that is
// tilted or moves needs its shape for its balance.
double Behaviour::weight_of_rest(const Reading& now) const {
    const double tilted = now.up.cross(walker_->up).norm() / calm_tilt;
    const double moves = now.velocity.norm() / (calm_speed * std::sqrt(gravity() * height_at_rest_));
    const bool stands = now.touches && now.up.dot(walker_->up) > 0.0;
    return stands ? rest_weight_max * std::max(0.0, 1.0 - tilted) * std::max(0.0, 1.0 - moves) : 0.0;
}

void Behaviour::add_standing(const Reading& now) {
    rest_weight_ = weight_of_rest(now);
    add_upright(now, upright_rate);
    add_turn(turn_rate * heading_error(now));
    add_height_at_rest();
    add_balance(now);
}

// Down to the depth of the crouch, slowly enough that the feet stay on the ground.
void Behaviour::add_descent(const Reading& now) {
    const double fall = descent * gravity();
    const double h = walker_->controls.time_step;
    const double room = std::max(0.0, now.height + depth_);
    const double faster = std::max(0.0, -now.rising) + fall * h;
    add_upright(now, upright_rate);
    add_turn(turn_rate * heading_error(now));
    add_centre(walker_->up, 0.0, 0.0, -std::min(faster, std::sqrt(2.0 * fall * room)));
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

void Behaviour::judge_anew() {
    slid_ = 0.0;
    gone_ = 0.0;
    judged_from_ = gait_phase_;
    cannot_walk_ = false;
}

// The mean velocity [m/s] along the ground of the points that it presses on.
double Behaviour::slip_speed(const State& state) const {
    const ContactPoints& points = *walker_->controls.contact.points;
    double sum = 0.0;
    int touching = 0;
    for (Index i = 0; i < points.count(); ++i) {
        if (state.contact_force.row(i).squaredNorm() > 0.0) {
            Vec3 velocity;
            for (Index axis = 0; axis < 3; ++axis) {
                velocity(axis) = state.Zdot.col(axis).dot(points.phi.col(i));
            }
            sum += (velocity - walker_->up.dot(velocity) * walker_->up).norm();
            ++touching;
        }
    }
    return touching > 0 ? sum / touching : 0.0;
}

// A body whose feet do not leave the ground slides as far as it goes.
void Behaviour::watch_slip(const Reading& now, const State& state) {
    if (settings_.kind == BehaviourKind::turn) {
        return;
    }
    const double h = walker_->controls.time_step;
    slid_ += h * slip_speed(state);
    gone_ += h * (now.velocity - now.rising * walker_->up).norm();
    if (gait_phase_ - judged_from_ < judged_steps) {
        return;
    }
    const double seconds = judged_steps * step_time * std::sqrt(height_at_rest_ / 0.5);
    const bool skates = slid_ > skating * std::max(gone_, 0.5 * settings_.speed * seconds);
    judge_anew();
    cannot_walk_ = skates;
}

// The goals that turn the body upright also act where it lies.
void Behaviour::watch_fall(const Reading& now, double time) {
    const bool lies = settings_.kind != BehaviourKind::roll && now.up.dot(walker_->up) < std::cos(fallen);
    if (!lies) {
        stood_at_ = time;
    }
    cannot_rise_ = time - stood_at_ > seconds_to_rise;
}

const std::vector<Goal>& Behaviour::goals(const State& state) {
    goals_.clear();
    markers_.clear();
    rest_weight_ = 0.0;
    contacts_ = nullptr;
    const Reading now = read(state);
    watch_fall(now, state.time);
    if (settings_.kind == BehaviourKind::follow) {
        pursue(now);
    }
    if (hops()) {
        advance_hop(now, state.time);
        add_hop(now);
    } else if (phase_ == Phase::roll) {
        add_roll(now);
    } else if (phase_ == Phase::reach) {
        add_reach(now, state);
    } else if (phase_ == Phase::step && !is_done_ && !cannot_walk_) {
        add_steps(now, state);
        watch_slip(now, state);
    } else {
        add_stance();
        add_standing(now);
    }
    return goals_;
}

} // namespace limber
