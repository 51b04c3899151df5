// SPDX-License-Identifier: MIT
#pragma once

#include "app/live_input/performer.h"
#include "app/live_input/vmc_packet.h"

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

/// The newest poses of a tracker, from the thread that receives them to the thread that simulates. Both hold a lock for
/// as long as a pose is copied.
namespace limber::app {

/// Collects the messages of a frame. A frame is complete at the end of a bundle, at a message that says so, or when a
/// bone comes a second time.
class FrameCollector {
public:
    /// The poses of the frames that this packet completes.
    std::vector<PerformerPose> take(const VmcPacket& packet);

private:
    void apply(const VmcMessage& message, std::vector<PerformerPose>& frames);
    void complete(std::vector<PerformerPose>& frames);

    PerformerPose pose_;
    std::vector<bool> seen_ = std::vector<bool>(performer_skeleton().bones.size()); // in this frame
    bool has_begun_ = false;
};

/// The tracker sends poses at its own rate, and the simulation reads them at that of its steps. A step sees the
/// performer a little later than the newest frame, so that it lies between two frames, and interpolates between them by
/// the times of their arrival:
///
///     p(t) = slerp(p_i, p_i+1, (s - t_i) / (t_i+1 - t_i)),   s = t - d,   t_i <= s < t_i+1
///
/// with the delay d of one and a quarter mean frames, at most 0.1 s. Without newer frames the last one is held. In the
/// first half second the pose grows out of the rest pose.
class LivePoses {
public:
    using Clock = std::chrono::steady_clock;

    void add(PerformerPose pose, Clock::time_point arrival);
    /// The pose at a time; nullopt: none has arrived.
    std::optional<PerformerPose> at(Clock::time_point time) const;
    /// The first pose, from which the performer's way is measured.
    std::optional<PerformerPose> first() const;
    /// Frames a second, over the last frames; 0 after a second without any.
    double rate(Clock::time_point now) const;

private:
    struct Frame {
        Clock::time_point arrival;
        PerformerPose pose;
    };
    double interval() const;

    mutable std::mutex mutex_;
    std::deque<Frame> frames_; // the newest, ascending
    std::optional<Frame> first_;
};

} // namespace limber::app
