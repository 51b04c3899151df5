// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_clips.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {
namespace {

constexpr double seconds_max = 3600.0;
constexpr double least_rate = 120.0; // [1/s]
constexpr double rate_without_grid = 240.0;
constexpr double matrices_max = 2e6;    // of a clip, 0.2 GB
constexpr double error_aimed_at = 5e-5; // between frames, relative to the skeleton
// Twice as many frames leave a quarter of the error of a smooth motion.
constexpr double gain_when_smooth = 3.0;
constexpr double gap_closed = 1e-5; // between the ends of a loop, relative to the skeleton

enum class Interpolation { step, linear, cubic };
enum class Moved { translation, rotation, scale, weights };

struct Channel {
    int node = -1;
    Moved path = Moved::translation;
    Interpolation interpolation = Interpolation::linear;
    std::size_t width = 0;
    std::vector<double> times;
    std::vector<double> values; // keys x width; for cubic keys x 3 x width: in-tangent, value, out-tangent

    const double* row(std::size_t key, std::size_t part) const {
        return values.data() + (interpolation == Interpolation::cubic ? 3 * key + part : key) * width;
    }
};

std::optional<Moved> path_named(const std::string& name) {
    constexpr std::array names{"translation", "rotation", "scale", "weights"};
    const auto* const found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Moved>(found - names.begin()));
}

void normalise(double* quaternion) {
    Eigen::Map<Eigen::Vector4d> q(quaternion);
    const double length = q.norm();
    q = length > 1e-12 ? Eigen::Vector4d(q / length) : Eigen::Vector4d(0, 0, 0, 1);
}

// A cubic Hermite curve between keys.
void sample_cubic(const Channel& channel, std::size_t key, double u, double seconds, double* out) {
    const double u2 = u * u;
    const double u3 = u2 * u;
    const double* p0 = channel.row(key, 1);
    const double* m0 = channel.row(key, 2);
    const double* p1 = channel.row(key + 1, 1);
    const double* m1 = channel.row(key + 1, 0);
    for (std::size_t i = 0; i < channel.width; ++i) {
        out[i] = (2 * u3 - 3 * u2 + 1) * p0[i] + seconds * (u3 - 2 * u2 + u) * m0[i] + (3 * u2 - 2 * u3) * p1[i] +
                 seconds * (u3 - u2) * m1[i];
    }
}

void sample_rotation(const double* from, const double* to, double u, double* out) {
    const Eigen::Quaterniond a = Eigen::Quaterniond(Eigen::Map<const Eigen::Vector4d>(from)).normalized();
    const Eigen::Quaterniond b = Eigen::Quaterniond(Eigen::Map<const Eigen::Vector4d>(to)).normalized();
    Eigen::Map<Eigen::Vector4d>{out} = a.slerp(u, b).coeffs();
}

void sample(const Channel& channel, double time, double* out) {
    const auto after = std::ranges::upper_bound(channel.times, time);
    const std::size_t last = channel.times.size() - 1;
    const auto passed = static_cast<std::size_t>(after - channel.times.begin());
    const std::size_t key = passed == 0 ? 0 : passed - 1;
    if (passed == 0 || key == last || channel.interpolation == Interpolation::step) {
        std::copy_n(channel.row(key, 1), channel.width, out);
    } else {
        const double seconds = channel.times[key + 1] - channel.times[key];
        const double u = (time - channel.times[key]) / seconds;
        if (channel.interpolation == Interpolation::cubic) {
            sample_cubic(channel, key, u, seconds, out);
        } else if (channel.path == Moved::rotation) {
            sample_rotation(channel.row(key, 0), channel.row(key + 1, 0), u, out);
        } else {
            for (std::size_t i = 0; i < channel.width; ++i) {
                out[i] = (1.0 - u) * channel.row(key, 0)[i] + u * channel.row(key + 1, 0)[i];
            }
        }
    }
    if (channel.path == Moved::rotation) {
        normalise(out);
    }
}

std::size_t width_of(const Channel& channel, const GltfModel& file, const GltfNodes& tree) {
    switch (channel.path) {
    case Moved::rotation:
        return 4;
    case Moved::weights: {
        const int mesh = tree.nodes[static_cast<std::size_t>(channel.node)].mesh;
        if (mesh < 0 || file.model().meshes[static_cast<std::size_t>(mesh)].primitives.empty()) {
            return 0;
        }
        return file.model().meshes[static_cast<std::size_t>(mesh)].primitives.front().targets.size();
    }
    default:
        return 3;
    }
}

