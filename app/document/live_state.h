// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"

#include <optional>
#include <vector>

/// The part of a character's live controls that its description does not contain, for saved scenes. In a file:
///
///     "live": {"handles": [{"id": 1, "vertices": [17, 18, 40], "barycentric": [0.2, 0.3, 0.5],
///                           "stiffness": 200, "target": [0, 1, 0]}],    or "vertex": 17
///              "forces": [{"id": 1, "vertices": [17, 18, 40], "barycentric": [0.2, 0.3, 0.5],
///                          "force": [0, 50, 0], "period": 0.8}],    [N] in the world; a period of 0 [s]: constant
///              "springs": [{...}],             between points of the body, see point_spring.h
///              "movements": [{...}],           of these springs, see spring_movement.h
///              "drags_springs": true,          new handles move the springs instead of pulling
///              "bone_offsets": [[[1,0,0,0], [0,1,0,0], [0,0,1,0.1]], ...],    one a bone, in its own frame
///              "target_weights": [0, 0.5],     of the rig's targets, added to the clip's
///              "clip_speed": 0.5,              clip seconds a simulated second
///              "keys": {"length": 2, "keys": [...]},    of the rig, see pose_keys.h
///              "enabled": false,               neither stepped nor drawn nor exported
///              "dynamics": 0.5,                share of the secondary motion that is drawn and exported
///              "playback": {"in": 0.5, "out": 1.5, "loops": false, "cross_fade": 0.3},    see clip_playback.h
///              "handle_stiffness": 800,        [N/m] of new handles; missing: as stiff as the body
///              "move": [[1,0,0,0.2], ...],     where the rig stands; missing: at the placement
///              "home": [[1,0,0,0], ...],       where a reset puts it; missing: at the placement
///              "gravity": [0, -9.81, 0],       [m/s^2] in the world, where the description's differs
///              "poisson": 0.3,                 where the body is built of another base ratio
///              "muscles": {...}}               as muscle_controls.h has them, where the description's differ
///
/// A character with "live" starts with the gravity given there, and its floor lies where it was when saved. Friction
/// and obstacles belong to the description. A blend between gaits is part of the motion and is not saved.
namespace limber::app {

/// A handle or a spring at places of the body at rest [m], in scenes of the program. Opening the scene replaces it by
/// one at the nearest vertices of the surface; it is not written to files.
struct PlacedHandle {
    Vec3 at = Vec3::Zero(); // and there its target is
    double stiffness = 0.0; // [N/m]
    bool moves_springs = false;
    bool operator==(const PlacedHandle&) const = default;
};
struct PlacedSpring {
    std::string name;
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();
    double stiffness = 0.0; // [N/m]; its rest length is that of the body at rest
    std::string group = {}; // with which it follows handles
    bool operator==(const PlacedSpring&) const = default;
};

struct LiveState {
    std::vector<PointHandle> handles;
    std::vector<Affine> bone_offsets;            // one per bone; empty: none
    double clip_speed = 1.0;                     // clip seconds a simulated second
    std::optional<double> handle_stiffness = {}; // [N/m] of new handles
    std::optional<Affine> rig_offset = {};       // none: the placement
    std::optional<Affine> home = {};             // none: the placement
    std::vector<double> target_weights = {};     // one per target; missing ones are 0
    std::optional<Vec3> gravity = {};            // [m/s^2] in the world; none: the description's
    std::optional<double> poisson = {};          // none: the description's
    std::optional<MuscleControls> muscles = {};  // none: the description's
    std::vector<AppliedForce> forces = {};
    std::vector<PointSpring> springs = {};
    std::vector<SpringMovement> movements = {};
    bool drags_springs = false;
    std::vector<PlacedHandle> placed_handles = {};
    std::vector<PlacedSpring> placed_springs = {};
    ClipPlayback playback = {}; // of the clip
    PoseKeys keys = {};         // of the rig
    bool is_enabled = true;
    double dynamics = 1.0; // share of the secondary motion
    bool operator==(const LiveState&) const = default;
};

/// The values of the controls that differ from `description`, for a character with this placement.
LiveState live_state(const CharacterControls& controls, const Affine& placement,
                     const CharacterDescription& description);

/// Overwrites the starting controls of `description` with the state.
void write_to_controls(const LiveState& live, const CharacterDescription& description, CharacterControls& controls);

/// Removes values whose members differ between the descriptions `before` and `after`, because options of the command
/// line take precedence over the file. Rotates gravity if the scene's turn differs.
void drop_overridden(LiveState& live, const CharacterDescription& before, const CharacterDescription& after);

/// Refuses values out of range and duplicate ids of handles, forces or springs.
void read_value(const JsonNode& node, LiveState& live);
Json live_state_json(const LiveState& live);

} // namespace limber::app
