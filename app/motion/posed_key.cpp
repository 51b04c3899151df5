// SPDX-License-Identifier: MIT
#include "app/motion/posed_key.h"

#include "app/character/playing_clip.h"
#include "app/motion/key_sampler.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace limber::app {
namespace {

double length_for_keys(const Character& character, const CharacterControls& controls) {
    const double playing = playing_length(character, controls);
    return playing > 0.0 ? playing : controls.keys.length();
}

// The bones and targets of a new key.
struct Keyed {
    std::set<int> bones;
    std::set<int> targets;

    bool is_empty() const {
        return bones.empty() && targets.empty();
    }
};

Keyed posed_by_hand(const Character& character, const CharacterControls& controls, int bone) {
    Keyed keyed;
    const std::size_t bones = character.rig.skeleton.bones.size();
    if (bone >= 0 && bone < static_cast<int>(bones)) {
        keyed.bones.insert(bone);
    }
    for (std::size_t b = 0; b < controls.bone_offsets.size() && controls.bone_offsets.size() == bones; ++b) {
        if (controls.bone_offsets[b] != identity_affine()) {
            keyed.bones.insert(static_cast<int>(b));
        }
    }
    for (std::size_t t = 0; t < std::min(controls.target_weights.size(), character.rig.targets.size()); ++t) {
        if (controls.target_weights[t] != 0.0) {
            keyed.targets.insert(static_cast<int>(t));
        }
    }
    return keyed;
}

Keyed all_keyed(const PoseKeys& keys) {
    Keyed keyed;
    for (const PoseKey& key : keys.all()) {
        for (const KeyedBone& one : key.bones) {
            keyed.bones.insert(one.bone);
        }
        for (const KeyedTarget& one : key.targets) {
            keyed.targets.insert(one.target);
        }
    }
    return keyed;
}

// The keys of this bone alone.
PoseKeys keys_of_bone(const PoseKeys& keys, int bone) {
    std::vector<PoseKey> of_bone;
    for (const PoseKey& key : keys.all()) {
        const auto keyed = std::ranges::find(key.bones, bone, &KeyedBone::bone);
        if (keyed != key.bones.end()) {
            of_bone.push_back({key.time, {*keyed}});
        }
    }
    return PoseKeys(std::move(of_bone), keys.length());
}

} // namespace

double time_of_key(const Character& character, const CharacterControls& controls, double clip_time) {
    const double length = length_for_keys(character, controls);
    if (!is_periodic(character, controls)) {
        return std::clamp(clip_time, 0.0, length);
    }
    const double time = clip_time - length * std::floor(clip_time / length);
    return time >= 0.0 && time < length ? time : 0.0;
}

std::optional<CharacterControls> with_pose_keyed(const Character& character, CharacterControls controls,
                                                 double clip_time, int bone) {
    Keyed keyed = posed_by_hand(character, controls, bone);
    keyed = keyed.is_empty() ? all_keyed(controls.keys) : keyed;
    const std::size_t bones = character.rig.skeleton.bones.size();
    const std::size_t targets = character.rig.targets.size();
    std::erase_if(keyed.bones, [&](int b) { return b >= static_cast<int>(bones); });
    std::erase_if(keyed.targets, [&](int t) { return t >= static_cast<int>(targets); });
    if (keyed.is_empty()) {
        return std::nullopt;
    }
    PoseKey key{time_of_key(character, controls, clip_time)};
    const KeySampler sampler(controls.keys, bones, targets, length_for_keys(character, controls),
                             is_periodic(character, controls));
    std::vector<Affine> offsets = sampler.offsets_at(key.time);
    std::vector<double> weights(targets, 0.0);
    sampler.add_weights_at(key.time, weights);
    for (const int b : keyed.bones) {
        Affine& offset = offsets[static_cast<std::size_t>(b)];
        if (controls.bone_offsets.size() == bones) {
            Affine& by_hand = controls.bone_offsets[static_cast<std::size_t>(b)];
            offset = compose(offset, std::exchange(by_hand, identity_affine()));
        }
        key.bones.push_back({b, offset});
    }
    for (const int t : keyed.targets) {
        double& weight = weights[static_cast<std::size_t>(t)];
        if (static_cast<std::size_t>(t) < controls.target_weights.size()) {
            weight += std::exchange(controls.target_weights[static_cast<std::size_t>(t)], 0.0);
        }
        key.targets.push_back({t, weight});
    }
    if (std::ranges::all_of(controls.bone_offsets, [](const Affine& o) { return o == identity_affine(); })) {
        controls.bone_offsets.clear();
    }
    controls.target_weights = without_trailing_zeros(std::move(controls.target_weights));
    controls.keys = with_key(controls.keys, key);
    return controls;
}

Affine shown_offset(const Character& character, const CharacterControls& controls, double clip_time, int bone) {
    const std::size_t bones = character.rig.skeleton.bones.size();
    const auto index = static_cast<std::size_t>(bone);
    if (bone < 0 || index >= bones) {
        return identity_affine();
    }
    const KeySampler sampler(keys_of_bone(controls.keys, bone), bones, 0, length_for_keys(character, controls),
                             is_periodic(character, controls));
    const Affine keyed = sampler.offsets_at(clip_time)[index];
    return controls.bone_offsets.size() == bones ? compose(keyed, controls.bone_offsets[index]) : keyed;
}

} // namespace limber::app
