// SPDX-License-Identifier: MIT
#include "app/document/clip_overrides.h"

namespace limber::app {

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
        set_retargeting(model, clip, retargeting);
    }
}

} // namespace limber::app
