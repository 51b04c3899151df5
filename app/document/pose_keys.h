// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/number_limits.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <memory>
#include <optional>
#include <vector>

/// Keyframes of the rig that the user sets: offsets of bones and weights of targets at times of the clip. Between the
/// keys they are interpolated (motion/key_sampler.h) and added to the clip that plays. A key holds only the bones and
/// targets that were keyed at its time.
namespace limber::app {

inline constexpr std::size_t pose_keys_max = 10000;
inline constexpr double same_key_seconds = 1e-4; // [s] keys closer than this are one key
inline constexpr double usual_keys_length = 2.0; // [s]
inline constexpr Range keys_length_range{0.01, 1e6};

struct KeyedBone {
    int bone = 0;
    Affine offset = identity_affine(); // in the bone's own frame
    bool operator==(const KeyedBone&) const = default;
};

struct KeyedTarget {
    int target = 0;
    double weight = 0.0; // is added to the clip's
    bool operator==(const KeyedTarget&) const = default;
};

struct PoseKey {
    double time = 0.0;                     // [s] of the clip
    std::vector<KeyedBone> bones = {};     // ascending
    std::vector<KeyedTarget> targets = {}; // ascending
    bool operator==(const PoseKey&) const = default;
};

/// The keys in the order of their times. Copies share them; an edit makes a new list.
class PoseKeys {
public:
    PoseKeys() = default;
    /// Precondition: the times ascend.
    explicit PoseKeys(std::vector<PoseKey> keys, double length = usual_keys_length);

    bool is_empty() const {
        return all().empty();
    }
    const std::vector<PoseKey>& all() const;
    /// How long the keys take where no clip plays [s]; they loop.
    double length() const {
        return length_;
    }
    /// Null if no key is at this time.
    const PoseKey* at(double time) const;
    /// Whether it is the same list, and not only an equal one.
    bool is_same_list(const PoseKeys& other) const {
        return keys_ == other.keys_ && length_ == other.length_;
    }
    bool operator==(const PoseKeys& other) const {
        return is_same_list(other) || (length_ == other.length_ && all() == other.all());
    }

private:
    std::shared_ptr<const std::vector<PoseKey>> keys_; // null: none
    double length_ = usual_keys_length;
};

/// Sets the bones and targets of the key; others of a key at the same time stay.
PoseKeys with_key(const PoseKeys& keys, const PoseKey& key);
PoseKeys without_key(const PoseKeys& keys, double time);
/// The key stays where it is if another one is at the new time.
PoseKeys with_key_moved(const PoseKeys& keys, double from, double to);
PoseKeys with_length(const PoseKeys& keys, double length);

std::optional<Error> fault_in(const PoseKeys& keys);

/// {"length": 2, "keys": [{"time": 0.5, "bones": [{"bone": 1, "offset": [[1,0,0,0], [0,1,0,0], [0,0,1,0.1]]}],
///                         "targets": [{"target": 0, "weight": 0.5}]}]}
/// Refuses times that do not ascend, and a bone or target twice in one key.
void read_value(const JsonNode& node, PoseKeys& keys);
Json pose_keys_json(const PoseKeys& keys);

} // namespace limber::app
