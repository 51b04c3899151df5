// SPDX-License-Identifier: MIT
#include "app/document/clip_overrides.h"

namespace limber::app {

std::optional<bool> parsed_clip_feet(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text == clip_feet_names.front());
}

void override_clips(ModelDescription& model, const ClipOverrides& overrides) {
    if (!overrides.files.empty()) {
        model.clips = overrides.files;
        model.retargeting.clear();
        model.active_clip = 0;
    }
    for (const auto& clip : model.clips) {
        ClipRetargeting retargeting = retargeting_of(model, clip);
        retargeting.joints = overrides.joints.empty() ? retargeting.joints : overrides.joints;
        retargeting.stride = overrides.stride.value_or(retargeting.stride);
        retargeting.keeps_foot_heights = overrides.keeps_foot_heights.value_or(retargeting.keeps_foot_heights);
        set_retargeting(model, clip, retargeting);
    }
}

} // namespace limber::app
