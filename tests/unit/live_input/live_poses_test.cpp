// SPDX-License-Identifier: MIT
#include "app/live_input/live_poses.h"

#include <cmath>
#include <gtest/gtest.h>

namespace limber::app {
namespace {

using Clock = LivePoses::Clock;

Clock::duration seconds(double count) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

std::size_t head() {
    return *performer_bone("Head");
}

PerformerPose looking(double angle, double smile = 0.0) {
    PerformerPose pose;
    pose.rotations[head()] = Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitY()));
    pose.hips = Vec3(angle, 1.0, 0.0);
    pose.blends = {{"Joy", smile}};
    return pose;
}

double angle_of(const PerformerPose& pose) {
    return 2.0 * std::atan2(pose.rotations[head()]->y(), pose.rotations[head()]->w());
}

TEST(LivePoses, AreInterpolatedByTheTimesOfTheirArrival) {
    LivePoses poses;
    const Clock::time_point start = Clock::now();
    for (int frame = 0; frame <= 60; ++frame) { // at 30 frames a second, a turn of 1 a second
        poses.add(looking(frame / 30.0, frame / 60.0), start + seconds(frame / 30.0));
    }
    EXPECT_NEAR(poses.rate(start + seconds(2.0)), 30.0, 1e-6);
    const double delay = 1.25 / 30.0;
    for (int step = 0; step < 50; ++step) { // of a simulation at its own rate
        const double time = 1.5 + step * 0.0093;
        const auto pose = poses.at(start + seconds(time));
        ASSERT_TRUE(pose);
        EXPECT_NEAR(angle_of(*pose), time - delay, 1e-6) << "not in steps of the tracker";
        EXPECT_NEAR(pose->hips.x(), time - delay, 1e-6);
        EXPECT_NEAR(pose->blends[0].second, (time - delay) / 2.0, 1e-6);
    }
}

TEST(LivePoses, AreHeldWhereNoneFollows) {
    LivePoses poses;
    const Clock::time_point start = Clock::now();
    EXPECT_FALSE(poses.at(start));
    poses.add(looking(0.3), start);
    poses.add(looking(0.5), start + seconds(1.0 / 60.0));
    EXPECT_NEAR(angle_of(*poses.at(start + seconds(5.0))), 0.5, 1e-12);
    EXPECT_GT(poses.rate(start + seconds(0.5)), 0.0);
    EXPECT_EQ(poses.rate(start + seconds(5.0)), 0.0);
}

TEST(LivePoses, RiseFromTheRestPose) {
    LivePoses poses;
    const Clock::time_point start = Clock::now();
    poses.add(looking(1.0, 1.0), start);
    double before = 0.0;
    EXPECT_NEAR(angle_of(*poses.at(start)), 0.0, 1e-12);
    for (int step = 1; step <= 60; ++step) {
        const auto pose = poses.at(start + seconds(step / 100.0));
        EXPECT_GE(angle_of(*pose), before);
        EXPECT_LT(angle_of(*pose) - before, 0.04) << "without a jump";
        before = angle_of(*pose);
    }
    EXPECT_NEAR(before, 1.0, 1e-12);
}

TEST(LivePoses, AFrameInSeveralPacketsIsOneFrame) {
    LivePoses poses;
    const Clock::time_point start = Clock::now();
    for (int frame = 0; frame < 10; ++frame) {
        poses.add(looking(0.0), start + seconds(frame * 0.02));
        poses.add(looking(0.1 * frame), start + seconds(frame * 0.02 + 0.0005));
    }
    EXPECT_NEAR(poses.rate(start + seconds(0.2)), 50.0, 1e-6);
    EXPECT_NEAR(angle_of(*poses.at(start + seconds(3.0))), 0.9, 1e-12);
}

VmcPacket packet_of(std::vector<VmcMessage> messages, bool is_bundle) {
    VmcPacket packet;
    packet.messages = std::move(messages);
    packet.is_bundle = is_bundle;
    return packet;
}

BoneMoved turned(const char* bone, double angle) {
    return {*performer_bone(bone), Vec3::Zero(), Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitY()))};
}

TEST(FrameCollector, EndsAFrameAtABundleAMarkOrARepeatedBone) {
    FrameCollector collector;
    EXPECT_EQ(collector.take(packet_of({turned("Head", 0.1), turned("Neck", 0.2)}, true)).size(), 1u);
    EXPECT_EQ(collector.take(packet_of({turned("Head", 0.2)}, false)).size(), 0u);
    EXPECT_EQ(collector.take(packet_of({FrameEnded{}}, false)).size(), 1u);
    EXPECT_EQ(collector.take(packet_of({FrameEnded{}}, false)).size(), 0u) << "nothing has changed since";
    EXPECT_EQ(collector.take(packet_of({turned("Head", 0.3)}, false)).size(), 0u);
    const auto frames = collector.take(packet_of({turned("Head", 0.4)}, false));
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_NEAR(angle_of(frames[0]), 0.3, 1e-12) << "the frame before";
    EXPECT_TRUE(frames[0].rotations[*performer_bone("Neck")]) << "bones that do not come stay";
}

} // namespace
} // namespace limber::app
