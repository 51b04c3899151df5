// SPDX-License-Identifier: MIT
#include "app/live_input/vmc_packet.h"

#include "app/live_input/performer.h"
#include "engine/core/random.h"
#include "tests/support/needed.h"
#include "tests/support/osc_packets.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace limber::app {
namespace {

using limber::testing::osc_bundle;
using limber::testing::osc_message;
using limber::testing::vmc_blend;
using limber::testing::vmc_bone;

class VmcPackets : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_read_packets(), "liblo in this build");
    }
};

const float half = std::sqrt(0.5F);

TEST_F(VmcPackets, HaveBonesInARightHandedFrame) {
    const VmcPacket packet = read_packet(vmc_bone("LeftUpperArm", 0.1F, 0.2F, 0.3F, half, 0, 0, half));
    ASSERT_EQ(packet.messages.size(), 1u);
    const auto& moved = std::get<BoneMoved>(packet.messages[0]);
    EXPECT_EQ(performer_skeleton().bones[moved.bone].name, "LeftUpperArm");
    EXPECT_LT((moved.position - Vec3(-0.1, 0.2, 0.3)).norm(), 1e-6) << "x is mirrored";
    const Vec3 ahead = moved.rotation * Vec3::UnitZ();
    EXPECT_LT((ahead - Vec3(0, -1, 0)).norm(), 1e-6) << "around x, both frames turn z to -y";
    const auto around_y = read_packet(vmc_bone("Head", 0, 0, 0, 0, half, 0, half));
    const Vec3 looks = std::get<BoneMoved>(around_y.messages[0]).rotation * Vec3::UnitZ();
    EXPECT_LT((looks - Vec3(-1, 0, 0)).norm(), 1e-6) << "to the right, which is -x here";
}

TEST_F(VmcPackets, HaveRootsBlendshapesAndEndsOfFrames) {
    const VmcPacket packet = read_packet(osc_bundle(
        {osc_message("/VMC/Ext/Root/Pos", {std::string("root"), 1.0F, 2.0F, 3.0F, 0.0F, 0.0F, 0.0F, 1.0F, 1.0F}),
         vmc_blend("Joy", 0.25F), osc_message("/VMC/Ext/Blend/Apply", {}), osc_message("/VMC/Ext/T", {0.5F}),
         osc_message("/VMC/Ext/OK", {std::int32_t{1}})}));
    EXPECT_TRUE(packet.is_bundle);
    EXPECT_EQ(packet.malformed, 0);
    EXPECT_EQ(packet.unknown, 1) << "OK says nothing about the pose";
    ASSERT_EQ(packet.messages.size(), 4u);
    EXPECT_EQ(std::get<RootMoved>(packet.messages[0]).position, Vec3(-1, 2, 3));
    EXPECT_EQ(std::get<BlendWeighed>(packet.messages[1]).name, "Joy");
    EXPECT_EQ(std::get<BlendWeighed>(packet.messages[1]).weight, 0.25);
    EXPECT_TRUE(std::holds_alternative<FrameEnded>(packet.messages[2]));
}

TEST_F(VmcPackets, CountWhatIsMalformedAndKeepTheRest) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const VmcPacket packet = read_packet(osc_bundle(
        {vmc_bone("Head", nan, 0, 0, 0, 0, 0, 1),                                             //
         vmc_bone("Head", 0, 0, 0, 0, infinite, 0, 1), vmc_bone("Head", 0, 0, 0, 0, 0, 0, 0), // no rotation
         vmc_bone("Head", 1e9F, 0, 0, 0, 0, 0, 1), vmc_blend("Joy", nan), vmc_blend("", 1.0F),
         osc_message("/VMC/Ext/Bone/Pos", {1.0F, 2.0F}), osc_message("/VMC/Ext/Blend/Val", {std::string("Joy")}),
         "not a message..", vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1)}));
    EXPECT_EQ(packet.malformed, 9);
    EXPECT_EQ(packet.messages.size(), 1u);
    EXPECT_EQ(read_packet(vmc_bone("Tail", 0, 0, 0, 0, 0, 0, 1)).unknown, 1);
    EXPECT_EQ(read_packet({}).malformed, 1);
}

TEST_F(VmcPackets, ABundleThatIsCutOrLiesAboutItsSizesIsMalformed) {
    const std::string bundle = osc_bundle({vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1), vmc_blend("Joy", 1.0F)});
    for (std::size_t size = 0; size < bundle.size(); ++size) {
        const VmcPacket packet = read_packet(std::span(bundle.data(), size));
        EXPECT_LE(packet.messages.size(), 1u) << size;
        const bool is_whole = size == 16 || size == 16 + 4 + vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1).size();
        EXPECT_EQ(packet.malformed == 0, is_whole) << size;
    }
    std::string deep = vmc_blend("Joy", 1.0F);
    for (int i = 0; i < 50; ++i) {
        deep = osc_bundle({deep});
    }
    EXPECT_EQ(read_packet(deep).malformed, 1) << "nested too deep";
}

// Whatever the bytes are, what comes out is finite and in range.
TEST_F(VmcPackets, MutationsGiveNothingOutOfRange) {
    const std::string good =
        osc_bundle({vmc_bone("Hips", 0, 0.9F, 0, 0, 0, 0, 1), vmc_bone("LeftHand", 0, 0, 0, half, 0, 0, half),
                    osc_message("/VMC/Ext/Root/Pos", {std::string("root"), 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1.0F}),
                    vmc_blend("Joy", 0.5F), osc_message("/VMC/Ext/T", {1.0F})});
    Rng rng(3);
    int accepted = 0;
    for (int mutant = 0; mutant < 3000; ++mutant) {
        std::string bytes = good;
        for (std::uint64_t change = 0; change < 1 + rng.below(6); ++change) {
            const auto at = static_cast<std::size_t>(rng.below(bytes.size()));
            switch (rng.below(3)) {
            case 0:
                bytes.erase(at, static_cast<std::size_t>(1 + rng.below(8)));
                break;
            case 1:
                bytes.insert(at, bytes.substr(at, static_cast<std::size_t>(rng.below(12))));
                break;
            default:
                bytes[at] = static_cast<char>(rng.below(256));
            }
            bytes += bytes.empty() ? "/" : "";
        }
        const std::vector<char> exact(bytes.begin(), bytes.end()); // without spare capacity, for the sanitizers
        const VmcPacket packet = read_packet(exact);
        accepted += packet.malformed == 0 ? 1 : 0;
        for (const VmcMessage& message : packet.messages) {
            if (const auto* moved = std::get_if<BoneMoved>(&message)) {
                EXPECT_LT(moved->bone, performer_skeleton().bones.size());
                EXPECT_LE(moved->position.cwiseAbs().maxCoeff(), performer_reach);
                EXPECT_NEAR(moved->rotation.norm(), 1.0, 1e-9);
            } else if (const auto* root = std::get_if<RootMoved>(&message)) {
                EXPECT_LE(root->position.cwiseAbs().maxCoeff(), performer_reach);
                EXPECT_NEAR(root->rotation.norm(), 1.0, 1e-9);
            } else if (const auto* blend = std::get_if<BlendWeighed>(&message)) {
                EXPECT_LE(std::abs(blend->weight), blend_weight_max);
                EXPECT_LE(blend->name.size(), blend_name_max);
            }
        }
    }
    EXPECT_GT(accepted, 100) << "some mutants only differ in numbers";
}

} // namespace
} // namespace limber::app
