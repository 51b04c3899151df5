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

void RigidMotion::throw_body(std::size_t body, const RigidThrow& thrown) {
    states_[body].velocity = thrown.velocity;
    states_[body].angular_velocity = thrown.angular_velocity;
}

void RigidMotion::step(const Vec3& gravity, double seconds) {
    app::step(bodies_, obstacles_, gravity, seconds, states_);
}

void RigidMotion::restart() {
    states_ = starts_;
}

bool RigidMotion::has_fallen(std::size_t body, const Vec3& gravity) const {
    return bodies_[body].shape != RigidShape::ball &&
           app::has_fallen(states_[body].frame.leftCols<3>(), starts_[body].frame.leftCols<3>(), gravity);
}

bool has_fallen(const Mat3& now, const Mat3& start, const Vec3& gravity) {
    if (gravity.isZero()) {
        return false;
    }
    const Vec3 up = -gravity.normalized();
    const Vec3 turned = now * start.transpose() * up;
    return turned.dot(up) < std::numbers::sqrt2 / 2.0;
}

Result<RigidMotion> rigid_motion_of(const PreparedScene& scene) {
    RigidMotion rigid;
    for (std::size_t i = 0; i < scene.members.size(); ++i) {
        const PreparedCharacter& one = scene.members[i];
        const LiveControls controls = starting_controls(one);
        if (!one.member.rigid || !controls.is_enabled) {
            continue;
        }
        const std::string& name = one.character->description.name;
        if (one.character->rig.skeleton.bones.empty()) {
            return Error{ErrorKind::bad_input, "a rigid body needs a rig with a root to carry", name};
        }
        const auto added = rigid.add(i, one.character->mesh, *one.member.rigid, controls.density, controls.rig_offset);
        if (!added) {
            return Error{added.error().kind, added.error().message, name};
        }
    }
    if (rigid.count() == 0) {
        return rigid;
    }
    // Those of a character include its floor.
    const auto& own = scene.members[rigid.character(0)].character->obstacles;
    if (const auto set = rigid.set_obstacles(own ? *own : scene.environment.obstacles); !set) {
        return set.error();
    }
    return rigid;
}

} // namespace limber::app
