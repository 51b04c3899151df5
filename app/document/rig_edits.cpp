// SPDX-License-Identifier: MIT
#include "app/document/rig_edits.h"

#include <algorithm>

namespace limber::app {

void change_rig(Scene& scene, int model, const RigChange& change) {
    ModelDescription& description = scene.models.at(model);
    const int instead = change.more_clips.empty() ? -1 : static_cast<int>(change.kept.size());
    const auto new_index = [&](int clip) {
        const auto found = std::ranges::find(change.kept, clip);
        return found == change.kept.end() ? instead : static_cast<int>(found - change.kept.begin());
    };
    std::vector<std::filesystem::path> clips;
    for (const int clip : change.kept) {
        clips.push_back(description.clips.at(static_cast<std::size_t>(clip)));
    }
    clips.insert(clips.end(), change.more_clips.begin(), change.more_clips.end());
    description.rig_kind = change.kind;
    description.rig = change.rig;
    description.clips = std::move(clips);
    description.retargeting.clear(); // it was of the other rig
    description.active_clip = new_index(description.active_clip);
    for (CharacterInstance& instance : scene.instances) {
        if (instance.model == model) {
            const bool stays = std::ranges::find(change.kept, instance.controls.clip) != change.kept.end();
            instance.controls.playback = stays ? instance.controls.playback : ClipPlayback{};
            instance.controls.clip = new_index(instance.controls.clip);
            instance.controls.keys = {};
            instance.controls.bone_offsets.clear();
            instance.controls.target_weights.clear();
        }
    }
}

} // namespace limber::app
