// SPDX-License-Identifier: MIT
#include "app/live_input/live_input.h"

#include <utility>

namespace limber::app {

Result<std::shared_ptr<LiveInput>> LiveInput::listen(int port) {
    if (!can_read_packets()) {
        return Error{ErrorKind::bad_input,
                     "was built without liblo, which reads a tracker's packets: install "
                     "liblo-dev and build again",
                     "this program"};
    }
    std::shared_ptr<LiveInput> input(new LiveInput);
    auto receiver = UdpReceiver::open(port, [one = input.get()](std::span<const char> bytes) { one->take(bytes); });
    if (!receiver) {
        return receiver.error();
    }
    input->receiver_ = std::move(receiver).value();
    return input;
}

void LiveInput::take(std::span<const char> bytes) {
    const auto arrival = LivePoses::Clock::now();
    const VmcPacket packet = read_packet(bytes);
    malformed_ += static_cast<std::uint64_t>(packet.malformed);
    for (PerformerPose& pose : collector_.take(packet)) {
        poses_.add(std::move(pose), arrival);
    }
    ++packets_;
}

} // namespace limber::app
