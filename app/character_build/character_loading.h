// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_build/cached_build.h"
#include "app/character_files/gltf_reads.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

/// Reads the files of a character, scales them to metres and applies the turn. Each function fills its part of the
/// character and adds its warnings.
namespace limber::app {

/// What a warning about thin parts of a surface suggests.
inline constexpr const char* more_vertices_remedy =
    "raise \"Tet vertices\" in the section Mesh (--vertices on the command line, target_vertices in a scene)";

/// Of the time of a whole build: what tets inside of a surface take.
inline constexpr double filling_share = 0.8;

/// Takes the tets of a surface from the cache if possible.
Result<Done> load_mesh(Character& character, CachedBuild& cached_build, GltfReads& files, Progress* progress);
/// Labels in a file of the tets or vertices in the mesh's file, carried to the character's tets if these are others.
/// `that`: as in read_labels.
Result<std::vector<int>> labels_of_tets(const Character& character, const std::filesystem::path& file, int label_count,
                                        std::string_view that = "are named by the scene");
Result<std::vector<int>> labels_of_vertices(const Character& character, const std::filesystem::path& file,
                                            int label_count, std::string_view that = "are named by the scene");
Result<Done> load_material(Character& character);
/// Takes what is carried from the surface in a file to many tets from the cache if possible.
Result<Done> load_rig(Character& character, CachedBuild& cached_build, GltfReads& files);
/// Loads the starting gait: the one in the scene, the one in its gait file, or an empty gait.
Result<Done> load_gait(Character& character);
Result<Done> load_look(Character& character);
} // namespace limber::app
