#pragma once

#include "assets/characters/figure.h"
#include "engine/core/result.h"

#include <filesystem>

/// MANIFEST: one line a file below assets/ that is not a source: path, content hash (core/hash.h), licence, and what
/// it is; tab-separated, in the order of the paths.
namespace limber::assets {

Result<Done> write_manifest(const std::vector<Figure>& figures, const std::filesystem::path& folder);

} // namespace limber::assets
