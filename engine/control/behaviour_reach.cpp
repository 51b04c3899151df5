// SPDX-License-Identifier: MIT
// Reaching.
#include "engine/control/behaviour.h"

#include <limits>

namespace limber {
namespace {

constexpr double reach_kp = 4.0; // [1/s]

} // namespace

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

void Behaviour::add_reach(const Reading& now, const State& state) {
    for (Index axis = 0; axis < 3; ++axis) {
        const Vec3 direction = Vec3::Unit(axis);
        goals_.push_back(PointGoal{
            .point = &reaching_, .direction = direction, .kp = reach_kp, .position = direction.dot(settings_.target)});
    }
    add_upright(now, 0.0);
    add_balance(now);
    add_holds(state);
    markers_.push_back({GoalMarker::Kind::point, settings_.target, Vec3::Zero()});
    is_done_ = (position(reaching_, state) - settings_.target).norm() < 0.02 * height_at_rest_;
}

} // namespace limber
