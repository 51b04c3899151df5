// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene_description.h"

#include <filesystem>
#include <vector>

/// The files from which characters are read, which nothing that is written may replace.
namespace limber::app {

/// All that the description names, and what its mesh and its rig name in their turn (formats/named_files.h). Names that
/// are empty are left out.
std::vector<std::filesystem::path> files_of(const ModelDescription& model);
/// Those of all members, and the members' scenes. A scene that cannot be read has no files.
std::vector<std::filesystem::path> files_of(const SceneDescription& scene);

} // namespace limber::app
