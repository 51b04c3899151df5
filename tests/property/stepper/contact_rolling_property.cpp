// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/rolling_ball.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// Rolling is slower than sliding.
namespace limber::testing {
namespace {

// The kinetic energy of the ball's centre relative to the potential energy lost in a second.
double share_of_the_fall(double degrees, double friction) {
    const double angle = degrees * std::numbers::pi / 180.0;
    const Vec3 normal = normal_of_slope(angle);
    const FreeBody body = ball_on(normal, 1e6);
    Controls controls = controls_on(body, {{HalfSpace{Vec3::Zero(), normal}, friction, 0.0}});
    State state = body.start();
    Workspace workspace = workspace_of(body);
    const Vec3 start = body.centre_of_mass(state);
    for (int frame = 0; frame < 60; ++frame) {
        EXPECT_LT(step(body.model, controls, state, workspace).depth, depth_tolerance_of_size * body.model.frame.scale);
    }
    const Vec3 downhill(-std::cos(angle), -std::sin(angle), 0.0);
    const double fall = (body.centre_of_mass(state) - start).dot(downhill) * std::sin(angle);
    EXPECT_GT(fall, 0.05);
    return 0.5 * (body.momentum(state) / body.model.mass).squaredNorm() / (9.81 * fall);
}

TEST(Contact, BallRollsWithFrictionAndSlidesWithout) {
    for (const double degrees : {10.0, 20.0}) {
        EXPECT_NEAR(share_of_the_fall(degrees, 0.0), 1.0, 0.05) << degrees;
        // The rest is rotation, with 2/5 of the mass times the radius squared; the ball has facets.
        EXPECT_NEAR(share_of_the_fall(degrees, 0.9), 5.0 / 7.0, 0.05) << degrees;
    }
}

TEST(Contact, StiffBallRollsAsFarInTenIterationsAsInMany) {
    const FreeBody ball = ball_on(normal_of_slope(gentle_slope), 1e7);
    EXPECT_NEAR(rolled(ball, 10) / rolled(ball, 100), 1.0, 0.03);
}

} // namespace
} // namespace limber::testing
