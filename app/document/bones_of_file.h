// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/rig/skeleton.h"

#include <cstdint>
#include <filesystem>
#include <optional>

/// The bones that files of rigs, characters and motions name, to find out which of them belong together.
namespace limber::app {

/// Their names and parents; all rest at the origin. Of a rig and a clip in JSON (a clip has no parents), of a motion
/// capture, and of glTF the joints of its skins, or all nodes without them: only its JSON is read. nullopt: another
/// file, one that cannot be read, or one of which more than `bytes_max` would have to be read.
std::optional<Skeleton> bones_of_file(const std::filesystem::path& path, std::uintmax_t bytes_max);

/// The same of a glTF file that is no motion: it has a mesh or no animations.
std::optional<Skeleton> bones_of_character(const std::filesystem::path& path, std::uintmax_t bytes_max);

/// The same of a character in FBX or Collada, converted by a child process; nullopt also: after `seconds_max` [s], when
/// cancelled, or without a converter.
std::optional<Skeleton> bones_of_converted_character(const std::filesystem::path& path, double seconds_max,
                                                     Progress* progress);

/// The same of a glTF file that has animations and no mesh; without bones if they are faulty or too many. nullopt:
/// another file. The same limit.
std::optional<Skeleton> bones_of_gltf_motion(const std::filesystem::path& path, std::uintmax_t bytes_max);

/// Whether a clip in JSON can be played by a rig as `read_clip` does it (engine/rig/rig_file.h): it names each bone of
/// the rig once; or one of them has no names, and both have as many bones.
bool names_bones_of(const Skeleton& clip, const Skeleton& rig);

} // namespace limber::app
