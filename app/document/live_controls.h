// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "app/document/clip_playback.h"
#include "app/document/muscle_controls.h"
#include "app/document/point_spring.h"
#include "app/document/pose_keys.h"
#include "app/document/spring_movement.h"
#include "app/rigid_bodies/rigid_description.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/types.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

/// The controls of a character: all values that may change while it moves. The same controls at the same steps give the
/// same motion, bit for bit.
namespace limber::app {

/// A spring on a point of the body, given by up to three vertices of the tet mesh and their weights.
struct PointHandle {
    int id = 0;                                 // chosen by the creator of the handle
    std::array<int, 3> vertices{0, 0, 0};       // of the tet mesh
    std::array<double, 3> barycentric{1, 0, 0}; // sum to one
    double stiffness = 0.0;                     // [N/m]
    Vec3 target = Vec3::Zero();                 // [m]
    /// The springs of the body bring the point to the target by their rest lengths (motion/spring_mover.h), and the
    /// handle itself does not pull.
    bool moves_springs = false;
    bool operator==(const PointHandle&) const = default;
};

/// Reads all members except "id" (controls_file.h); missing members leave the handle unchanged. Refuses weights that do
/// not sum to one. The vertices are checked later, when the mesh is known.
void read_members(MemberReader& members, PointHandle& handle);
Json handle_json(const PointHandle& handle);

inline constexpr std::size_t handles_max = 64; // per character

/// A force on a point of the body, given like a handle. It is constant, or pulses between zero and its full strength:
/// f sin^2(pi t / T) at time t.
struct AppliedForce {
    int id = 0;
    std::array<int, 3> vertices{0, 0, 0};
    std::array<double, 3> barycentric{1, 0, 0};
    Vec3 force = Vec3::Zero(); // f [N], in world space
    double period = 0.0;       // T [s]; 0: constant
    bool operator==(const AppliedForce&) const = default;
};

/// [N] at the time [s] of a motion.
Vec3 force_at(const AppliedForce& applied, double time);

/// As for handles.
void read_members(MemberReader& members, AppliedForce& applied);
Json force_json(const AppliedForce& applied);

inline constexpr std::size_t forces_max = 64; // per character

/// What belongs to one character.
struct CharacterControls {
    bool is_enabled = true;                // false: neither stepped nor drawn nor exported
    double dynamics = 1.0;                 // share of B z in what is drawn and exported, J p + dynamics B z; 0 to 1
    int clip = -1;                         // index into the character's clips; -1: the rest pose
    double clip_speed = 1.0;               // clip seconds per simulated second
    ClipPlayback playback;                 // of the clip
    PoseKeys keys;                         // of the rig, added to the clip
    std::vector<Affine> bone_offsets;      // added to both: one per bone, in the bone's own frame; empty: none
    std::vector<double> target_weights;    // added to the clip's and the keys', one per target of the rig; empty: none
    Affine rig_offset = identity_affine(); // of the whole rig, in world space, applied last
    std::vector<PointHandle> handles;      // springs on points of the body
    std::vector<AppliedForce> forces;      // on points of the body
    std::vector<PointSpring> springs;      // between points of the body
    std::vector<SpringMovement> movements; // of these springs
    bool drags_springs = false;            // new handles move the springs instead of pulling
    Vec3 gravity = Vec3::Zero();           // [m/s^2], in world space
    double young = 1e5;                    // [Pa], base values as in MaterialDescription
    double poisson = 0.0;
    double density = 1000.0; // [kg/m^3]
    double damping = 0.0;    // [1/s]
    int iterations = 10;
    double tolerance = 0.0;
    SolverDescription solver;
    MuscleControls muscles;
    bool operator==(const CharacterControls&) const = default;
};

/// Where a bone carries an obstacle in a step (motion/obstacle_carrying.h): rigid maps from the place that its shape
/// gives to those at the start and at the end of the step.
struct CarriedObstacle {
    std::size_t obstacle = 0; // of all obstacles, the floor included
    Affine from = identity_affine();
    Affine to = identity_affine();
    bool operator==(const CarriedObstacle&) const = default;
};

void read_value(const JsonNode& node, CarriedObstacle& carried);
Json carried_json(const CarriedObstacle& carried);

/// What the simulation receives and recordings hold: a character's controls with its surroundings.
struct LiveControls : CharacterControls {
    double time_step = 1.0 / 60.0; // [s], of all characters of a scene
    Friction friction_law = Friction::coulomb;
    double tangential_restitution = 0.0; // as in ContactDescription
    Wind wind;                           // in the world
    Gusts gusts;                         // of the wind
    /// All obstacles in world space including the floor, if they differ from the model's; null: those of the model.
    /// Compared by pointer: a moved obstacle makes a new list.
    std::shared_ptr<const Obstacles> obstacles;
    /// The obstacles that bones carry, in the next step only; the simulation fills it in.
    std::vector<CarriedObstacle> carried = {};
    /// The velocities that the rigid body that carries the character is given before the next step only; none: it
    /// keeps its own.
    std::optional<RigidThrow> thrown = {};
    bool is_rigid = false; // such a body places the rig in the next step, which is no jump, however far it moves
    bool operator==(const LiveControls&) const = default;
};

/// The controls in these surroundings, with the obstacles of the model.
LiveControls live_controls(const CharacterControls& controls, const ContactDescription& contact,
                           const Environment& environment);

/// The first value that is out of range, if any; the message names the member as in recordings. The limits are those of
/// a scene. Obstacles are checked when they are read.
std::optional<Error> fault_in(const CharacterControls& controls);
std::optional<Error> fault_in(const LiveControls& controls);

/// With its part in the movements.
void remove_spring(CharacterControls& controls, int id);

/// Writes one weight of a target; no weights are the same as weights of zero.
void set_target_weight(CharacterControls& controls, std::size_t target, double weight);

} // namespace limber::app
