// SPDX-License-Identifier: MIT
#include "app/live_input/live_input.h"

#include "tests/support/eventually.h"
#include "tests/support/loopback_sender.h"
#include "tests/support/needed.h"
#include "tests/support/osc_packets.h"

#include <arpa/inet.h>
#include <ifaddrs.h>

#include <cmath>
#include <gtest/gtest.h>
#include <thread>

namespace limber::app {
namespace {

using limber::testing::eventually;
using limber::testing::LoopbackSender;
using limber::testing::osc_bundle;
using limber::testing::vmc_bone;

class Tracker : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_read_packets(), "liblo in this build");
        auto opened = LiveInput::listen(0);
        ASSERT_TRUE(opened) << sentence(opened.error());
        input = std::move(opened).value();
    }

    std::shared_ptr<LiveInput> input;
};

TEST_F(Tracker, SendsPosesThatArriveInOrder) {
    LoopbackSender sender(input->port());
    constexpr int count = 200;
    for (int i = 1; i <= count; ++i) {
        const auto angle = static_cast<float>(0.001 * i);
        ASSERT_TRUE(sender.send(osc_bundle({vmc_bone("Head", 0, 0, 0, 0, std::sin(angle), 0, std::cos(angle))})));
        std::this_thread::sleep_for(std::chrono::milliseconds(i % 10 == 0 ? 4 : 0));
    }
    ASSERT_TRUE(eventually([&] { return input->packets() == count; }));
    EXPECT_EQ(input->malformed(), 0u);
    const auto now = LivePoses::Clock::now() + std::chrono::seconds(1);
    const auto pose = input->poses().at(now);
    ASSERT_TRUE(pose);
    const auto& head = *pose->rotations[*performer_bone("Head")];
    EXPECT_NEAR(std::atan2(-head.y(), head.w()), 0.001 * count, 1e-6) << "the last one";
}

TEST_F(Tracker, DamagedPacketsAreCounted) {
    LoopbackSender sender(input->port());
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(sender.send("garbage that is no message"));
    }
    ASSERT_TRUE(sender.send(osc_bundle({vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1)})));
    ASSERT_TRUE(eventually([&] { return input->packets() == 21; }));
    EXPECT_EQ(input->malformed(), 20u);
    EXPECT_TRUE(input->poses().first());
}

TEST_F(Tracker, APortInUseIsRefusedInOneSentence) {
    const auto second = LiveInput::listen(input->port());
    ASSERT_FALSE(second);
    EXPECT_NE(sentence(second.error()).find("UDP port"), std::string::npos);
    EXPECT_FALSE(LiveInput::listen(70000));
    const int port = input->port();
    input.reset();
    EXPECT_TRUE(LiveInput::listen(port)) << "it is free again";
}

// Packets to the machine's other addresses do not arrive.
TEST_F(Tracker, IsHeardOnThisMachineAlone) {
    ifaddrs* all = nullptr;
    ASSERT_EQ(getifaddrs(&all), 0);
    int sent = 0;
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const std::string packet = osc_bundle({vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1)});
    for (const ifaddrs* one = all; one; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET) {
            continue;
        }
        sockaddr_in to = *std::bit_cast<const sockaddr_in*>(one->ifa_addr);
        to.sin_port = htons(static_cast<std::uint16_t>(input->port()));
        if ((ntohl(to.sin_addr.s_addr) >> 24U) != 127U) {
            sent += sendto(socket, packet.data(), packet.size(), 0, std::bit_cast<const sockaddr*>(&to), sizeof(to)) > 0
                        ? 1
                        : 0;
        }
    }
    freeifaddrs(all);
    close(socket);
    LoopbackSender sender(input->port());
    ASSERT_TRUE(sender.send(packet));
    ASSERT_TRUE(eventually([&] { return input->packets() >= 1; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(input->packets(), 1u) << sent << " packets to other addresses";
}

} // namespace
} // namespace limber::app
