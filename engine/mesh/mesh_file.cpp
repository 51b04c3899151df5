// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_file.h"

#include "engine/mesh/scanner.h"

namespace limber {

std::string extension_of(const std::filesystem::path& path) {
    return lower(path.extension().string());
}

} // namespace limber
