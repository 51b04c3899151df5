// SPDX-License-Identifier: MIT
#include "engine/rig/clip.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

Clip random_clip(int frames, int bones, bool looping, Rng& rng) {
    Clip clip{"random", 24.0, looping, {}};
    for (int frame = 0; frame < frames; ++frame) {
        Pose& pose = clip.keys.emplace_back();
        for (int b = 0; b < bones; ++b) {
            Affine stretch = random_affine(rng, 0.2);
            stretch.leftCols<3>() = random_rotation(rng) * stretch.leftCols<3>();
            pose.push_back(stretch);
        }
    }
    return clip;
}

double distance(const Pose& a, const Pose& b) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, (a[i] - b[i]).cwiseAbs().maxCoeff());
    }
    return worst;
}

TEST(ClipSampler, InterpolatesEveryKey) {
    Rng rng(1);
    for (const bool looping : {true, false}) {
        const Clip clip = random_clip(7, 2, looping, rng);
        const ClipSampler sampler(clip);
        for (int frame = 0; frame < clip.frame_count(); ++frame) {
            const Pose pose = sampler.at(frame / clip.frame_rate);
            EXPECT_LT(distance(pose, clip.keys[static_cast<std::size_t>(frame)]), 1e-12) << frame;
        }
    }
}

TEST(ClipSampler, HasNoJumpInVelocityAtTheKeys) {
    Rng rng(2);
    const Clip clip = random_clip(6, 1, true, rng);
    const ClipSampler sampler(clip);
    const double h = 1e-6;
    for (int frame = 0; frame <= clip.frame_count(); ++frame) {
        const double t = frame / clip.frame_rate;
        const Affine before = (sampler.at(t)[0] - sampler.at(t - h)[0]) / h;
        const Affine after = (sampler.at(t + h)[0] - sampler.at(t)[0]) / h;
        EXPECT_LT((after - before).norm(), 1e-3 * (1.0 + before.norm())) << frame;
    }
}

TEST(ClipSampler, IsPeriodicWhenLooping) {
    Rng rng(3);
    const Clip clip = random_clip(5, 2, true, rng);
    const ClipSampler sampler(clip);
    EXPECT_DOUBLE_EQ(clip.duration(), 5.0 / 24.0);
    for (const double t : {0.0, 0.01, 0.1, 0.2}) {
        EXPECT_LT(distance(sampler.at(t), sampler.at(t + 3.0 * clip.duration())), 1e-11);
        EXPECT_LT(distance(sampler.at(t), sampler.at(t - 2.0 * clip.duration())), 1e-11);
    }
}

TEST(ClipSampler, IsConstantOutsideAClipThatDoesNotLoop) {
    Rng rng(4);
    const Clip clip = random_clip(5, 1, false, rng);
    const ClipSampler sampler(clip);
    EXPECT_DOUBLE_EQ(clip.duration(), 4.0 / 24.0);
    EXPECT_LT(distance(sampler.at(-1.0), clip.keys.front()), 1e-12);
    EXPECT_LT(distance(sampler.at(9.0), clip.keys.back()), 1e-12);
}

TEST(ClipSampler, HasConstantVelocityForEvenKeys) {
    Clip clip{"line", 10.0, false, {}};
    for (int frame = 0; frame < 4; ++frame) {
        Affine key = identity_affine();
        key.col(3) = frame * Vec3(1.0, -2.0, 0.5);
        clip.keys.push_back({key});
    }
    const ClipSampler sampler(clip);
    for (const double t : {0.03, 0.11, 0.17, 0.29}) {
        EXPECT_TRUE(sampler.at(t)[0].col(3).isApprox(10.0 * t * Vec3(1.0, -2.0, 0.5)));
    }
}

