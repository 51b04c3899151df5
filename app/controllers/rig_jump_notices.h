// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/document/scene.h"
#include "app/simulation/snapshot.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/// Says where a rig has jumped (motion/rig_jump.h): once for a model, a clip and a pose, and not in each loop.
namespace limber::app {

class RigJumpNotices {
public:
    Commands update(const std::vector<Snapshot>& shown, const Scene& scene);

private:
    /// What poses a rig.
    struct Pose {
        int clip = -1;
        ClipPlayback playback;
        PoseKeys keys;
        std::vector<Affine> bone_offsets;
        std::vector<double> target_weights;
        Affine rig_offset = identity_affine();
        bool operator==(const Pose&) const = default;
    };
    struct Noted {
        std::uint64_t jumps = 0;                  // as of the newest snapshot
        std::optional<Pose> said;                 // nullopt: nothing was said
        std::weak_ptr<const Character> character; // of which it was said
    };
    static Pose pose_of(const Snapshot& shown, const CharacterControls& controls);

    std::map<int, Noted> noted_; // of each character
};

} // namespace limber::app
