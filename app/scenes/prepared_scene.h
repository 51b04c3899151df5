// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/live_controls.h"
#include "app/document/opening.h"
#include "app/document/scene_description.h"

#include <functional>
#include <vector>

/// Builds the characters of a scene from its description. Each character file is read once and each model is built
/// once, two in parallel, with the same bits as in sequence.
namespace limber::app {

struct PreparedCharacter {
    SceneMember member;
    CharacterDescription base;        // what its scene's file says
    CharacterDescription description; // with the member's changes
    CharacterPtr character;           // shared by members with the same scene and without changes that need a rebuild
};

struct PreparedScene {
    std::vector<PreparedCharacter> members;
    std::vector<CharacterPtr> models;  // each once, in the order of their first appearance
    Environment environment;           // of all members, with which their models are built
    double warm_up = 0.0;              // [s] simulated before the first frame
    std::vector<std::string> warnings; // about the files
};

struct ScenePreparation {
    Purpose purpose = Purpose::numbers;
    Threads threads = {};
    const Cache* cache = nullptr;
    Progress* progress = nullptr;
    FactorizationCache* factorizations = nullptr; // used if there is a single model
    Index surface_vertices = 0; // of the tets that fill a surface without a scene of its own; 0: the default number
    /// Changes a description before it is built; empty: no changes.
    std::function<Result<CharacterDescription>(const CharacterDescription&)> adjusted = {};
    /// Characters that `adjusted` has read by then: models of the same meshes do not make these again. null: none.
    const std::vector<CharacterPtr>* read = nullptr;
};

/// Fails like `describe`, `adjusted` and `build_character`.
Result<PreparedScene> prepared_scene(const SceneDescription& description, const ScenePreparation& how);

/// The starting controls of a character: those of its description, at its placement.
LiveControls starting_controls(const PreparedCharacter& one);
/// Where a reset puts the rig, and on which its ground is drawn: where the scene placed it before it was moved.
Affine home_of(const PreparedCharacter& one);

/// Reads any file as a scene; a single character becomes a scene of one. Fails like `read_scene_file`.
Result<Repaired<SceneDescription>> scene_in(const std::filesystem::path& path);

} // namespace limber::app
