// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// Rigs, clips and motions without a body cannot be opened on their own. This module finds the mesh, the character or
/// the scene that uses them.
namespace limber::app {

struct CompanionFile {
    std::string kind;               // "rig", "clip" (in JSON), "motion" (.bvh, .glb)
    std::filesystem::path opens_by; // the mesh, character or scene to open instead; empty: unknown
    std::size_t others = 0;         // number of further such files
    bool comes_along = true;        // opening them uses it; else it is added to the open character
    std::size_t uncompared = 0;     // files beside it in FBX or Collada that may use it, but were not converted
};

inline constexpr std::uintmax_t bones_bytes_max = std::uintmax_t{32} << 20U; // of one file that is read for its bones

/// The rig beside a mesh: a rig file named after the mesh, or rig.json; empty if there is none.
std::filesystem::path rig_beside(const std::filesystem::path& mesh);

/// Whether the file is a motion without a body: a motion capture, or glTF with animations and no mesh.
bool is_motion_file(const std::filesystem::path& path);

/// Returns nullopt if the file is neither a rig nor a clip, nor a motion that a file beside it can play. A clip and a
/// motion belong to a mesh with a rig, or to a character in glTF, by the names of their bones; the one of which most
/// bones follow comes first. At most 32 meshes beside the file are read, and 128 files in glTF until 32 of them are
/// characters; of each only the bones, and none of more than 32 MB. Where none of them can play a motion, at most 4
/// files in FBX or Collada are converted to compare their bones, for at most 5 s each; `progress` cancels a conversion.
/// A motion that a scene names belongs to the scene.
std::optional<CompanionFile> companion_file(const std::filesystem::path& path, Progress* progress = nullptr);

/// The error for opening a motion that nothing beside it can play.
Error refusal_of_motion(const std::filesystem::path& path);

/// The error for opening such a file: what it is, which file uses it, and what to do.
Error refusal_of(const CompanionFile& companion, const std::filesystem::path& path);

} // namespace limber::app
