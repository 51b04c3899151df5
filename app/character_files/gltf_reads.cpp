// SPDX-License-Identifier: MIT
#include "app/character_files/gltf_reads.h"

#include "app/imports/imported_character.h"

namespace limber::app {

Result<GltfCharacterPtr> GltfReads::read(const std::filesystem::path& path, GltfClips clips) {
    const bool has_clips = read_clips_ == GltfClips::sampled || clips == GltfClips::left_out;
    if (last_ && path_ == path && has_clips) {
        return last_;
    }
    const GltfClips read_clips = clips_ == GltfClips::sampled ? clips_ : clips;
    auto read = read_character_file(path, read_clips, progress_);
    if (!read) {
        return read.error();
    }
    last_ = std::make_shared<const Repaired<GltfCharacter>>(std::move(read).value());
    path_ = path;
    read_clips_ = read_clips;
    return last_;
}

Result<GltfCharacterPtr> GltfReads::read_clips(const std::filesystem::path& path) {
    if (const auto known = clip_files_.find(path); known != clip_files_.end()) {
        return known->second;
    }
    auto read = read_character_file(path, GltfClips::alone, progress_);
    if (!read) {
        return read.error();
    }
    auto clips = std::make_shared<const Repaired<GltfCharacter>>(std::move(read).value());
    clip_files_.emplace(path, clips);
    return clips;
}

} // namespace limber::app
