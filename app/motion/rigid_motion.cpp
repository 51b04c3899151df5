// SPDX-License-Identifier: MIT
#include "app/motion/rigid_motion.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <numbers>

namespace limber::app {

Result<Done> RigidMotion::add(std::size_t character, const TetMesh& mesh, const RigidDescription& description,
                              double density, const Affine& placement) {
    const auto body = rigid_body(mesh, description, density);
    if (!body) {
        return body.error();
    }
    const auto state = rigid_state(body.value(), placement, description);
    if (!state) {
        return state.error();
    }
    characters_.push_back(character);
    bodies_.push_back(body.value());
    starts_.push_back(state.value());
    states_.push_back(state.value());
    if (const auto fault = fault_in(bodies_, obstacles_)) {
        return *fault;
    }
    return Done{};
}

Result<Done> RigidMotion::set_obstacles(const Obstacles& obstacles) {
    if (const auto fault = fault_in(bodies_, obstacles)) {
        return *fault;
    }
    obstacles_ = obstacles;
    return Done{};
}

void RigidMotion::remove(std::size_t character) {
    const auto found = std::find(characters_.begin(), characters_.end(), character);
    if (found == characters_.end()) {
        return;
    }
    const auto at = found - characters_.begin();
    characters_.erase(found);
    bodies_.erase(bodies_.begin() + at);
    starts_.erase(starts_.begin() + at);
    states_.erase(states_.begin() + at);
}

void RigidMotion::step(const Vec3& gravity, double seconds) {
    app::step(bodies_, obstacles_, gravity, seconds, states_);
}

void RigidMotion::restart() {
    states_ = starts_;
}

bool RigidMotion::has_fallen(std::size_t body, const Vec3& gravity) const {
    if (bodies_[body].shape == RigidShape::ball || gravity.isZero()) {
        return false;
    }
    const Vec3 up = -gravity.normalized();
    const Vec3 now = states_[body].frame.leftCols<3>() * starts_[body].frame.leftCols<3>().transpose() * up;
    return now.dot(up) < std::numbers::sqrt2 / 2.0;
}

} // namespace limber::app
