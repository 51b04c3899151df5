// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>

/// The difference of two scenes as a JSON merge patch [RFC 7386] of the scene's file (character_file.h): changed
/// members, and null for removed ones. Paths in it are relative to the folder of that file.
namespace limber::app {

/// The folder to which the paths of a scene's changes are relative; the root folder if the scene has no file.
std::filesystem::path folder_of_changes(const std::filesystem::path& scene);

/// One line of JSON; empty if nothing differs.
std::string changes_between(const CharacterDescription& from, const CharacterDescription& to,
                            const std::filesystem::path& folder);

/// Warns about unknown members. Fails with bad_input if the result is not a valid scene; `where` has the member's path.
Result<Repaired<CharacterDescription>> changed(const CharacterDescription& scene, const std::string& changes,
                                               std::string_view where, const std::filesystem::path& folder);

} // namespace limber::app
