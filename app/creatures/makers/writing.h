// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"
#include "app/creatures/makers/skinning.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <filesystem>

/// Writes a character to meshes/, rigs/, clips/ and scenes/ below one folder, with the labels of materials, colours and
/// contact points beside the mesh, in the formats of engine/rig/rig_file.h and app/document/character_file.h. Numbers
/// have six significant digits.
namespace limber::makers {

struct Character {
    Figure figure;
    TetMesh mesh;
    Matrix weights; // n x b; b = 0 for a walker
    Painting painting;
    std::vector<int> materials; // t
    std::vector<int> limbs;     // t indices into the limbs with muscles of their own, counted from 1; 0 means none
};

/// Meshes the figure and computes weights, colours and materials; rods have none of these. Fails with cancelled and
/// with the errors of tetrahedralise.
Result<Character> build(const Figure& figure, Progress* progress = nullptr);

/// Returns the paths of the files below the folder, in the order of writing.
Result<std::vector<std::filesystem::path>> write(const Character& character, const std::filesystem::path& folder);

} // namespace limber::makers