void read_keys(GltfModel& file, const tinygltf::AnimationSampler& sampler, const std::string& where, Channel& channel) {
    if (sampler.interpolation == "STEP") {
        channel.interpolation = Interpolation::step;
    } else if (sampler.interpolation == "CUBICSPLINE") {
        channel.interpolation = Interpolation::cubic;
    } else if (!sampler.interpolation.empty() && sampler.interpolation != "LINEAR") {
        return file.refuse("has an interpolation that is none of glTF's; export it again", where);
    }
    channel.times = file.values(sampler.input, {1}, where).numbers;
    const std::size_t width = channel.path == Moved::weights ? 1 : channel.width;
    channel.values = file.values(sampler.output, {width}, where).numbers;
    if (!file.is_sound()) {
        return;
    }
    if (std::ranges::adjacent_find(channel.times, std::greater_equal<>()) != channel.times.end() ||
        channel.times.front() < 0.0 || channel.times.back() > seconds_max) {
        return file.refuse("has times that do not grow from 0 s to at most an hour; export it again", where);
    }
    const std::size_t parts = channel.interpolation == Interpolation::cubic ? 3 : 1;
    if (channel.values.size() != channel.times.size() * parts * channel.width) {
        file.refuse("has another number of values than of times; export it again", where);
    }
}

// Not those of nodes that no one sees, and of kinds that are not of glTF itself.
std::vector<Channel> channels_of(GltfModel& file, const GltfNodes& tree, std::size_t index) {
    const tinygltf::Animation& animation = file.model().animations[index];
    std::vector<Channel> channels;
    for (std::size_t c = 0; c < animation.channels.size() && file.is_sound(); ++c) {
        const tinygltf::AnimationChannel& given = animation.channels[c];
        const std::string where = "animation " + std::to_string(index) + ", channel " + std::to_string(c);
        const auto path = path_named(given.target_path);
        if (given.target_node < 0 || !path) {
            continue;
        }
        if (!file.holds(given.target_node, tree.nodes.size(), "node", where) ||
            !file.holds(given.sampler, animation.samplers.size(), "sampler", where)) {
            break;
        }
        Channel channel{given.target_node, *path, Interpolation::linear, 0, {}, {}};
        channel.width = width_of(channel, file, tree);
        if (channel.width > 0) {
            read_keys(file, animation.samplers[static_cast<std::size_t>(given.sampler)], where, channel);
            channels.push_back(std::move(channel));
        }
    }
    return channels;
}

bool all_lie_on(const std::vector<Channel>& channels, double rate) {
    return std::ranges::all_of(channels, [&](const Channel& channel) {
        return std::ranges::all_of(channel.times,
                                   [&](double time) { return std::abs(time * rate - std::round(time * rate)) < 3e-3; });
    });
}

// The number of frames to the end, so that the file's keys lie on frames where they lie on any usual grid.
double frames_to(double end, const std::vector<Channel>& channels) {
    const Channel* longest = nullptr;
    for (const Channel& channel : channels) {
        longest = longest && longest->times.size() >= channel.times.size() ? longest : &channel;
    }
    const double first = longest->times.front();
    const double last = longest->times.back();
    const double own = last > first ? static_cast<double>(longest->times.size() - 1) / (last - first) : 24.0;
    for (const double rate : {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 100.0, 120.0, own, 1000.0}) {
        if (all_lie_on(channels, rate)) {
            return std::round(end * rate) * std::max(1.0, std::ceil(least_rate / rate));
        }
    }
    return std::ceil(end * rate_without_grid);
}

/// Poses of one animation, from one time to the next.
class PoseSampler {
public:
    PoseSampler(const GltfNodes& tree, const GltfBones& bones, const std::vector<std::vector<int>>& target_of,
                std::size_t target_count, const std::vector<Channel>& channels)
        : tree_(tree), bones_(bones), target_of_(target_of), target_count_(target_count), channels_(channels),
          nodes_(tree.nodes) {
        for (const GltfNode& node : nodes_) {
            locals_.push_back(node.local());
        }
    }

    std::size_t target_count() const {
        return target_count_;
    }

