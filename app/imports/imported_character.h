// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/gltf_file.h"

#include <filesystem>
#include <optional>

/// Files of characters: glTF, and as well as it can be done FBX and Collada (conversion.h). A clip of any of them is
/// named by its number: fox.fbx#1 is the first.
namespace limber::app {

/// True for .glb, .gltf, .fbx and .dae.
bool is_character_format(const std::filesystem::path& path);

/// Of FBX and Collada there is always a warning. Fails as `read_gltf` and `converted` do; only a conversion is
/// cancelled.
Result<Repaired<GltfCharacter>> read_character_file(const std::filesystem::path& path,
                                                    GltfClips clips = GltfClips::sampled, Progress* progress = nullptr);

/// As `gltf_clip_named_by`, for all of these files.
std::optional<GltfClipName> clip_in_character_file(const std::filesystem::path& path);

} // namespace limber::app
