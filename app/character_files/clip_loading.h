// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_files/gltf_reads.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Reads the clips of a character, scales them to metres, turns them, and carries those of other skeletons over to its
/// rig.
namespace limber::app {

Result<Done> load_clips(Character& character, GltfReads& files);
/// Fails where load_clips would because a clip is not there or its bones have other names than the rig's, as far as
/// their files alone show it: before a body is made, which takes long.
Result<Done> check_clips(const CharacterDescription& scene, GltfReads& files);
/// The skeleton of a description's rig; nullopt: its file alone does not show it, without a body.
Result<std::optional<Skeleton>> skeleton_of_rig(const CharacterDescription& scene, GltfReads& files);
/// The joints in the file of a clip; nullopt: it cannot be read or has no skeleton of its own.
std::optional<Skeleton> skeleton_of_clip(const std::filesystem::path& path);
/// Their names, which a file of joints and bones may name; empty: none.
std::vector<std::string> joints_of_clip(const std::filesystem::path& path);
/// Loads those clips of the description that the rig can play. Returns for each why it cannot be played; nullopt: it
/// can.
std::vector<std::optional<Error>> load_playable_clips(Character& character, Progress* progress);

} // namespace limber::app
