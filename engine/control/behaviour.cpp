// SPDX-License-Identifier: MIT
#include "engine/control/behaviour.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double depth_of_height = 0.3; // of the crouch, of the height of the centre of mass over the ground

// Whether the behaviour takes steps, or hops on one foot.
bool goes_on_feet(BehaviourKind kind) {
    return kind == BehaviourKind::walk || kind == BehaviourKind::turn || has_moving_target(kind);
}

} // namespace

Behaviour::Behaviour(const Walker& walker, const BehaviourSettings& settings, const std::vector<int>& contact_patches)
    : walker_(&walker), settings_(settings), stance_(*walker.model),
      feet_(feet_of(walker, stance_.read(walker.start).centre, contact_patches)), points_(contact_points_of(walker)),
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
        goals_of_feet += 3 * foot.contacts.size(); // add_stance
    }
    goals_of_feet += 3 * feet_.between.size();
    goals_.reserve(19 + std::max(goals_of_feet, 2 * points_.size())); // add_holds
    standing_ = standing_contacts(walker, feet_);
    markers_.reserve(3 + feet_.feet.size());
    start(read(walker.start), walker.start.time);
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
    const bool goes_on = has_only_moved(settings);
    settings_ = settings;
    if (!goes_on) {
        is_done_ = false;
        judge_anew();
    }
    if (settings_.point) {
        reaching_ = *settings_.point;
    }
}

void Behaviour::set_goals(const GoalSettings& goals) {
    goal_settings_ = goals;
    if (goals.place) {
        also_reaching_ = goals.point ? *goals.point : contact_point(nearest_contact_point(*goals.place));
    }
}

// Whether these settings differ from the present ones in a target that may move.
bool Behaviour::has_only_moved(const BehaviourSettings& settings) const {
    BehaviourSettings before = settings_;
    before.target = settings.target;
    return has_moving_target(settings.kind) && are_same(before, settings);
}

void Behaviour::start(const Reading& now, double time) {
    from_ = now.centre;
    landed_ = 0.0;
    is_done_ = settings_.kind == BehaviourKind::flee && way_to_target(now).norm() > settings_.distance;
    cannot_rise_ = false;
    stood_at_ = time;
    gait_phase_ = 0.0;
    judge_anew();
    heading_ = heading_of(now.front);
    turn_left_ = 0.0;
    if (settings_.kind == BehaviourKind::turn) {
        heading_ += settings_.angle;
        turn_left_ = settings_.angle;
    }
    enter(first_phase(settings_.kind), time);
    choose_reaching_point();
}

void Behaviour::enter(Phase phase, double time) {
    phase_ = phase;
    phase_start_ = time;
}

// Whether the behaviour moves in hops.
bool Behaviour::hops(BehaviourKind kind) const {
    return kind == BehaviourKind::hop || (goes_on_feet(kind) && feet_.feet.size() < 2);
}

Behaviour::Phase Behaviour::first_phase(BehaviourKind kind) const {
    return kind == BehaviourKind::roll         ? Phase::roll
           : kind == BehaviourKind::reach      ? Phase::reach
           : goes_on_feet(kind) && !hops(kind) ? Phase::step
                                               : Phase::stand;
}

// Whether this body may be in the phase during a behaviour of that kind.
bool Behaviour::has_phase(BehaviourKind kind, Phase phase) const {
    return hops(kind) ? phase <= Phase::land : phase == first_phase(kind);
}

const std::vector<Goal>& Behaviour::goals(const State& state) {
    goals_.clear();
    markers_.clear();
    rest_weight_ = 0.0;
    contacts_ = nullptr;
    const Reading now = read(state);
    watch_fall(now, state.time);
    if (has_moving_target(settings_.kind)) {
        pursue(now);
    }
    turn_left_ = heading_error(now);
    if (hops(settings_.kind)) {
        advance_hop(now, state.time);
        add_hop(now);
    } else if (phase_ == Phase::roll) {
        add_roll(now, state);
    } else if (phase_ == Phase::reach) {
        add_reach(now, state);
    } else if (phase_ == Phase::step && !is_done_ && !cannot_walk_) {
        add_steps(now, state);
        watch_slip(now, state);
    } else {
        add_stance();
        add_standing(now);
    }
    if (goal_settings_.has_more()) {
        rest_weight_ = 0.0; // the rest shape does not have them
    }
    if (goal_settings_.place) {
        add_place(state);
    }
    return goals_;
}

} // namespace limber