TEST(ClipSampler, RotatesAlongTheShorterArcAcrossTheLoop) {
    Clip clip{"spin", 1.0, true, {}};
    for (int frame = 0; frame < 8; ++frame) { // a full turn, which changes the quaternion's sign
        const double angle = frame * M_PI / 4.0;
        Affine key = identity_affine();
        key.topLeftCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
        clip.keys.push_back({key});
    }
    const ClipSampler sampler(clip);
    for (double t = 0.0; t < 16.0; t += 0.25) {
        EXPECT_NEAR(sampler.at(t)[0](0, 0), std::cos(t * M_PI / 4.0), 2e-3) << t;
        EXPECT_NEAR(sampler.at(t)[0](1, 0), std::sin(t * M_PI / 4.0), 2e-3) << t;
    }
}

TEST(ClipSampler, IsEquivariantUnderRotation) {
    Rng rng(5);
    Clip clip = random_clip(6, 2, true, rng);
    const ClipSampler sampler(clip);
    Affine rigid;
    rigid << random_rotation(rng), random_vector(rng);
    for (Pose& pose : clip.keys) {
        for (Affine& key : pose) {
            key = compose(rigid, key);
        }
    }
    const ClipSampler turned(clip);
    for (const double t : {0.013, 0.07, 0.111, 0.2, 0.24}) {
        Pose expected = sampler.at(t);
        for (Affine& matrix : expected) {
            matrix = compose(rigid, matrix);
        }
        EXPECT_LT(distance(turned.at(t), expected), 1e-11);
    }
}

TEST(ClipSampler, AllocatesNothing) {
    Rng rng(8);
    const ClipSampler sampler(random_clip(6, 3, true, rng));
    Pose pose = sampler.at(0.0);
    const std::size_t before = allocation_count();
    for (int i = 0; i < 100; ++i) {
        sampler.sample(0.01 * i, pose);
    }
    EXPECT_EQ(allocation_count(), before);
}

TEST(ClipSampler, ClampsTimesFarOutside) {
    Rng rng(9);
    for (const bool looping : {true, false}) {
        const Clip clip = random_clip(5, 1, looping, rng);
        const ClipSampler sampler(clip);
        for (const double time : {-1e300, -1e12, 1e12, 1e300}) {
            EXPECT_TRUE(sampler.at(time)[0].allFinite()) << time;
        }
    }
}

TEST(Clip, IsRejectedWithAnInvalidFrameRate) {
    Rng rng(8);
    for (const double frame_rate : {0.0, 1e-300, 1e300}) {
        Clip clip = random_clip(2, 1, true, rng);
        clip.frame_rate = frame_rate;
        const auto fault = fault_in(clip, 1);
        ASSERT_TRUE(fault) << frame_rate;
        EXPECT_EQ(fault->where, "frame_rate");
    }
}

TEST(ClipSampler, SupportsAClipOfOneFrame) {
    Rng rng(6);
    for (const bool looping : {true, false}) {
        const Clip clip = random_clip(1, 1, looping, rng);
        EXPECT_LT(distance(ClipSampler(clip).at(0.37), clip.keys.front()), 1e-12);
    }
}

TEST(Clip, IsRejectedWithoutFramesOrWithFramesOfAnotherRig) {
    Rng rng(7);
    Clip clip = random_clip(3, 2, true, rng);
    EXPECT_FALSE(fault_in(clip, 2));
    EXPECT_TRUE(fault_in(clip, 3));
    clip.keys[1][0](0, 0) = HUGE_VAL;
    EXPECT_EQ(fault_in(clip, 2)->where, "frame 1");
    clip.frame_rate = std::nan("");
    EXPECT_EQ(fault_in(clip, 2)->where, "frame_rate");
    EXPECT_EQ(fault_in(Clip{}, 2)->where, "keys");
}

TEST(UsualStep, LeavesOutTheJumpsOfAMotion) {
    EXPECT_EQ(usual_step({}), 0.0);
    EXPECT_EQ(usual_step({2.0}), 2.0);
    EXPECT_EQ(usual_step({0.1, 90.0, 0.3, 0.2, 0.1, 0.3, 0.2, 0.1}), 0.3);
}

} // namespace
} // namespace limber::testing
