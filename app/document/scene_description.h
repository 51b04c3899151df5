#pragma once

#include "app/document/character_description.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Many characters in one scene, as a list of one-character scenes and where each of them stands:
///
///     {"format": "limber-scene", "version": 1, "name": "Two whales",
///      "characters": [
///        {"scene": "creature:whale", "at": [-2, 4, 0], "heading": -14, "clip_time": 0},
///        {"scene": "../scenes/puppy.json", "placement": [[1,0,0,3], [0,1,0,0], [0,0,1,0]],
///         "changes": {"modes": 24, "material": {"young": 2e5}}}],
///      "camera": {"eye": [0, 3, 14], "target": [0, 3, 0], "up": [0, 1, 0], "field_of_view": 36}}
///
/// "at" [m] is where the origin of the character's own scene comes to lie, "heading" [degrees] turns it around its y
/// before; a "placement" says the same as a matrix, and any affine map besides. "changes" are members
/// of the scene's file that are to be otherwise (a JSON merge patch). There is one set of obstacles for all, in the
/// world, because what is seen is what is run into: those of the member "obstacles", as surroundings.h has them, or,
/// where it is missing, those of all the characters' scenes together, each moved as its character is. A floor lies
/// under its character's rest shape as it is placed; where several have one, it is one for all, the lowest of theirs.
/// Whoever names the same scene, and changes nothing
/// but numbers of the step and of the material, is the same model, prepared once. All take the time step of the first.
/// "creature:sea" is the sea (creatures/sea.h).
namespace limber::app {

struct SceneMember {
    std::filesystem::path scene; // as `describe` takes it
    Affine placement = identity_affine();
    double clip_time = 0.0;   // [s] at which its clip starts
    std::string changes = {}; // of its scene (scene_changes.h); empty: none
    bool operator==(const SceneMember&) const = default;
};

struct SceneDescription {
    std::string name;
    std::vector<SceneMember> members;
    std::optional<CameraDescription> camera;
    std::optional<Obstacles> obstacles = std::nullopt; // none: those of the members' scenes
    bool operator==(const SceneDescription&) const = default;
};

/// Whether the file, or the name, stands for many characters.
bool describes_many_characters(const std::filesystem::path& path);
/// Fails with bad_input: not JSON, a member of the wrong type (its path), nobody in the list.
Result<Repaired<SceneDescription>> read_scene_file(const std::filesystem::path& path);
Result<Repaired<SceneDescription>> parse_scene_file(std::string_view json, std::string_view where,
                                                    const std::filesystem::path& folder);
/// The same to a file; paths in it are relative to its folder.
Result<Done> write_scene_file(const SceneDescription& description, const std::filesystem::path& path);
std::string scene_file_json(const SceneDescription& description, const std::filesystem::path& folder);

} // namespace limber::app
