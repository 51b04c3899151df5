// SPDX-License-Identifier: MIT
#include "engine/rig/clip.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace limber {
namespace {

constexpr double frame_rate_min = 1e-3; // [1/s]
constexpr double frame_rate_max = 1e5;

Error bad_clip(std::string message, std::string where) {
    return Error{ErrorKind::bad_input, std::move(message), std::move(where)};
}

/// u in [0, 1) after the second of four keys.
void catmull_rom(double u, double (&weights)[4]) {
    weights[0] = 0.5 * u * (-1.0 + u * (2.0 - u));
    weights[1] = 0.5 * (2.0 + u * u * (-5.0 + 3.0 * u));
    weights[2] = 0.5 * u * (1.0 + u * (4.0 - 3.0 * u));
    weights[3] = 0.5 * u * u * (u - 1.0);
}

void linear(double u, double (&weights)[4]) {
    weights[0] = weights[3] = 0.0;
    weights[1] = 1.0 - u;
    weights[2] = u;
}

int wrapped(int frame, int count) {
    return ((frame % count) + count) % count;
}

std::optional<Error> fault_in_weights(const Clip& clip) {
    if (clip.target_weights.empty()) {
        return std::nullopt;
    }
    if (clip.target_weights.size() != clip.keys.size()) {
        return bad_clip("it has weights of targets for " + std::to_string(clip.target_weights.size()) + " of " +
                            std::to_string(clip.keys.size()) + " frames; give one row a frame",
                        "target_weights");
    }
    for (std::size_t frame = 0; frame < clip.target_weights.size(); ++frame) {
        const std::vector<double>& weights = clip.target_weights[frame];
        if (weights.size() != clip.target_weights.front().size()) {
            return bad_clip("it has another number of weights of targets than the first frame",
                            "frame " + std::to_string(frame));
        }
        if (!std::ranges::all_of(weights, [](double weight) { return std::isfinite(weight); })) {
            return bad_clip("a weight of a target is not a finite number", "frame " + std::to_string(frame));
        }
    }
    return std::nullopt;
}

} // namespace

double Clip::duration() const {
    return (looping ? frame_count() : std::max(frame_count() - 1, 0)) / frame_rate;
}

std::optional<Error> fault_in(const Clip& clip, int bone_count) {
    if (clip.keys.empty()) {
        return bad_clip("the clip has no frames; give at least one", "keys");
    }
    if (!(clip.frame_rate >= frame_rate_min && clip.frame_rate <= frame_rate_max)) {
        return bad_clip("the frame rate must lie between 0.001 and 100000 frames a second", "frame_rate");
    }
    for (std::size_t frame = 0; frame < clip.keys.size(); ++frame) {
        const std::string where = "frame " + std::to_string(frame);
        if (clip.keys[frame].size() != static_cast<std::size_t>(bone_count)) {
            return bad_clip("it holds " + std::to_string(clip.keys[frame].size()) + " bones, the rig has " +
                                std::to_string(bone_count) + "; use a clip that was made for this rig",
                            where);
        }
        for (const Affine& matrix : clip.keys[frame]) {
            if (!matrix.allFinite()) {
                return bad_clip("a matrix holds a value that is not a finite number", where);
            }
        }
    }
    return fault_in_weights(clip);
}

double usual_step(std::vector<double> steps) {
    if (steps.empty()) {
        return 0.0;
    }
    const auto usual = steps.begin() + static_cast<std::ptrdiff_t>(3 * (steps.size() - 1) / 4);
    std::ranges::nth_element(steps, usual);
    return *usual;
}

ClipSampler::ClipSampler(const Clip& clip)
    : target_weights_(clip.target_weights), frame_rate_(clip.frame_rate), looping_(clip.looping),
      is_straight_(clip.is_straight) {
    EXPECTS(!clip.keys.empty() && !fault_in(clip, static_cast<int>(clip.keys.front().size())));
    for (const Pose& pose : clip.keys) {
        std::vector<Key>& keys = keys_.emplace_back();
        keys.reserve(pose.size());
        for (const Affine& matrix : pose) {
            keys.push_back(key_of(matrix));
        }
    }
}

