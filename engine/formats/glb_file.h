// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/morph_fit.h"
#include "engine/formats/skin_fit.h"

#include <filesystem>
#include <vector>

/// glTF 2.0, binary: a node with a mesh a surface, and one animation, "motion", with a key at the time of each frame,
/// the first at 0 s, linear between them. A surface with materials has a primitive for each, all with the same
/// vertices, and its pictures as they came. There is one fit a surface.
namespace limber {

/// The base of each fit, its targets as morph targets with positions and normals, and their weights.
/// Fails with cancelled, as the normals take as long as the fits.
Result<Done> write_glb(const BakedMotion& motion, const std::vector<MorphFit>& fits, const std::filesystem::path& path,
                       const Progress* progress = nullptr);

/// The surface at rest with a skin, and its joints beside each other below one node: translations, rotations and, where
/// they change, scales.
Result<Done> write_glb(const BakedMotion& motion, const std::vector<SkinFit>& fits, const std::filesystem::path& path,
                       const Progress* progress = nullptr);

} // namespace limber
