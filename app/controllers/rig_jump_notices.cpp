// SPDX-License-Identifier: MIT
#include "app/controllers/rig_jump_notices.h"

#include <utility>

namespace limber::app {

RigJumpNotices::Pose RigJumpNotices::pose_of(const Snapshot& shown, const CharacterControls& controls) {
    return {shown.clip,         controls.playback, controls.keys, controls.bone_offsets, controls.target_weights,
            controls.rig_offset};
}

Commands RigJumpNotices::update(const std::vector<Snapshot>& shown, const Scene& scene) {
    std::erase_if(noted_, [&](const auto& noted) { return !scene.instance(noted.first); });
    Commands commands;
    for (const Snapshot& one : shown) {
        const CharacterInstance* instance = scene.instance(one.id);
        if (!instance || !one.character) {
            continue;
        }
        Noted& noted = noted_[one.id];
        const std::uint64_t before = std::exchange(noted.jumps, one.rig_jumps);
        if (one.rig_jumps <= before) {
            continue;
        }
        Pose pose = pose_of(one, instance->controls);
        if (noted.character.lock() == one.character && noted.said == pose) {
            continue;
        }
        noted.said = std::move(pose);
        noted.character = one.character;
        commands.emplace_back(ShowMessage{
            {Message::Kind::notice,
             "The rig of " + one.character->description.name +
                 " jumped: its pose changed too far for one step. The flesh went along and was not thrown."}});
    }
    return commands;
}

} // namespace limber::app
