// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/morph_fit.h"

#include <filesystem>
#include <vector>

namespace limber {

/// glTF 2.0, binary. A node with a mesh a surface: the base of its fit, its targets as morph targets with positions and
/// normals, and one animation, "motion", which sets the weights at the time of each frame, the first at 0 s, linear
/// between them. A surface with materials has a primitive for each, all with the same vertices, and its pictures as
/// they came. `fits` has one fit a surface.
Result<Done> write_glb(const BakedMotion& motion, const std::vector<MorphFit>& fits, const std::filesystem::path& path);

} // namespace limber
