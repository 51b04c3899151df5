// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <optional>
#include <vector>

/// Reads any supported file as the description of a scene.
namespace limber::app {

/// A scene file is read; a tet mesh or a surface becomes a scene of its own with every default, with the
/// `rig.json` and the clips that lie beside it, and with the unit 0: if its size is implausible for a character, it is
/// scaled by a power of ten to about a metre (plausible_unit.h); a list of one character (scene_description.h) gives
/// that character without its live state; "creature:whale" is a creature (creatures/creatures.h), which is made where
/// it is missing, and starts with the gait that the data folder "assets/gaits" has for it. Fails with bad_input and
/// with cancelled.
Result<Repaired<CharacterDescription>> describe(const std::filesystem::path& path, Progress* progress = nullptr);

/// Why describe() would refuse a file, by the ending of its name alone; nullopt: it may open.
std::optional<Error> refusal_by_name(const std::filesystem::path& path);
/// Likewise by its name and its first bytes, which are read.
std::optional<Error> refusal_by_start(const std::filesystem::path& path);

/// The scene that opens when none is named, in the data folder "assets" (see platform_paths/data_folder.h). Fails with
/// bad_input when there is none.
Result<std::filesystem::path> default_scene();

} // namespace limber::app