ClipSampler::Key ClipSampler::key_of(const Affine& matrix) {
    const Mat3 A = matrix.leftCols<3>();
    const Mat3 R = nearest_rotation(A);
    return {Eigen::Quaterniond(R).coeffs(), matrix.col(3), R.transpose() * A};
}

ClipSampler::Blend ClipSampler::blend_at(double time) const {
    EXPECTS(std::isfinite(time));
    const int count = static_cast<int>(keys_.size());
    double frame = time * frame_rate_;
    frame = looping_ ? frame - count * std::floor(frame / count) : frame;
    frame = std::clamp(frame, 0.0, looping_ ? count : count - 1.0); // far from zero, round-off leaves the cycle
    const int before = std::min(static_cast<int>(frame), looping_ ? count - 1 : std::max(count - 2, 0));
    Blend blend;
    if (is_straight_) {
        linear(frame - before, blend.weights);
    } else {
        catmull_rom(frame - before, blend.weights);
    }
    for (int i = 0; i < 4; ++i) {
        blend.frames[i] = before - 1 + i;
    }
    if (looping_) {
        for (int& index : blend.frames) {
            index = wrapped(index, count);
        }
        return blend;
    }
    // Extrapolates linearly beyond the ends: key -1 is 2 key 0 - key 1, folded into the weights.
    double(&w)[4] = blend.weights;
    if (blend.frames[0] < 0) {
        w[1] += 2.0 * w[0];
        w[2] -= w[0];
        w[0] = 0.0;
    }
    if (blend.frames[3] >= count) {
        w[2] += 2.0 * w[3];
        w[1] -= w[3];
        w[3] = 0.0;
    }
    for (int& index : blend.frames) {
        index = std::clamp(index, 0, count - 1);
    }
    return blend;
}

Affine ClipSampler::blended(const Blend& blend, std::size_t bone) const {
    Eigen::Vector4d rotation = Eigen::Vector4d::Zero();
    Eigen::Vector4d previous = keys_[static_cast<std::size_t>(blend.frames[0])][bone].rotation;
    Vec3 translation = Vec3::Zero();
    Mat3 stretch = Mat3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        const Key& key = keys_[static_cast<std::size_t>(blend.frames[i])][bone];
        // q and -q are the same rotation; the one closer to the previous key is used.
        previous = key.rotation.dot(previous) < 0.0 ? Eigen::Vector4d(-key.rotation) : key.rotation;
        rotation += blend.weights[i] * previous;
        translation += blend.weights[i] * key.translation;
        stretch += blend.weights[i] * key.stretch;
    }
    Affine matrix;
    matrix.leftCols<3>() = Eigen::Quaterniond(rotation).normalized().toRotationMatrix() * stretch;
    matrix.col(3) = translation;
    return matrix;
}

void ClipSampler::sample(double time, Pose& pose) const {
    EXPECTS(pose.size() == keys_.front().size());
    const Blend blend = blend_at(time);
    for (std::size_t bone = 0; bone < pose.size(); ++bone) {
        pose[bone] = blended(blend, bone);
    }
}

Pose ClipSampler::at(double time) const {
    Pose pose(keys_.front().size());
    sample(time, pose);
    return pose;
}

void ClipSampler::sample_weights(double time, std::vector<double>& weights) const {
    EXPECTS(weights.size() == (target_weights_.empty() ? 0 : target_weights_.front().size()));
    const Blend blend = blend_at(time);
    for (std::size_t t = 0; t < weights.size(); ++t) {
        weights[t] = 0.0;
        for (std::size_t i = 0; i < 4; ++i) {
            weights[t] += blend.weights[i] * target_weights_[static_cast<std::size_t>(blend.frames[i])][t];
        }
    }
}

std::vector<double> ClipSampler::weights_at(double time) const {
    std::vector<double> weights(target_weights_.empty() ? 0 : target_weights_.front().size());
    sample_weights(time, weights);
    return weights;
}

} // namespace limber
