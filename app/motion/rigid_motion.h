// SPDX-License-Identifier: MIT
#pragma once

#include "app/rigid_bodies/rigid_step.h"
#include "app/scenes/prepared_scene.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <cstddef>
#include <string>
#include <vector>

/// The rigid bodies that carry characters of a scene: after each step the rig of a character has the placement of its
/// body [Benchekroun et al. 2023, Fast Complementary Dynamics via Skinning Eigenmodes, section 10.1].
namespace limber::app {

class RigidMotion {
public:
    /// Adds the body of a character. Fails for a body without volume, a placement that is no rigid motion, and too many
    /// bodies.
    Result<Done> add(std::size_t character, const TetMesh& mesh, const RigidDescription& description, double density,
                     const Affine& placement);
    /// Sets what the bodies touch. Fails for hills.
    Result<Done> set_obstacles(const Obstacles& obstacles);
    /// Removes the body of a character, which then moves by its controls.
    void remove(std::size_t character);

    /// Gives a body these velocities before the next step.
    void throw_body(std::size_t body, const RigidThrow& thrown);
    void step(const Vec3& gravity, double seconds);
    void restart();

    std::size_t count() const {
        return bodies_.size();
    }
    /// The character that the body carries: its place in the scene.
    std::size_t character(std::size_t body) const {
        return characters_[body];
    }
    Affine placement(std::size_t body) const {
        return placement_of(bodies_[body], states_[body]);
    }
    /// Whether a body that is no ball leans by more than 45 degrees against its start.
    bool has_fallen(std::size_t body, const Vec3& gravity) const;

private:
    std::vector<std::size_t> characters_;
    std::vector<RigidBody> bodies_;
    std::vector<RigidState> starts_;
    std::vector<RigidState> states_;
    Obstacles obstacles_;
};

/// Whether a body leans by more than 45 degrees against its start, by its rotations now and then; without gravity none
/// does.
bool has_fallen(const Mat3& now, const Mat3& start, const Vec3& gravity);

/// The bodies that carry the enabled characters of a scene, at their start. Fails if one cannot be carried; the error
/// names the character.
Result<RigidMotion> rigid_motion_of(const PreparedScene& scene);

} // namespace limber::app
