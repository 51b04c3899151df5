// SPDX-License-Identifier: MIT
#pragma once

#include "engine/rig/skeleton.h"

#include <span>
#include <string>
#include <vector>

/// An animation clip: the bones' world matrices and the weights of the targets, key by key.
namespace limber {

struct Clip {
    std::string name;
    double frame_rate = 30.0;                             // [1/s]
    bool looping = true;                                  // the frame after the last is the first
    std::vector<Pose> keys;                               // frames x bones
    std::vector<std::vector<double>> target_weights = {}; // frames x targets, or empty: all are zero
    bool is_straight = false;                             // between its keys, which are many; else it is smooth

    int frame_count() const {
        return static_cast<int>(keys.size());
    }
    /// [s]; in a looping clip the last key interpolates to the first.
    double duration() const;
    std::span<const double> weights_of_frame(std::size_t frame) const {
        return target_weights.empty() ? std::span<const double>() : std::span(target_weights[frame]);
    }
};

/// Returns an error for no frames, a frame rate out of range, a frame for another number of bones, frames with other
/// numbers of weights than the first, or values that are not finite.
std::optional<Error> fault_in(const Clip& clip, int bone_count);

/// The step that three quarters of the steps between a clip's keys do not exceed, so that the few jumps of a motion do
/// not count; 0 without steps. A clip whose end is farther from its start than one and a half of them does not loop.
double usual_step(std::vector<double> steps);

/// Samples the clip smoothly at any time [s]: each matrix is split into a translation, a rotation and a stretch (polar
/// decomposition), and each part follows a Catmull-Rom curve through the keys, rotations as quaternions along the
/// shorter arc, so that velocities are continuous at the keys. A looping clip is periodic; any other is constant before
/// its start and after its end. The weights of targets follow such curves too. Between the keys of a straight clip each
/// part is linear instead. Sampling into a pose and weights of the right size does not allocate.
class ClipSampler {
public:
    /// Precondition: fault_in(clip) returns nothing.
    explicit ClipSampler(const Clip& clip);
    void sample(double time, Pose& pose) const;
    Pose at(double time) const;
    void sample_weights(double time, std::vector<double>& weights) const;
    /// Empty if the clip has none.
    std::vector<double> weights_at(double time) const;

private:
    struct Key {
        Eigen::Vector4d rotation; // quaternion (x y z w)
        Vec3 translation;
        Mat3 stretch;
    };
    /// Four frames around a time and their weights.
    struct Blend {
        int frames[4];
        double weights[4];
    };
    static Key key_of(const Affine& matrix);
    Blend blend_at(double time) const;
    Affine blended(const Blend& blend, std::size_t bone) const;

    std::vector<std::vector<Key>> keys_;              // frames x bones
    std::vector<std::vector<double>> target_weights_; // frames x targets, or empty
    double frame_rate_ = 30.0;
    bool looping_ = true;
    bool is_straight_ = false;
};

} // namespace limber
