// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Characters that are too large for the repository. They are made on first use by the same code as the characters of
/// the repository (app/creatures/makers), with the same bits every time, and stored in the user's cache:
///
///     $LIMBER_CACHE/creatures/EDITION/whale/{meshes,rigs,clips,scenes}, MANIFEST
///     the usual folder's creatures/... (platform_paths/caches.h) if LIMBER_CACHE is not set
///     a temporary folder of the process, which is removed at its end, if LIMBER_CACHE is "off"
///
/// An edition is a hash of the sources that make the creatures, so that a program does not read the creatures of
/// another edition. The first creature of an edition replaces all older ones. A creature's folder is renamed into place
/// when it is complete. Each file is compared with the manifest before use: two programs may share the cache, and a
/// damaged file is made again.
namespace limber::app {

/// "creature:whale" stands for the scene of the whale wherever a scene can be named.
std::optional<std::string> creature_named_by(const std::filesystem::path& path);
std::filesystem::path creature_path(const std::string& name);

/// In alphabetical order.
std::vector<std::string> creature_names();

/// A scene of creatures (document/built_in_scenes.h).
struct BuiltInScene {
    std::string name;  // after "creature:"
    std::string title; // in texts
};
const std::vector<BuiltInScene>& built_in_scenes();

/// "; the built-in one is creature:whale" for "whale", which is no file; empty if there is none of that name.
std::string built_in_hint(const std::filesystem::path& path);

/// The name of a scene in texts: "The sea", "Wanda the whale"; of a file its name without the folder.
std::string display_name(const std::filesystem::path& scene);

/// Whether the scene of a creature is in the cache. Its files are compared with the manifest when it is used.
bool is_kept(const std::string& name);

/// The folder of the creatures of this edition.
Result<std::filesystem::path> creature_folder();
/// Removes the temporary folder, for a process that ends without destructors.
void remove_temporary_creatures();
/// Removes the folders of other editions, unless the folder of this one exists.
void remove_other_editions(const std::filesystem::path& edition);

/// The scene files, in the order of the names; missing creatures are made, two at a time. Fails with bad_input (no such
/// creature, no place for a cache, a build without a mesher), and with cancelled.
Result<std::vector<std::filesystem::path>> creature_scenes(const std::vector<std::string>& names,
                                                           Progress* progress = nullptr);

/// The scene file of a figure in a cache folder; the figure is made if it is missing. Fails as above.
Result<std::filesystem::path> cached_scene(const makers::Figure& figure, const std::filesystem::path& cache,
                                           Progress* progress = nullptr);

} // namespace limber::app
