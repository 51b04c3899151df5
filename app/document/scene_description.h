// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "app/document/comparison_description.h"
#include "app/document/live_state.h"
#include "app/rigid_bodies/rigid_description.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A scene of one or many characters: a list of one-character scenes and their placements. The window saves this form.
///
///     {"format": "limber-scene", "version": 2, "name": "Two whales",
///      "characters": [
///        {"scene": "creature:whale", "at": [-2, 4, 0], "heading": -14, "clip_time": 0},
///        {"scene": "../scenes/puppy.json", "placement": [[1,0,0,3], [0,1,0,0], [0,0,1,0]],
///         "changes": {"modes": 24, "material": {"young": 2e5}},
///         "live": {"clip_speed": 0.5},                    see live_state.h
///         "compared": [{"kind": "full"}]},                see comparison_description.h
///        {"character": {"mesh": "bar.msh", "modes": 8}}],  a whole character in place of a scene, see character_file.h
///      "view": {"exaggeration": 2, "speed": 0.5},         missing: 1
///      "warm_up": 1.5,                                    [s] simulated before the first frame; missing: 0
///      "camera": {"eye": [0, 3, 14], "target": [0, 3, 0], "up": [0, 1, 0], "field_of_view": 36}}
///
/// Version 3 has the member "rigid" of a character, which a rigid body carries (rigid_description.h).
/// Version 1 has no "character", "live", "compared", "view" and "warm_up". Paths in a "character" are relative to the
/// folder of the list, those in "changes" to the folder of the scene that they change.
///
/// "heading" [degrees] turns the character around the y axis of its own scene, "at" [m] then moves that scene's origin.
/// A "placement" is any affine map, as a 3 x 4 matrix, instead of both. "changes" is a JSON merge patch of the
/// character's scene file. All characters share one set of obstacles, in world coordinates: the member "obstacles"
/// (format in surroundings.h), or, where it is missing, the obstacles of all the characters' scenes, each moved by its
/// character's placement. A floor lies under the rest shape of its placed character; of several floors the lowest is
/// used for all. Characters that name the same scene and change only numbers of the step and of the material share one
/// model. All use the time step of the first, and the wind of the first that has one. "creature:sea" and
/// others are built-in scenes (built_in_scenes.h).
namespace limber::app {

struct SceneMember {
    std::filesystem::path scene; // as `describe` takes it
    Affine placement = identity_affine();
    double clip_time = 0.0;                             // [s] at which the clip starts
    std::string changes = {};                           // JSON merge patch of its scene (scene_changes.h); empty: none
    std::optional<CharacterDescription> character = {}; // instead of a scene
    std::optional<LiveState> live = {};                 // none: the starting controls of its description
    std::optional<RigidDescription> rigid = {};         // none: no rigid body carries it
    std::vector<ComparedSubspace> compared = {};        // beside it in the window
    bool operator==(const SceneMember&) const = default;
};

/// How the window shows the scene.
struct SceneView {
    double exaggeration = 1.0; // of the secondary motion, as it is drawn
    double speed = 1.0;        // simulated seconds a wall second
    bool operator==(const SceneView&) const = default;
};

struct SceneDescription {
    std::string name;
    std::vector<SceneMember> members;
    std::optional<CameraDescription> camera;
    std::optional<Obstacles> obstacles = std::nullopt; // none: those of the members' scenes
    std::optional<SceneView> view = std::nullopt;      // none: version 1, which leaves the view unchanged
    double warm_up = 0.0;                              // [s] simulated before the first frame
    bool operator==(const SceneDescription&) const = default;
};

/// A rotation around y [degrees], then a translation [m].
Affine standing(const Vec3& at, double heading);
/// Whether the map is a valid placement: neither mirrored nor flattened, scaled by 1e-6 to 1e6, within 1e6 metres.
bool is_standing(const Affine& placement);

/// Whether the list has one member.
bool is_one_character(const SceneDescription& description);
/// Whether the file or the name is a list of characters.
bool is_list_of_characters(const std::filesystem::path& path);
/// Fails with bad_input: not JSON, a member of the wrong type (the error has its path), an empty list.
Result<Repaired<SceneDescription>> read_scene_file(const std::filesystem::path& path);
Result<Repaired<SceneDescription>> parse_scene_file(std::string_view json, std::string_view where,
                                                    const std::filesystem::path& folder);
/// Paths in the file are relative to its folder.
Result<Done> write_scene_file(const SceneDescription& description, const std::filesystem::path& path);
std::string scene_file_json(const SceneDescription& description, const std::filesystem::path& folder);

} // namespace limber::app
