// SPDX-License-Identifier: MIT
#include "app/controllers/behaviour_driver.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double least_hop = 0.3;   // [s] before which a hop is not over
constexpr double longest_hop = 3.0; // [s]

double component(GaitRole role, GaitRole along, GaitRole against) {
    return role == along ? 1.0 : role == against ? -1.0 : 0.0;
}

// The direction on the floor that the arrows point to; zero: none.
Vec3 direction_of(const DriveCommand& command, const OrbitCamera& camera, const Vec3& up) {
    const CameraFrame frame = frame_of(camera);
    Vec3 away = -frame.backward;
    away = (away - up.dot(away) * up).normalized();
    const Vec3 right = away.cross(up);
    Vec3 direction = Vec3::Zero();
    for (const auto& [role, share] :
         {std::pair{command.role, command.share}, std::pair{command.aside, command.share_aside}}) {
        direction += share * component(role, GaitRole::forward, GaitRole::back) * away;
        direction += share * component(role, GaitRole::right, GaitRole::left) * right;
    }
    return direction;
}

double degrees_from(const Vec3& front, const Vec3& direction, const Vec3& up) {
    const Vec3 level = front - up.dot(front) * up;
    return std::atan2(up.dot(level.cross(direction)), level.dot(direction)) * 180.0 / std::numbers::pi;
}

} // namespace

std::vector<InputEvent> BehaviourDriver::take(const std::vector<InputEvent>& events, double time) {
    auto others = input_.take(events, true);
    if (input_.pressed() == GaitRole::jump) {
        hop_since_ = time;
    }
    return others;
}

void BehaviourDriver::release_keys() {
    input_.rest();
    own_.reset();
    hop_since_.reset();
}

bool BehaviourDriver::is_hopping(const DrivenBody& body) {
    const double since = hop_since_ ? body.time - *hop_since_ : -1.0;
    if (since < 0.0 || since > longest_hop || (since > least_hop && body.has_hopped)) {
        hop_since_.reset();
    }
    return hop_since_.has_value() || input_.command().role == GaitRole::jump;
}

BehaviourControls BehaviourDriver::driven(const BehaviourControls& own, const OrbitCamera& camera,
                                          const DrivenBody& body) {
    if (own_ && *own_ != own) {
        input_.rest();
        own_.reset();
        hop_since_.reset();
    }
    if (!input_.has_been_used()) {
        return own;
    }
    own_ = own;
    BehaviourControls driven = own;
    const DriveCommand command = input_.command();
    const Vec3 direction = direction_of(command, camera, body.up);
    driven.kind = BehaviourKind::stand;
    if (is_hopping(body)) {
        driven.kind = BehaviourKind::hop;
        driven.distance = 0.0;
    } else if (direction.norm() > 0.0) {
        driven.kind = BehaviourKind::follow;
        driven.to_target = false;
        driven.angle = degrees_from(body.front, direction, body.up);
        driven.speed = std::max(1e-3, std::min(1.0, direction.norm()) * own.speed);
    }
    return driven;
}

} // namespace limber::app
