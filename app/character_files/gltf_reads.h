// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/gltf_file.h"

#include <filesystem>
#include <map>
#include <memory>

namespace limber::app {

using GltfCharacterPtr = std::shared_ptr<const Repaired<GltfCharacter>>;

/// The glTF file that was read last, so that a build reads it once for its mesh, rig, clips and look; and all files of
/// clips alone, which a build checks before it makes a body and plays afterwards.
class GltfReads {
public:
    /// `clips`: sampled where the build will ask for them.
    explicit GltfReads(GltfClips clips, Progress* progress = nullptr) : clips_(clips), progress_(progress) {}

    Result<GltfCharacterPtr> read(const std::filesystem::path& path, GltfClips clips = GltfClips::left_out);
    /// A file without its meshes (`GltfClips::alone`).
    Result<GltfCharacterPtr> read_clips(const std::filesystem::path& path);

private:
    GltfClips clips_;
    Progress* progress_; // null: nothing is cancelled
    std::filesystem::path path_;
    GltfClips read_clips_ = GltfClips::left_out;
    GltfCharacterPtr last_; // null: none
    std::map<std::filesystem::path, GltfCharacterPtr> clip_files_;
};

} // namespace limber::app
