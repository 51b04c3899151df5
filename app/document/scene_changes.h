#pragma once

#include "app/document/character_description.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>

/// What makes one scene of another, as a JSON merge patch [RFC 7386] of the scene's file (scene_file.h): the members
/// that are otherwise, null for those that are gone. Paths in it are relative to the folder of that file, as the file's
/// own are.
namespace limber::app {

/// Where the paths of a scene's changes start; the root of all where no file holds the scene.
std::filesystem::path folder_of_changes(const std::filesystem::path& scene);

/// One line of JSON; empty where nothing differs.
std::string changes_between(const CharacterDescription& from, const CharacterDescription& to,
                            const std::filesystem::path& folder);

/// Warns of unknown members. Fails with bad_input: no scene comes out of it (its path, in `where`).
Result<Repaired<CharacterDescription>> changed(const CharacterDescription& scene, const std::string& changes,
                                               std::string_view where, const std::filesystem::path& folder);

} // namespace limber::app
