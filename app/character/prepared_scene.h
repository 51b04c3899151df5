#pragma once

#include "app/character/build_character.h"
#include "app/character/starting_controls.h"
#include "app/document/live_controls.h"
#include "app/document/opening.h"
#include "app/document/scene_description.h"

#include <functional>
#include <vector>

/// Builds the characters of a scene from its description. Each character file is read once and each model is built
/// once, two at a time, with the same bits as one after the other.
namespace limber::app {

struct PreparedCharacter {
    SceneMember member;
    CharacterDescription base;        // what its scene's file says
    CharacterDescription description; // with the member's changes
    CharacterPtr character;           // the same one for all who name the same scene and change nothing that is built
};

struct PreparedScene {
    std::vector<PreparedCharacter> members;
    std::vector<CharacterPtr> models;  // each once, in the order of their first appearance
    std::vector<std::string> warnings; // about the files
};

struct ScenePreparation {
    MeshUnit unit = MeshUnit::metre;
    Purpose purpose = Purpose::numbers;
    Threads threads = {};
    const Cache* cache = nullptr;
    Progress* progress = nullptr;
    FactorizationCache* factorizations = nullptr; // of a character that comes alone
    /// What a scene is to be instead of what its file says.
    std::function<Result<CharacterDescription>(const CharacterDescription&)> adjusted = {};
};

/// Fails as `describe`, `adjusted` and `build_character` do.
Result<PreparedScene> prepared_scene(const SceneDescription& description, const ScenePreparation& how);

/// The controls with which one of them starts: those of its description, standing in its place.
LiveControls starting_controls(const PreparedCharacter& one);

/// Reads any file as a scene; a single character becomes a scene of one at the place that its file states. Fails
/// as `read_scene_file`.
Result<Repaired<SceneDescription>> scene_in(const std::filesystem::path& path);

} // namespace limber::app
