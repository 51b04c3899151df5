// SPDX-License-Identifier: MIT
#include "app/live_input/live_poses.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::size_t frames_max = 32;
constexpr double same_frame = 0.003;  // [s] a frame in several packets
constexpr double delay_frames = 1.25; // mean frames
constexpr double delay_max = 0.1;     // [s]
constexpr double rise_seconds = 0.5;  // from the rest pose to the first one
constexpr double silence_seconds = 1.0;
constexpr std::size_t blends_max = 512;

double seconds_between(LivePoses::Clock::time_point from, LivePoses::Clock::time_point to) {
    return Seconds(to - from).count();
}

PerformerPose rest_of(const PerformerPose& first) {
    PerformerPose rest = first;
    for (auto& rotation : rest.rotations) {
        rotation = rotation ? std::optional(Eigen::Quaterniond::Identity()) : std::nullopt;
    }
    rest.root_rotation.setIdentity();
    for (auto& blend : rest.blends) {
        blend.second = 0.0;
    }
    return rest;
}

} // namespace

std::vector<PerformerPose> FrameCollector::take(const VmcPacket& packet) {
    std::vector<PerformerPose> frames;
    for (const VmcMessage& message : packet.messages) {
        apply(message, frames);
    }
    if (packet.is_bundle) {
        complete(frames);
    }
    return frames;
}

void FrameCollector::complete(std::vector<PerformerPose>& frames) {
    if (has_begun_) {
        frames.push_back(pose_);
    }
    has_begun_ = false;
    seen_.assign(seen_.size(), false);
}

void FrameCollector::apply(const VmcMessage& message, std::vector<PerformerPose>& frames) {
    if (std::holds_alternative<FrameEnded>(message)) {
        complete(frames);
        return;
    }
    if (const auto* moved = std::get_if<BoneMoved>(&message)) {
        if (seen_[moved->bone]) {
            complete(frames);
        }
        seen_[moved->bone] = true;
        pose_.rotations[moved->bone] = moved->rotation;
        if (moved->bone == 0) {
            pose_.hips = moved->position;
        }
    } else if (const auto* root = std::get_if<RootMoved>(&message)) {
        pose_.root = root->position;
        pose_.root_rotation = root->rotation;
    } else if (const auto* blend = std::get_if<BlendWeighed>(&message)) {
        const auto found = std::ranges::find(pose_.blends, blend->name, &std::pair<std::string, double>::first);
        if (found != pose_.blends.end()) {
            found->second = blend->weight;
        } else if (pose_.blends.size() < blends_max) {
            pose_.blends.emplace_back(blend->name, blend->weight);
        }
    }
    has_begun_ = true;
}

void LivePoses::add(PerformerPose pose, Clock::time_point arrival) {
    const std::lock_guard lock(mutex_);
    if (!first_) {
        first_ = Frame{arrival, pose};
    }
    if (!frames_.empty() && seconds_between(frames_.back().arrival, arrival) < same_frame) {
        frames_.back().pose = std::move(pose);
        return;
    }
    frames_.push_back({arrival, std::move(pose)});
    if (frames_.size() > frames_max) {
        frames_.pop_front();
    }
}

// The mean time between the frames that are there [s].
double LivePoses::interval() const {
    if (frames_.size() < 2) {
        return 0.0;
    }
    return seconds_between(frames_.front().arrival, frames_.back().arrival) / static_cast<double>(frames_.size() - 1);
}

std::optional<PerformerPose> LivePoses::at(Clock::time_point time) const {
    const std::lock_guard lock(mutex_);
    if (frames_.empty()) {
        return std::nullopt;
    }
    const double delay = std::min(delay_max, delay_frames * interval());
    const auto seen = time - std::chrono::duration_cast<Clock::duration>(Seconds(delay));
    const auto after = std::ranges::upper_bound(frames_, seen, {}, &Frame::arrival);
    PerformerPose pose = after == frames_.end() ? frames_.back().pose : after->pose;
    if (after != frames_.end() && after != frames_.begin()) {
        const Frame& before = *std::prev(after);
        const double share = seconds_between(before.arrival, seen) / seconds_between(before.arrival, after->arrival);
        pose = blended(before.pose, after->pose, share);
    }
    const double rise = std::clamp(seconds_between(first_->arrival, time) / rise_seconds, 0.0, 1.0);
    return rise < 1.0 ? blended(rest_of(first_->pose), pose, rise * rise * (3.0 - 2.0 * rise)) : pose;
}

std::optional<PerformerPose> LivePoses::first() const {
    const std::lock_guard lock(mutex_);
    return first_ ? std::optional(first_->pose) : std::nullopt;
}

double LivePoses::rate(Clock::time_point now) const {
    const std::lock_guard lock(mutex_);
    const double mean = interval();
    const bool is_silent = frames_.empty() || seconds_between(frames_.back().arrival, now) > silence_seconds;
    return mean > 0.0 && !is_silent ? 1.0 / mean : 0.0;
}

} // namespace limber::app
