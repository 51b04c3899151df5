// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"
#include "engine/core/result.h"

#include <filesystem>

/// MANIFEST has one line for each data file below assets/: path, content hash (core/hash.h), licence and description,
/// separated by tabs and sorted by path.
namespace limber::makers {

Result<Done> write_manifest(const std::vector<Figure>& figures, const std::filesystem::path& folder);

} // namespace limber::makers
