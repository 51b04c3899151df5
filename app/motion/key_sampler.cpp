// SPDX-License-Identifier: MIT
#include "app/motion/key_sampler.h"

#include "engine/linalg/nearest_rotation.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// The track of this number; tracks ascend.
template <typename Track>
Track& track_of(std::vector<Track>& tracks, int number) {
    const auto place = std::ranges::lower_bound(tracks, number, {}, &Track::number);
    return place != tracks.end() && place->number == number ? *place : *tracks.insert(place, Track{number, {}, {}});
}

// The share of each neighbour's slope in the slope of a parabola at the key between them.
struct Slopes {
    double before = 0.0;
    double after = 0.0;
};

Slopes parabola(double before, double after) {
    return {after / (before + after), before / (before + after)};
}

} // namespace

KeySampler::KeySampler(const PoseKeys& keys, std::size_t bones, std::size_t targets, double length, bool is_periodic)
    : bone_count_(bones), length_(length), is_periodic_(is_periodic && length > 0.0) {
    for (const PoseKey& key : keys.all()) {
        if (is_periodic_ ? !(key.time < length) : length > 0.0 && !(key.time <= length)) {
            continue;
        }
        for (const KeyedBone& keyed : key.bones) {
            if (keyed.bone < static_cast<int>(bones)) {
                Track<OffsetKey>& track = track_of(bones_, keyed.bone);
                const Mat3 A = keyed.offset.leftCols<3>();
                const Mat3 R = nearest_rotation(A);
                track.times.push_back(key.time);
                track.keys.push_back(
                    {keyed.offset, Eigen::Quaterniond(R).coeffs(), keyed.offset.col(3), R.transpose() * A});
            }
        }
        for (const KeyedTarget& keyed : key.targets) {
            if (keyed.target < static_cast<int>(targets)) {
                Track<double>& track = track_of(targets_, keyed.target);
                track.times.push_back(key.time);
                track.keys.push_back(keyed.weight);
            }
        }
    }
}

KeySampler::Around KeySampler::around(const std::vector<double>& times, double time) const {
    const auto count = static_cast<std::ptrdiff_t>(times.size());
    if (is_periodic_) {
        time -= length_ * std::floor(time / length_);
        time = std::clamp(time, 0.0, length_);
    }
    const auto time_of = [&](std::ptrdiff_t i) { // also before the first and after the last one
        const std::ptrdiff_t turn = i < 0 ? -1 : i / count;
        return times[static_cast<std::size_t>(i - turn * count)] + static_cast<double>(turn) * length_;
    };
    const auto index_of = [&](std::ptrdiff_t i) {
        return static_cast<std::size_t>(((i % count) + count) % count);
    };
    std::ptrdiff_t at = std::upper_bound(times.begin(), times.end(), time) - times.begin() - 1;
    if (!is_periodic_) {
        at = std::max<std::ptrdiff_t>(at, 0);
    }
    Around found;
    found.indices[1] = index_of(at);
    const bool is_outside = !is_periodic_ && (at == count - 1 || time <= times.front());
    if (count == 1 || is_outside || time == time_of(at)) {
        return found;
    }
    const double h = time_of(at + 1) - time_of(at);
    const double u = (time - time_of(at)) / h;
    const bool has_before = is_periodic_ || at > 0;
    const bool has_after = is_periodic_ || at + 2 < count;
    const double h_before = has_before ? time_of(at) - time_of(at - 1) : 0.0;
    const double h_after = has_after ? time_of(at + 2) - time_of(at + 1) : 0.0;
    // Hermite's polynomials of the slopes at both keys, each with its slopes per second times h.
    const double first = u * (1.0 - u) * (1.0 - u);
    const double second = -u * u * (1.0 - u);
    const double rise = u * u * (3.0 - 2.0 * u);
    double(&w)[4] = found.weights;
    w[0] = w[3] = 0.0;
    w[1] = 1.0 - rise;
    w[2] = rise;
    if (has_before) {
        const Slopes share = parabola(h_before, h);
        const double before = first * share.before * h / h_before;
        const double after = first * share.after;
        w[0] -= before;
        w[1] += before - after;
        w[2] += after;
    }
    if (has_after) {
        const Slopes share = parabola(h, h_after);
        const double before = second * share.before;
        const double after = second * share.after * h / h_after;
        w[1] -= before;
        w[2] += before - after;
        w[3] += after;
    }
    found.indices[0] = has_before ? index_of(at - 1) : index_of(at);
    found.indices[2] = index_of(at + 1);
    found.indices[3] = has_after ? index_of(at + 2) : index_of(at + 1);
    found.is_at_key = false;
    return found;
}

Affine KeySampler::offset_in(const Track<OffsetKey>& track, double time) const {
    const Around found = around(track.times, time);
    if (found.is_at_key) {
        return track.keys[found.indices[1]].offset;
    }
    // q and -q are the same rotation; the one closer to the second key's is used.
    Eigen::Vector4d signs[4];
    signs[1] = track.keys[found.indices[1]].rotation;
    const auto closer = [&](std::size_t i, const Eigen::Vector4d& to) {
        const Eigen::Vector4d& q = track.keys[found.indices[i]].rotation;
        return q.dot(to) < 0.0 ? Eigen::Vector4d(-q) : q;
    };
    signs[0] = closer(0, signs[1]);
    signs[2] = closer(2, signs[1]);
    signs[3] = closer(3, signs[2]);
    Eigen::Vector4d rotation = Eigen::Vector4d::Zero();
    Vec3 translation = Vec3::Zero();
    Mat3 stretch = Mat3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        const OffsetKey& key = track.keys[found.indices[i]];
        rotation += found.weights[i] * signs[i];
        translation += found.weights[i] * key.translation;
        stretch += found.weights[i] * key.stretch;
    }
    Affine offset;
    offset.leftCols<3>() = Eigen::Quaterniond(rotation).normalized().toRotationMatrix() * stretch;
    offset.col(3) = translation;
    return offset;
}

std::vector<Affine> KeySampler::offsets_at(double time) const {
    std::vector<Affine> offsets(bone_count_, identity_affine());
    for (const Track<OffsetKey>& track : bones_) {
        offsets[static_cast<std::size_t>(track.number)] = offset_in(track, time);
    }
    return offsets;
}

void KeySampler::add_weights_at(double time, std::vector<double>& weights) const {
    for (const Track<double>& track : targets_) {
        const Around found = around(track.times, time);
        double weight = found.is_at_key ? track.keys[found.indices[1]] : 0.0;
        for (std::size_t i = 0; i < 4 && !found.is_at_key; ++i) {
            weight += found.weights[i] * track.keys[found.indices[i]];
        }
        weights[static_cast<std::size_t>(track.number)] += weight;
    }
}

} // namespace limber::app
