// SPDX-License-Identifier: MIT
#include "app/rigid_bodies/rigid_step.h"

#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace limber::app {
namespace {

using limber::testing::ball_mesh;
using limber::testing::bar_mesh;

constexpr double h = 1.0 / 60.0;      // [s]
const Vec3 earth = Vec3(0, -9.81, 0); // [m/s^2]

Affine at(double x, double y, double z) {
    Affine placement = identity_affine();
    placement.col(3) = Vec3(x, y, z);
    return placement;
}

struct Bodies {
    std::vector<RigidBody> bodies;
    std::vector<RigidState> states;

    void add(const TetMesh& mesh, const Affine& placement, const RigidDescription& description) {
        bodies.push_back(rigid_body(mesh, description, 1000.0).value());
        states.push_back(rigid_state(bodies.back(), placement, description).value());
    }
    void run(int steps, const Obstacles& obstacles, const Vec3& gravity) {
        for (int i = 0; i < steps; ++i) {
            step(bodies, obstacles, gravity, h, states);
        }
    }
};

Bodies tumbling_bars() {
    Bodies bars;
    for (int i = 0; i < 4; ++i) {
        RigidDescription description;
        description.restitution = 0.3;
        description.angular_velocity = Vec3(1.0, 0.3 * i, -2.0);
        bars.add(bar_mesh(2, 1, 1, Vec3(0.6, 0.2, 0.3)), at(0.1 * i, 0.6 + 0.4 * i, 0.0), description);
    }
    return bars;
}

TEST(RigidBody, HasTheInertiaOfABox) {
    RigidDescription description;
    description.mass = 12.0;
    const RigidBody body = rigid_body(bar_mesh(1, 1, 1, Vec3(1.0, 2.0, 3.0)), description, 1000.0).value();
    EXPECT_NEAR(body.inertia.minCoeff(), 5.0, 1e-9);
    EXPECT_NEAR(body.inertia.maxCoeff(), 13.0, 1e-9);
    EXPECT_LT((body.centre - Vec3(0.5, 1.0, 1.5)).norm(), 1e-12);
}

TEST(RigidBody, HasTheMassOfItsMaterialWhereTheDescriptionHasNone) {
    EXPECT_NEAR(rigid_body(bar_mesh(1, 1, 1, Vec3(0.1, 0.2, 0.3)), {}, 500.0).value().mass, 3.0, 1e-9);
}

TEST(RigidBody, StartsAtItsPlacement) {
    Rng rng(3);
    Affine placement = at(1.0, 2.0, 3.0);
    placement.leftCols<3>() = limber::testing::random_rotation(rng);
    const RigidBody body = rigid_body(bar_mesh(2, 1, 3), {}, 1000.0).value();
    const RigidState state = rigid_state(body, placement, {}).value();
    EXPECT_LT((placement_of(body, state) - placement).norm(), 1e-12);
}

TEST(RigidBody, RefusesAMeshWithoutVolumeAndAScaledPlacement) {
    TetMesh flat = bar_mesh(1, 1, 1);
    flat.X.col(1).setZero();
    const auto body = rigid_body(flat, {}, 1000.0);
    ASSERT_FALSE(body);
    EXPECT_EQ(body.error().message, "a rigid body must have a volume");
    Affine scaled = identity_affine();
    scaled.leftCols<3>() *= 2.0;
    EXPECT_FALSE(rigid_state(rigid_body(bar_mesh(1, 1, 1), {}, 1000.0).value(), scaled, {}));
}

TEST(RigidBody, RefusesNumbersThatAreNotFinite) {
    RigidDescription description;
    description.velocity.x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(fault_in(description));
    description = {};
    description.mass = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(fault_in(description));
}

TEST(RigidStep, FallsAlongTheParabola) {
    Bodies bodies;
    RigidDescription description;
    description.velocity = Vec3(2.0, 3.0, 0.0);
    bodies.add(bar_mesh(1, 1, 1), at(0, 10, 0), description);
    const Vec3 start = bodies.states[0].frame.col(3);
    bodies.run(60, {}, earth);
    const Vec3 expected = start + description.velocity + 0.5 * earth;
    // Symplectic Euler with substeps of 1/240 s is ahead by g t / 480.
    EXPECT_LT((bodies.states[0].frame.col(3) - expected - earth / 480.0).norm(), 2e-4);
}

TEST(RigidStep, ACollisionKeepsTheMomentum) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
        Bodies bodies;
        RigidDescription fast;
        fast.mass = 2.0;
        fast.restitution = restitution;
        fast.velocity = Vec3(3.0, 0.2, 0.0);
        RigidDescription slow;
        slow.mass = 5.0;
        slow.restitution = restitution;
        bodies.add(bar_mesh(1, 1, 1), at(-2.0, 0.2, 0.1), fast);
        bodies.add(bar_mesh(1, 1, 1), at(0.0, 0.0, 0.0), slow);
        bodies.run(90, {}, Vec3::Zero());
        const Vec3 momentum = 2.0 * bodies.states[0].velocity + 5.0 * bodies.states[1].velocity;
        EXPECT_LT((momentum - 2.0 * fast.velocity).norm(), 1e-4);
        EXPECT_GT(bodies.states[1].velocity.x(), 0.5) << "they have met";
    }
}