    /// Changes those of the weights that the animation moves.
    Pose at(double time, std::vector<double>& weights) {
        for (const Channel& channel : channels_) {
            values_.resize(channel.width);
            sample(channel, time, values_.data());
            move(channel, weights);
        }
        for (const Channel& channel : channels_) {
            locals_[static_cast<std::size_t>(channel.node)] = nodes_[static_cast<std::size_t>(channel.node)].local();
        }
        const std::vector<Affine> worlds = tree_.worlds(locals_);
        Pose pose;
        pose.reserve(bones_.node.size());
        for (const int node : bones_.node) {
            pose.push_back(node < 0 ? identity_affine() : worlds[static_cast<std::size_t>(node)]);
        }
        return pose;
    }

private:
    void move(const Channel& channel, std::vector<double>& weights) {
        GltfNode& node = nodes_[static_cast<std::size_t>(channel.node)];
        switch (channel.path) {
        case Moved::translation:
            node.translation = Eigen::Map<const Vec3>(values_.data());
            break;
        case Moved::rotation:
            node.rotation = Eigen::Map<const Eigen::Vector4d>(values_.data());
            break;
        case Moved::scale:
            node.scale = Eigen::Map<const Vec3>(values_.data());
            break;
        case Moved::weights: {
            const auto& targets = target_of_[static_cast<std::size_t>(node.mesh)];
            for (std::size_t t = 0; t < std::min(values_.size(), targets.size()); ++t) {
                weights[static_cast<std::size_t>(targets[t])] = values_[t];
            }
        }
        }
    }

    const GltfNodes& tree_;
    const GltfBones& bones_;
    const std::vector<std::vector<int>>& target_of_;
    std::size_t target_count_;
    const std::vector<Channel>& channels_;
    std::vector<GltfNode> nodes_; // as the last pose moved them
    std::vector<Affine> locals_;  // of the nodes
    std::vector<double> values_;
};

class ClipMaker {
public:
    ClipMaker(const GltfNodes& tree, const GltfBones& bones, const std::vector<std::vector<int>>& target_of,
              std::size_t target_count)
        : tree_(tree), bones_(bones), target_of_(target_of), target_count_(target_count) {}

    Clip clip(const std::vector<Channel>& channels, std::string name, std::vector<std::string>& warnings) const {
        double end = 0.0;
        for (const Channel& channel : channels) {
            end = std::max(end, channel.times.back());
        }
        const double most = std::max(2.0, std::floor(matrices_max / std::max(1, bones_.skeleton.bone_count())));
        double frames = end > 0.0 ? std::max(1.0, frames_to(end, channels)) : 0.0;
        if (frames > most) {
            warnings.push_back("the animation " + name + " is so long that it was sampled less often");
            frames = most;
        }
        PoseSampler poses(tree_, bones_, target_of_, target_count_, channels);
        Clip clip = resolved(poses, end, frames, most);
        clip.name = std::move(name);
        close(clip, channels);
        return clip;
    }

private:
    // With twice as many frames as often as it takes to come as near to the animation as aimed at.
    Clip resolved(PoseSampler& poses, double end, double frames, double most) const {
        Clip clip = with_rate(sampled(poses, end, frames, 0.0), end, frames);
        if (2.0 * frames > most) {
            return clip;
        }
        Clip between = sampled(poses, end, frames, 0.5);
        double error = error_between_frames(clip, between);
        double gain = 0.0; // of the last doubling
        while (error > error_aimed_at && 2.0 * frames <= most) {
            const bool is_sure = gain > gain_when_smooth && error < gain_when_smooth * error_aimed_at;
            Clip finer = with_rate(interleaved(std::move(clip), std::move(between)), end, 2.0 * frames);
            if (is_sure) {
                return finer;
            }
            between = sampled(poses, end, 2.0 * frames, 0.5);
            const double finer_error = error_between_frames(finer, between);
            if (finer_error > 0.8 * error) { // a step, which no rate resolves
                return with_rate(every_other(std::move(finer)), end, frames);
            }
            gain = error / finer_error;
            error = finer_error;
            clip = std::move(finer);
            frames *= 2.0;
        }
        return clip;
    }

    static Clip with_rate(Clip clip, double end, double frames) {
        clip.is_straight = true;
        clip.looping = false;
        clip.frame_rate = end > 0.0 ? std::clamp(frames / end, 1e-3, 1e5) : 30.0;
        return clip;
    }

    // The poses from `first` on, in frames.
    static Clip sampled(PoseSampler& poses, double end, double frames, double first) {
        Clip clip;
        for (double frame = first; frame <= frames; ++frame) {
            std::vector<double> weights(poses.target_count(), 0.0);
            clip.keys.push_back(poses.at(frames > 0.0 ? end * (frame / frames) : 0.0, weights));
            if (!weights.empty()) {
                clip.target_weights.push_back(std::move(weights));
            }
        }
        return clip;
    }

    template <typename T>
    static std::vector<T> interleaved(std::vector<T> even, std::vector<T> odd) {
        std::vector<T> all;
        all.reserve(even.size() + odd.size());
        for (std::size_t i = 0; i < even.size(); ++i) {
            all.push_back(std::move(even[i]));
            if (i < odd.size()) {
                all.push_back(std::move(odd[i]));
            }
        }
        return all;
    }

