// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "app/rigid_bodies/rigid_step.h"

#include <optional>
#include <utility>

/// The rigid body that carries the rig of one character, in a scene whose characters come and go: the body and its
/// state. The bodies of all characters take a step together (rigid_step.h) before the characters do.
namespace limber::app {

/// What a rigid body is made of, and what it touches apart from other bodies.
struct RigidRole {
    RigidDescription description;
    Obstacles touched; // without hills
    bool operator==(const RigidRole&) const = default;
};

class RigidCarrier {
public:
    /// Carries nothing.
    RigidCarrier() = default;
    explicit RigidCarrier(std::optional<RigidRole> role) : role_(std::move(role)) {}

    /// Builds the body of the mesh, and puts it where the controls place the rig, with its velocity at the start. Where
    /// there can be no such body, as for a rig that is scaled, nothing is carried.
    void start(const TetMesh& mesh, const LiveControls& controls);
    /// Starts the body again where the controls place the rig now. Its rig jumps there (take_move).
    void move(const TetMesh& mesh, const LiveControls& controls);
    /// Another description starts the body again like `start`; other obstacles do not.
    void set_role(std::optional<RigidRole> role, const TetMesh& mesh, const LiveControls& controls);
    /// Continues at the same place with the body of another mesh or density [kg/m^3].
    void change_mesh(const TetMesh& mesh, double density);
    /// Returns to a state, or to none if it carried nothing then.
    void go_to(const std::optional<RigidState>& state);
    /// Whether the rig must jump in the next step, because the body was started again since the last one; false
    /// afterwards.
    bool take_move() {
        return std::exchange(is_moved_, false);
    }
    /// Gives the body these velocities before its next step.
    void throw_next(const RigidThrow& thrown) {
        thrown_ = thrown;
    }

    bool carries() const {
        return body_ && state_;
    }
    const std::optional<RigidRole>& role() const {
        return role_;
    }
    const std::optional<RigidState>& state() const {
        return state_;
    }
    /// Whether the body has left its start.
    bool has_moved() const {
        return carries() && state_ != start_;
    }
    /// Of the rig. Precondition: carries().
    Affine placement() const;

    /// Call it before the step of all bodies: applies the throw. Precondition: carries().
    MovingRigidBody begin_step();
    /// Call it after that: writes the placement of the rig and the throw into the controls of the step. Precondition:
    /// carries().
    void end_step(LiveControls& controls);

private:
    std::optional<RigidRole> role_; // none: nothing is carried
    std::optional<RigidBody> body_;
    std::optional<RigidState> start_;
    std::optional<RigidState> state_;
    std::optional<RigidThrow> thrown_; // before the next step
    bool is_moved_ = false;            // since the last step
};

/// The role of a character in a scene; nullopt: no rigid body carries it, or it has no rig. All obstacles of the scene
/// are touched, except for hills, and so is the floor of a character that has one.
std::optional<RigidRole> rigid_role(const std::optional<RigidDescription>& rigid, const Character& character,
                                    const ContactDescription& contact, const Environment& environment);

} // namespace limber::app
