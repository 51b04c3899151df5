// SPDX-License-Identifier: MIT
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <string>

/// Sends UDP packets to a port of this machine.
namespace limber::testing {

class LoopbackSender {
public:
    explicit LoopbackSender(int port) : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        to_.sin_family = AF_INET;
        to_.sin_port = htons(static_cast<std::uint16_t>(port));
        to_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    ~LoopbackSender() {
        close(socket_);
    }
    LoopbackSender(const LoopbackSender&) = delete;
    LoopbackSender& operator=(const LoopbackSender&) = delete;

    bool send(const std::string& packet) {
        return sendto(socket_, packet.data(), packet.size(), 0, std::bit_cast<const sockaddr*>(&to_), sizeof(to_)) ==
               static_cast<ssize_t>(packet.size());
    }

private:
    int socket_;
    sockaddr_in to_{};
};

} // namespace limber::testing
