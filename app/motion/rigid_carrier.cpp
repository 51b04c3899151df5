// SPDX-License-Identifier: MIT
#include "app/motion/rigid_carrier.h"

#include "app/character_build/character_surroundings.h"

#include <variant>

namespace limber::app {

void RigidCarrier::start(const TetMesh& mesh, const LiveControls& controls) {
    body_.reset();
    start_.reset();
    is_moved_ = false;
    if (role_) {
        auto body = rigid_body(mesh, role_->description, controls.density);
        const auto state = body ? rigid_state(body.value(), controls.rig_offset, role_->description) : body.error();
        if (state) {
            body_ = std::move(body).value();
            start_ = state.value();
        }
    }
    state_ = start_;
}

void RigidCarrier::move(const TetMesh& mesh, const LiveControls& controls) {
    start(mesh, controls);
    is_moved_ = true;
}

void RigidCarrier::set_role(std::optional<RigidRole> role, const TetMesh& mesh, const LiveControls& controls) {
    const bool is_same_body =
        role.has_value() == role_.has_value() && (!role || role->description == role_->description);
    role_ = std::move(role);
    if (!is_same_body) {
        move(mesh, controls);
    }
}

void RigidCarrier::change_mesh(const TetMesh& mesh, double density) {
    if (!carries()) {
        return;
    }
    auto body = rigid_body(mesh, role_->description, density);
    auto state = body ? rigid_state(body.value(), placement(), role_->description) : body.error();
    if (!state) {
        *this = RigidCarrier(role_);
        return;
    }
    RigidState moved = state.value();
    moved.velocity = state_->velocity;
    moved.angular_velocity = state_->angular_velocity;
    body_ = std::move(body).value();
    state_ = moved;
}

void RigidCarrier::go_to(const std::optional<RigidState>& state) {
    thrown_.reset();
    is_moved_ = false;
    state_ = state;
}

Affine RigidCarrier::placement() const {
    EXPECTS(carries());
    return placement_of(*body_, *state_);
}

MovingRigidBody RigidCarrier::begin_step() {
    EXPECTS(carries());
    if (thrown_) {
        state_->velocity = thrown_->velocity;
        state_->angular_velocity = thrown_->angular_velocity;
    }
    return {&*body_, &*state_};
}

void RigidCarrier::end_step(LiveControls& controls) {
    controls.rig_offset = placement();
    controls.thrown = std::exchange(thrown_, std::nullopt);
    controls.is_rigid = true;
}

std::optional<RigidRole> rigid_role(const std::optional<RigidDescription>& rigid, const Character& character,
                                    const ContactDescription& contact, const Environment& environment) {
    if (!rigid || character.rig.skeleton.bones.empty()) {
        return std::nullopt;
    }
    RigidRole role{*rigid, character.contact_points ? obstacles_around(character, contact, environment)
                                                    : environment.obstacles};
    std::erase_if(role.touched,
                  [](const Obstacle& obstacle) { return std::holds_alternative<HeightField>(obstacle.shape); });
    return role;
}

} // namespace limber::app
