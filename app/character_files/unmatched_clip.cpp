// SPDX-License-Identifier: MIT
#include "app/character_files/unmatched_clip.h"

#include "app/character_files/clip_loading.h"
#include "app/imports/imported_character.h"
#include "engine/rig/retargeting.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace limber::app {
namespace {

std::filesystem::path file_of_clip(const std::filesystem::path& clip) {
    const auto in_character = clip_in_character_file(clip);
    return in_character ? in_character->file : clip;
}

} // namespace

std::optional<ClipWithoutMatches> clip_without_matches(const ModelDescription& model, const PlayingRig& before,
                                                       const Error& error) {
    if (error.kind != ErrorKind::bad_input || model.rig_kind != RigKind::file) {
        return std::nullopt;
    }
    const auto named = std::ranges::find_if(model.clips, [&](const std::filesystem::path& clip) {
        const bool is_added = std::ranges::find(before.clips, clip) == before.clips.end();
        return is_added && file_of_clip(clip).string() == error.where;
    });
    if (named == model.clips.end()) {
        return std::nullopt;
    }
    const auto joints = skeleton_of_clip(*named);
    if (!joints || joints->bones.empty() || names_fit(*joints, before.skeleton)) {
        return std::nullopt;
    }
    Error refusal = refusal_of_names(*joints, before.skeleton);
    refusal.where = error.where;
    return ClipWithoutMatches{*named, std::move(refusal)};
}

std::vector<std::string> distinct_names_of(const Skeleton& skeleton) {
    std::vector<std::string> names;
    std::set<std::string_view> known;
    for (const Bone& bone : skeleton.bones) {
        if (!bone.name.empty() && known.insert(bone.name).second) {
            names.push_back(bone.name);
        }
    }
    return names;
}

} // namespace limber::app
