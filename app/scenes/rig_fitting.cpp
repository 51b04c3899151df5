// SPDX-License-Identifier: MIT
#include "app/scenes/rig_fitting.h"

#include "app/character_build/character_loading.h"
#include "app/character_files/clip_loading.h"
#include "app/imports/imported_character.h"

#include <algorithm>

namespace limber::app {
namespace {

Result<std::vector<std::filesystem::path>>
animations_in(const std::filesystem::path& rig, const std::vector<std::filesystem::path>& without, GltfReads& files) {
    std::vector<std::filesystem::path> clips;
    if (!is_character_format(rig)) {
        return clips;
    }
    const auto read = files.read(rig);
    if (!read) {
        return read.error();
    }
    for (std::size_t clip = 0; clip < read.value()->value.clip_count; ++clip) {
        const std::filesystem::path path = gltf_clip_path(rig, clip);
        const bool is_new = std::ranges::find(without, path) == without.end();
        if (is_new && !(clip == 0 && std::ranges::find(without, rig) != without.end())) {
            clips.push_back(path);
        }
    }
    return clips;
}

} // namespace

Result<RigFit> fit_rig(const Character& built, const ModelDescription& wanted, Progress* progress) {
    Character character;
    static_cast<ModelDescription&>(character.description) = wanted;
    character.description.metres_per_unit = built.description.metres_per_unit;
    character.mesh = built.mesh;
    character.file_positions = built.file_positions;
    character.file_tets = built.file_tets;
    GltfReads files(GltfClips::left_out, progress);
    CachedBuild no_cache(nullptr);
    if (auto loaded = load_rig(character, no_cache, files); !loaded) {
        return loaded.error();
    }
    auto animations = animations_in(wanted.rig, wanted.clips, files);
    if (!animations) {
        return animations.error();
    }
    RigFit fit;
    std::ranges::transform(character.rig.skeleton.bones, std::back_inserter(fit.bones), &Bone::name);
    fit.faults = load_playable_clips(character, progress);
    if (progress && progress->is_cancelled()) {
        return Error{ErrorKind::cancelled, "cancelled", wanted.rig.string()};
    }
    fit.own_clips = std::move(animations).value();
    return fit;
}

} // namespace limber::app
