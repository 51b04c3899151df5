#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// A ball on a slope: friction makes it roll, and rolling is slower than sliding.
namespace limber::testing {
namespace {

// On the plane through the origin.
FreeBody ball_on(const Vec3& normal, double young) {
    TetMesh mesh = ball_mesh(12);
    mesh.X.rowwise() -= ((mesh.X * normal).minCoeff() * normal).transpose();
    return free_body(mesh, {.modes = 1, .clusters = 1, .contact_points = 1000, .young = young});
}

// What a ball has in its centre's motion, of the energy that its way down for a second is worth.
double share_of_the_fall(double degrees, double friction) {
    const double angle = degrees * std::numbers::pi / 180.0;
    const Vec3 normal(-std::sin(angle), std::cos(angle), 0.0);
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

TEST(Contact, ABallRollsDownASlopeAndSlidesWhereNothingRubs) {
    for (const double degrees : {10.0, 20.0}) {
        EXPECT_NEAR(share_of_the_fall(degrees, 0.0), 1.0, 0.05) << degrees;
        // The rest turns it, 2/5 of the mass times the radius squared; the ball is made of facets.
        EXPECT_NEAR(share_of_the_fall(degrees, 0.9), 5.0 / 7.0, 0.05) << degrees;
    }
}

// [m] in a second down ten degrees.
double rolled(double young, int iterations) {
    const double angle = 10.0 * std::numbers::pi / 180.0;
    const Vec3 normal(-std::sin(angle), std::cos(angle), 0.0);
    const FreeBody body = ball_on(normal, young);
    Controls controls = controls_on(body, {{HalfSpace{Vec3::Zero(), normal}, 0.9, 0.0}});
    controls.iterations = iterations;
    State state = body.start();
    Workspace workspace = workspace_of(body);
    const Vec3 start = body.centre_of_mass(state);
    for (int frame = 0; frame < 60; ++frame) {
        step(body.model, controls, state, workspace);
    }
    return (start - body.centre_of_mass(state)).dot(Vec3(std::cos(angle), std::sin(angle), 0.0));
}

TEST(Contact, AStiffBallRollsAsFarInTenIterationsAsInManyMore) {
    EXPECT_NEAR(rolled(1e7, 10) / rolled(1e7, 100), 1.0, 0.03);
}

} // namespace
} // namespace limber::testing
