// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_file.h"

#include <filesystem>
#include <memory>

namespace limber::app {

using GltfCharacterPtr = std::shared_ptr<const Repaired<GltfCharacter>>;

/// The glTF file that was read last, so that a build reads it once for its mesh, rig, clips and look.
class GltfReads {
public:
    /// `clips`: sampled where the build will ask for them.
    explicit GltfReads(GltfClips clips) : clips_(clips) {}

    Result<GltfCharacterPtr> read(const std::filesystem::path& path, GltfClips clips = GltfClips::left_out);

private:
    GltfClips clips_;
    std::filesystem::path path_;
    GltfClips read_clips_ = GltfClips::left_out;
    GltfCharacterPtr last_; // null: none
};

} // namespace limber::app