    static Clip interleaved(Clip even, Clip odd) {
        Clip all;
        all.keys = interleaved(std::move(even.keys), std::move(odd.keys));
        all.target_weights = interleaved(std::move(even.target_weights), std::move(odd.target_weights));
        return all;
    }

    static Clip every_other(Clip clip) {
        const auto keep_even = [](auto& frames) {
            for (std::size_t i = 1; 2 * i < frames.size(); ++i) {
                frames[i] = std::move(frames[2 * i]);
            }
            frames.resize((frames.size() + 1) / 2);
        };
        keep_even(clip.keys);
        keep_even(clip.target_weights);
        return clip;
    }

    // In the middle between frames, relative to the skeleton.
    double error_between_frames(const Clip& clip, const Clip& middles) const {
        if (fault_in(clip, bones_.skeleton.bone_count()) || clip.keys.size() < 2) {
            return 0.0; // it is refused later
        }
        const ClipSampler sampler(clip);
        Pose between(clip.keys.front().size());
        double most = 0.0;
        for (std::size_t frame = 0; frame + 1 < clip.keys.size(); ++frame) {
            sampler.sample((static_cast<double>(frame) + 0.5) / clip.frame_rate, between);
            most = std::max(most, difference(between, middles.keys[frame]));
        }
        return most;
    }

    // A clip loops that ends about a key of the file before its start, or on it: then without that frame.
    void close(Clip& clip, const std::vector<Channel>& channels) const {
        if (clip.keys.size() < 3) {
            return;
        }
        std::size_t key_count = 2;
        for (const Channel& channel : channels) {
            key_count = std::max(key_count, channel.times.size());
        }
        const std::size_t intervals = std::max<std::size_t>(key_count - 1, 8);
        const std::size_t stride = std::max<std::size_t>(1, (clip.keys.size() - 1) / intervals);
        std::vector<double> steps;
        for (std::size_t frame = stride; frame < clip.keys.size(); frame += stride) {
            steps.push_back(difference(clip.keys[frame], clip.keys[frame - stride]));
        }
        const double gap = difference(clip.keys.back(), clip.keys.front());
        clip.looping = gap <= std::max(1.5 * usual_step(std::move(steps)), gap_closed);
        if (gap <= gap_closed) {
            clip.keys.pop_back();
            if (!clip.target_weights.empty()) {
                clip.target_weights.pop_back();
            }
        }
    }

    // The largest distance of any two joints, and of points as far from them as the skeleton is large, relative to it.
    double difference(const Pose& a, const Pose& b) const {
        double extent = 1e-12;
        for (const Bone& bone : bones_.skeleton.bones) {
            extent = std::max(extent, (bone.rest.col(3) - bones_.skeleton.bones.front().rest.col(3)).norm());
        }
        double most = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Affine& rest = bones_.skeleton.bones[i].rest;
            const Affine change = a[i] - b[i];
            most = std::max(
                {most, change.leftCols<3>().norm() / rest.leftCols<3>().norm(), change.col(3).norm() / extent});
        }
        return most;
    }

    const GltfNodes& tree_;
    const GltfBones& bones_;
    const std::vector<std::vector<int>>& target_of_;
    std::size_t target_count_;
};

} // namespace

std::vector<bool> moving_nodes(GltfModel& file) {
    std::vector<bool> moves(file.model().nodes.size(), false);
    for (std::size_t a = 0; a < file.model().animations.size(); ++a) {
        for (const auto& channel : file.model().animations[a].channels) {
            if (channel.target_node < 0 || !path_named(channel.target_path)) {
                continue;
            }
            if (!file.holds(channel.target_node, moves.size(), "node", "animation " + std::to_string(a))) {
                return moves;
            }
            moves[static_cast<std::size_t>(channel.target_node)] = channel.target_path != "weights";
        }
    }
    return moves;
}

std::vector<Clip> gltf_clips(GltfModel& file, const GltfNodes& tree, const GltfBones& bones,
                             const std::vector<std::vector<int>>& target_of, std::size_t target_count,
                             std::vector<std::string>& warnings) {
    const ClipMaker maker(tree, bones, target_of, target_count);
    std::vector<Clip> clips;
    for (std::size_t i = 0; i < file.model().animations.size() && file.is_sound(); ++i) {
        const std::vector<Channel> channels = channels_of(file, tree, i);
        const std::string& given = file.model().animations[i].name;
        if (file.is_sound()) {
            clips.push_back(
                maker.clip(channels, given.empty() ? "animation " + std::to_string(i + 1) : given, warnings));
        }
    }
    return clips;
}

} // namespace limber
