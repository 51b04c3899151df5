// SPDX-License-Identifier: MIT
#include "engine/stepper/gusts.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace limber::testing {
namespace {

TEST(Gusts, OfNoStrengthAreZero) {
    EXPECT_EQ(gust_velocity({}, 3.0), Vec3::Zero());
}

TEST(Gusts, DependOnTheTimeAlone) {
    const Gusts gusts{2.0, 1.5, 7};
    const Vec3 once = gust_velocity(gusts, 12.5);
    gust_velocity(gusts, 99.0);
    EXPECT_EQ(gust_velocity(gusts, 12.5), once);
    EXPECT_NE(gust_velocity({2.0, 1.5, 8}, 12.5), once) << "another seed";
}

TEST(Gusts, ScaleWithTheirStrengthAndTheirPeriod) {
    const Vec3 once = gust_velocity({1.0, 1.0, 4}, 3.0);
    EXPECT_LT((gust_velocity({5.0, 1.0, 4}, 3.0) - 5.0 * once).norm(), 1e-12);
    EXPECT_LT((gust_velocity({1.0, 4.0, 4}, 12.0) - once).norm(), 1e-12) << "four times as slow";
}

// Over thousands of periods, for each of several seeds.
TEST(Gusts, HaveTheStatedMeanStrengthAndBounds) {
    for (const int seed : {0, 1, 2, 77}) {
        const Gusts gusts{3.0, 0.8, seed};
        const double dt = 0.05 * gusts.period;
        const double fastest = gust_bound * gusts.strength * 4.0 * std::numbers::pi / gusts.period;
        constexpr int count = 200000;
        Vec3 mean = Vec3::Zero();
        double square = 0.0;
        Vec3 before = gust_velocity(gusts, 0.0);
        for (int i = 1; i <= count; ++i) {
            const Vec3 now = gust_velocity(gusts, i * dt);
            ASSERT_LE(now.norm(), gust_bound * gusts.strength);
            ASSERT_LE((now - before).norm(), fastest * dt * 1.0001) << "smooth";
            mean += now / count;
            square += now.squaredNorm() / count;
            before = now;
        }
        EXPECT_LT(mean.norm(), 0.01 * gusts.strength) << seed;
        EXPECT_NEAR(std::sqrt(square), gusts.strength, 0.02 * gusts.strength) << seed;
    }
}

// The share of the power at frequencies beyond the band is small: a discrete Fourier sum over a window.
TEST(Gusts, AreLimitedToTheirBand) {
    const Gusts gusts{1.0, 1.0, 5};
    constexpr int count = 4096;
    const double dt = 1.0 / 32.0;
    const auto power_at = [&](double frequency) {
        double re = 0.0;
        double im = 0.0;
        for (int i = 0; i < count; ++i) {
            const double hann = 1.0 - std::cos(2.0 * std::numbers::pi * i / count);
            const double u = hann * gust_velocity(gusts, i * dt).x();
            re += u * std::cos(2.0 * std::numbers::pi * frequency * i * dt);
            im += u * std::sin(2.0 * std::numbers::pi * frequency * i * dt);
        }
        return (re * re + im * im) / count / count;
    };
    double inside = 0.0;
    double beyond = 0.0;
    for (double frequency = 0.02; frequency < 6.0; frequency += 0.02) {
        (frequency > 0.48 && frequency < 2.02 ? inside : beyond) += power_at(frequency);
    }
    EXPECT_LT(beyond, 1e-4 * inside);
}

} // namespace
} // namespace limber::testing
