#pragma once

#include "app/creatures/makers/figure.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Characters that are too large to keep in the repository. They are made where they are first asked for, by the
/// program that made those that are kept (app/creatures/makers), the same bits every time, and then lie in the user's
/// cache:
///
///     $LIMBER_CACHE/creatures/EDITION/whale/{meshes,rigs,clips,scenes}, MANIFEST
///     the usual folder's creatures/... (places/caches.h) where LIMBER_CACHE is not set
///     a folder of the process alone, which goes with it, where LIMBER_CACHE is "off"
///
/// An edition is a hash of the sources that make the creatures, so that no program finds the creatures of another
/// edition. The first creature of an edition replaces all older ones. A folder appears as a whole or not at all. Each
/// file is compared with the manifest before use: two programs may share the cache, and a damaged file is made again.
namespace limber::app {

/// "creature:whale" stands for the scene of the whale wherever a scene can be named.
std::optional<std::string> creature_named_by(const std::filesystem::path& path);
std::filesystem::path creature_path(const std::string& name);

/// In alphabetical order.
std::vector<std::string> creature_names();
/// "; the built-in one is creature:whale" for "whale", which is no file; empty if there is none of that name.
std::string built_in_hint(const std::filesystem::path& path);

/// What people call a scene: "The sea", "Wanda the whale", and a file by its name without the folder.
std::string spoken_name(const std::filesystem::path& scene);

/// Where those of this edition are kept.
Result<std::filesystem::path> creature_folder();
/// Those of this process alone, where it ends without its destructors.
void remove_passing_creatures();
/// What lies beside the folder of an edition that does not exist yet.
void remove_other_editions(const std::filesystem::path& edition);

/// The scene files, in the order of the names; what is missing is made, two at a time. Fails with bad_input (no such
/// creature, no place for a cache, a build without a mesher), and with cancelled.
Result<std::vector<std::filesystem::path>> creature_scenes(const std::vector<std::string>& names,
                                                           Progress* progress = nullptr);

/// One's own figure in one's own cache. Fails as above.
Result<std::filesystem::path> kept_scene(const assets::Figure& figure, const std::filesystem::path& cache,
                                         Progress* progress = nullptr);

} // namespace limber::app
