// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <functional>
#include <memory>
#include <span>
#include <thread>

/// Receives UDP packets on this machine alone: the socket is bound to the loopback address, so that no other machine
/// can send to it.
namespace limber::app {

class UdpReceiver {
public:
    using Take = std::function<void(std::span<const char> packet)>;

    /// Calls `take` on a thread of its own for each packet. Port 0: any free one. Fails with bad_input if the port is
    /// in use, or may not be used.
    static Result<std::unique_ptr<UdpReceiver>> open(int port, Take take);
    ~UdpReceiver();
    UdpReceiver(const UdpReceiver&) = delete;
    UdpReceiver& operator=(const UdpReceiver&) = delete;

    int port() const {
        return port_;
    }

private:
    UdpReceiver(int socket, int port, Take take) : socket_(socket), port_(port), take_(std::move(take)) {}
    void run();

    int socket_;
    int port_;
    int wake_read_ = -1; // a pipe that ends the thread
    int wake_write_ = -1;
    Take take_;
    std::thread thread_;
};

} // namespace limber::app
