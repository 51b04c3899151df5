// SPDX-License-Identifier: MIT
// Reaching.
#include "engine/control/behaviour.h"

#include <algorithm>
#include <limits>

namespace limber {
namespace {

constexpr double reach_kp = 4.0;  // [1/s]
constexpr double reach_max = 0.5; // of the height of the centre of mass: a place farther away pulls no more

} // namespace

// Of the body at rest; -1: it has none.
Index Behaviour::nearest_contact_point(const Vec3& place) const {
    if (!walker_->controls.contact.points) {
        return -1;
    }
    double least = std::numeric_limits<double>::infinity();
    Index nearest = -1;
    for (Index i = 0; i < walker_->controls.contact.points->count(); ++i) {
        const double distance = (position(contact_point(i), walker_->start) - place).norm();
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

// The sole below 0.
BodyPoint Behaviour::contact_point(Index contact_point) const {
    if (contact_point < 0) {
        return feet_.sole;
    }
    const ContactPoints& points = *walker_->controls.contact.points;
    return {points.phi.col(contact_point), points.rig_rows.col(contact_point)};
}

// The nearest contact point of the body at rest, unless one is given.
void Behaviour::choose_reaching_point() {
    if (settings_.kind == BehaviourKind::reach) {
        set_reaching_point(settings_.point ? -1 : nearest_contact_point(settings_.target));
    }
}

void Behaviour::set_reaching_point(Index contact_point) {
    reaching_index_ = contact_point;
    reaching_ = settings_.point ? *settings_.point : this->contact_point(contact_point);
}

void Behaviour::add_reach(const Reading& now, const State& state) {
    for (Index axis = 0; axis < 3; ++axis) {
        const Vec3 direction = Vec3::Unit(axis);
        add(GoalGroup::reach, PointGoal{.point = &reaching_,
                                        .direction = direction,
                                        .kp = reach_kp,
                                        .position = direction.dot(settings_.target)});
    }
    add_upright(now, 0.0);
    add_balance(now);
    add_holds(state);
    markers_.push_back({GoalMarker::Kind::point, settings_.target, Vec3::Zero()});
    is_done_ = (position(reaching_, state) - settings_.target).norm() < 0.02 * height_at_rest_;
}

// A place may be far from a body that goes somewhere: there its point only stretches towards it.
void Behaviour::add_place(const State& state) {
    const Vec3 at = position(also_reaching_, state);
    const Vec3 away = *goal_settings_.place - at;
    const double share = std::min(1.0, reach_max * height_at_rest_ / std::max(1e-9, away.norm()));
    const Vec3 place = at + share * away;
    for (Index axis = 0; axis < 3; ++axis) {
        add(GoalGroup::reach,
            PointGoal{
                .point = &also_reaching_, .direction = Vec3::Unit(axis), .kp = reach_kp, .position = place(axis)});
    }
    markers_.push_back({GoalMarker::Kind::point, *goal_settings_.place, Vec3::Zero()});
}

} // namespace limber
