// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/pose_keys.h"

#include <vector>

/// Samples the user's keys of the rig at any time: each keyed bone and target follows a cubic Hermite curve through its
/// own keys. An offset is split into a translation, a rotation and a stretch (polar decomposition); rotations are
/// quaternions along the shorter arc. The slope at a key is that of the parabola through it and its two neighbours; it
/// is zero at the first and the last key of keys that do not repeat, and the offset is constant before and after them.
/// At the time of a key the offset is the keyed one, bit for bit.
namespace limber::app {

class KeySampler {
public:
    KeySampler() = default;
    /// `length`: of what plays [s]; keys after it have no effect. Periodic: its end continues at its start. Bones and
    /// targets that the rig does not have are left out.
    KeySampler(const PoseKeys& keys, std::size_t bones, std::size_t targets, double length, bool is_periodic);

    bool moves_bones() const {
        return !bones_.empty();
    }
    /// One offset a bone; the identity for bones without keys.
    std::vector<Affine> offsets_at(double time) const;
    /// Adds the keyed weights; one weight a target of the rig.
    void add_weights_at(double time, std::vector<double>& weights) const;

private:
    struct OffsetKey {
        Affine offset;
        Eigen::Vector4d rotation; // quaternion (x y z w)
        Vec3 translation;
        Mat3 stretch;
    };
    template <typename Value>
    struct Track {
        int number = 0; // of the bone or target
        std::vector<double> times;
        std::vector<Value> keys;
    };
    /// The keys around a time and their weights: value = sum weights[i] keys[indices[i]].
    struct Around {
        std::size_t indices[4] = {0, 0, 0, 0};
        double weights[4] = {0, 1, 0, 0};
        bool is_at_key = true; // the second one
    };
    Around around(const std::vector<double>& times, double time) const;
    Affine offset_in(const Track<OffsetKey>& track, double time) const;

    std::vector<Track<OffsetKey>> bones_;
    std::vector<Track<double>> targets_;
    std::size_t bone_count_ = 0;
    double length_ = 0.0;
    bool is_periodic_ = false;
};

} // namespace limber::app
