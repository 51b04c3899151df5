// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace limber {

/// The files that a mesh names and that are read with it: the material libraries of an .obj and their pictures, the
/// buffers and pictures of a .gltf. Empty for other kinds, and where the file cannot be read. They need not exist.
std::vector<std::filesystem::path> files_named_in(const std::filesystem::path& mesh);

} // namespace limber
