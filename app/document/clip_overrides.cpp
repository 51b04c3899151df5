// SPDX-License-Identifier: MIT
#include "app/document/clip_overrides.h"

#include "app/document/scene_paths.h"

#include <algorithm>
#include <utility>

namespace limber::app {

namespace {

std::optional<bool> keeps_foot_heights(const std::string& feet) {
    return feet.empty() ? std::nullopt : std::optional(feet == clip_feet_names.front());
}

} // namespace

ClipOverrides clip_overrides(std::vector<std::filesystem::path> files, const std::filesystem::path& joints,
                             std::optional<double> stride, const std::string& feet) {
    std::ranges::transform(files, files.begin(), absolute_path);
    return {std::move(files), joints.empty() ? joints : absolute_path(joints), stride, keeps_foot_heights(feet)};
}

void override_clips(ModelDescription& model, const ClipOverrides& overrides) {
    if (!overrides.files.empty()) {
        model.clips = overrides.files;
        model.retargeting.clear();
        model.active_clip = 0;
    }
    for (const auto& clip : model.clips) {
        ClipRetargeting retargeting = retargeting_of(model, clip);
        if (!overrides.joints.empty()) {
            retargeting.joints = overrides.joints;
            retargeting.bones.clear();
        }
        retargeting.stride = overrides.stride.value_or(retargeting.stride);
        retargeting.keeps_foot_heights = overrides.keeps_foot_heights.value_or(retargeting.keeps_foot_heights);
        set_retargeting(model, clip, retargeting);
    }
}

} // namespace limber::app
