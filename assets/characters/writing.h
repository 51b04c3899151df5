#pragma once

#include "assets/characters/figure.h"
#include "assets/characters/skinning.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <filesystem>

/// A character as files: meshes/, rigs/, clips/ and scenes/ below one folder, with the labels of materials, colours and
/// contact beside the mesh, in the formats of engine/rig/rig_file.h and app/scene/scene_file.h. Numbers have six
/// significant digits.
namespace limber::assets {

struct Character {
    Figure figure;
    TetMesh mesh;
    Matrix weights; // n x b; b = 0 of one that walks by itself
    Painting painting;
    std::vector<int> materials; // t
    std::vector<int> limbs;     // t indices into those that have muscles of their own, counted from 1; 0: none
};

/// Meshes the figure and reads weights, colours and materials off it. Fails with cancelled, and as tetrahedralise does.
Result<Character> built(const Figure& figure, Progress* progress = nullptr);

/// The files' names below the folder, in the order of writing.
Result<std::vector<std::filesystem::path>> write(const Character& character, const std::filesystem::path& folder);

} // namespace limber::assets