TEST(RigidStep, ABodyAtRestOnTheFloorStaysAtRest) {
    Bodies bodies;
    bodies.add(bar_mesh(1, 2, 1, Vec3(0.2, 0.5, 0.2)), at(0, 0.001, 0), {});
    const Obstacles floor{{HalfSpace{}}};
    bodies.run(60, floor, earth);
    const RigidState settled = bodies.states[0];
    bodies.run(300, floor, earth);
    EXPECT_LT((bodies.states[0].frame - settled.frame).norm(), 1e-3);
    EXPECT_LT(bodies.states[0].velocity.norm(), 1e-2);
}

TEST(RigidStep, ABodyDoesNotFallThroughTheFloor) {
    Bodies bars = tumbling_bars();
    bars.run(240, {{HalfSpace{}}}, earth);
    for (std::size_t i = 0; i < bars.bodies.size(); ++i) {
        const Points corners = limber::testing::transformed(bars.bodies[i].corners, bars.states[i].frame);
        EXPECT_GT(corners.col(1).minCoeff(), -0.01);
    }
}

TEST(RigidStep, ABallRollsAsFarAsItTurns) {
    Bodies bodies;
    RigidDescription description;
    description.shape = RigidShape::ball;
    description.velocity = Vec3(2.0, 0.0, 0.0);
    bodies.add(ball_mesh(3), at(0, 1.0, 0), description);
    bodies.run(240, {{HalfSpace{}}}, earth);
    const RigidState& ball = bodies.states[0];
    EXPECT_NEAR(ball.velocity.x(), -ball.angular_velocity.z() * bodies.bodies[0].radius, 0.02);
    EXPECT_GT(ball.velocity.x(), 1.0);
}

TEST(RigidStep, GoesThroughObstaclesThatBonesCarry) {
    Obstacles blocks{{Box{at(0, -2.0, 0), Vec3(1.0, 0.5, 1.0)}}};
    const auto height_after_a_fall = [&] {
        Bodies ball;
        ball.add(ball_mesh(2), at(0, 0, 0), {});
        ball.run(60, blocks, earth);
        return ball.states[0].frame(1, 3);
    };
    EXPECT_GT(height_after_a_fall(), -1.0);
    blocks[0].carrier = Carrier{0, "handle", identity_affine()};
    const double fallen = height_after_a_fall();
    blocks.clear();
    EXPECT_EQ(fallen, height_after_a_fall());
}

TEST(RigidStep, EqualStatesGiveEqualBitsAlsoInTheMiddle) {
    const Obstacles floor{{HalfSpace{}}};
    Bodies first = tumbling_bars();
    first.run(60, floor, earth);
    Bodies again = tumbling_bars();
    again.states = first.states; // a rewind: nothing but the states is kept
    first.run(120, floor, earth);
    again.run(120, floor, earth);
    EXPECT_EQ(first.states, again.states);
    Bodies whole = tumbling_bars();
    whole.run(180, floor, earth);
    EXPECT_EQ(first.states, whole.states);
}

TEST(RigidStep, RefusesTooManyBodiesAndHills) {
    const RigidBody body = rigid_body(bar_mesh(1, 1, 1), {}, 1000.0).value();
    EXPECT_TRUE(fault_in(std::vector<RigidBody>(65, body), {}));
    EXPECT_FALSE(fault_in(std::vector<RigidBody>(64, body), {{HalfSpace{}}}));
    EXPECT_TRUE(fault_in({body}, {{HeightField{}}}));
}

} // namespace
} // namespace limber::app
