// SPDX-License-Identifier: MIT
#include "app/live_input/udp_receiver.h"

#include "app/live_input/vmc_packet.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

Error cannot_listen(int port) {
    const std::string reason = std::strerror(errno);
    return {ErrorKind::bad_input,
            "cannot be received from (" + reason + "): close the program that uses the port, or choose another one",
            "UDP port " + std::to_string(port)};
}

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

// sockaddr_in is one kind of sockaddr, by the definition of sockets.
sockaddr* as_address(sockaddr_in& address) {
    return std::bit_cast<sockaddr*>(&address);
}

int port_of(int socket) {
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    getsockname(socket, as_address(address), &size);
    return ntohs(address.sin_port);
}

} // namespace

Result<std::unique_ptr<UdpReceiver>> UdpReceiver::open(int port, Take take) {
    if (port < 0 || port > 65535) {
        return Error{ErrorKind::bad_input, "must be between 0 and 65535", "UDP port " + std::to_string(port)};
    }
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) {
        return cannot_listen(port);
    }
    sockaddr_in address = loopback(port);
    std::unique_ptr<UdpReceiver> receiver(new UdpReceiver(socket, port, std::move(take)));
    std::array<int, 2> pipe_ends{};
    if (bind(socket, as_address(address), sizeof(address)) != 0 || pipe2(pipe_ends.data(), O_CLOEXEC) != 0) {
        return cannot_listen(port);
    }
    receiver->wake_read_ = pipe_ends[0];
    receiver->wake_write_ = pipe_ends[1];
    receiver->port_ = port_of(socket);
    receiver->thread_ = std::thread([one = receiver.get()] { one->run(); });
    return receiver;
}

UdpReceiver::~UdpReceiver() {
    if (thread_.joinable()) {
        while (write(wake_write_, "x", 1) < 0 && errno == EINTR) {
        }
        thread_.join();
    }
    for (const int file : {socket_, wake_read_, wake_write_}) {
        if (file >= 0) {
            close(file);
        }
    }
}

void UdpReceiver::run() {
    std::vector<char> bytes(packet_max);
    for (;;) {
        std::array<pollfd, 2> waiting{pollfd{socket_, POLLIN, 0}, pollfd{wake_read_, POLLIN, 0}};
        if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) {
            return;
        }
        if (waiting[1].revents != 0 || (waiting[0].revents & (POLLHUP | POLLNVAL)) != 0) {
            return;
        }
        if (waiting[0].revents != 0) { // an error ends when it is received
            const auto size = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (size > 0) {
                take_({bytes.data(), static_cast<std::size_t>(size)});
            }
        }
    }
}

} // namespace limber::app
