// SPDX-License-Identifier: MIT
#pragma once

#include "app/live_input/live_poses.h"
#include "app/live_input/udp_receiver.h"
#include "engine/core/result.h"

#include <atomic>
#include <cstdint>
#include <memory>

/// A tracker of a performer, on this machine: it sends VMC packets (vmc_packet.h) to a UDP port.
namespace limber::app {

inline constexpr int usual_tracker_port = 39539; // of VMC's performers

class LiveInput {
public:
    /// Fails if the port cannot be used, or this build cannot read the packets.
    static Result<std::shared_ptr<LiveInput>> listen(int port);

    const LivePoses& poses() const {
        return poses_;
    }
    int port() const {
        return receiver_->port();
    }
    /// Packets that arrived, and whose poses and malformed messages are there.
    std::uint64_t packets() const {
        return packets_;
    }
    /// Messages that were left out because they were malformed.
    std::uint64_t malformed() const {
        return malformed_;
    }

private:
    LiveInput() = default;
    void take(std::span<const char> bytes);

    FrameCollector collector_; // of the receiving thread
    LivePoses poses_;
    std::atomic<std::uint64_t> packets_ = 0;
    std::atomic<std::uint64_t> malformed_ = 0;
    std::unique_ptr<UdpReceiver> receiver_; // last: its thread ends before the rest is destroyed
};

} // namespace limber::app
