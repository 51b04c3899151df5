// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <poll.h>
#include <stop_token>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace limber::testing {

/// Listens where programs on Linux look for an X server, at the largest free one of the numbers from 0 to 9, and counts
/// the connections, which it closes.
class DisplayConnections {
public:
    DisplayConnections() : socket_(listening_socket()) {
        if (is_listening()) {
            thread_ = std::jthread([this](const std::stop_token& stop) { close_connections(stop); });
        }
    }
    ~DisplayConnections() {
        stop();
    }
    DisplayConnections(const DisplayConnections&) = delete;
    DisplayConnections& operator=(const DisplayConnections&) = delete;

    bool is_listening() const {
        return socket_ >= 0;
    }
    /// Ends the listening.
    int count() {
        stop();
        return count_;
    }

private:
    void stop() {
        if (thread_.joinable()) {
            thread_.request_stop();
            thread_.join();
        }
        if (socket_ >= 0) {
            close(socket_);
            socket_ = -1;
        }
    }

    void close_connections(const std::stop_token& stop) {
        constexpr int wait = 20; // [ms]
        while (!stop.stop_requested()) {
            pollfd listening{socket_, POLLIN, 0};
            if (poll(&listening, 1, wait) > 0) {
                ++count_;
                close(accept(socket_, nullptr, nullptr));
            }
        }
    }

    // In the abstract namespace of Linux: a zero and a name that is no file.
    static int listening_socket() {
        for (int number = 9; number >= 0; --number) {
            const std::string name = "/tmp/.X11-unix/X" + std::to_string(number);
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            name.copy(address.sun_path + 1, name.size());
            const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
            const int opened = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const auto* general = reinterpret_cast<const sockaddr*>(&address);
            if (bind(opened, general, size) == 0 && listen(opened, 16) == 0) {
                return opened;
            }
            close(opened);
        }
        return -1;
    }

    int socket_ = -1;
    std::atomic<int> count_ = 0;
    std::jthread thread_;
};

} // namespace limber::testing
