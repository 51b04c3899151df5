// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

/// Laws of contact with obstacles that move.
namespace limber::testing {
namespace {

Affine shifted_by(const Vec3& way) {
    Affine map = identity_affine();
    map.col(3) = way;
    return map;
}

Affine turned_about_y(double angle) {
    Affine map = identity_affine();
    map.leftCols<3>() = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix();
    return map;
}

FreeBody small_block() {
    TetMesh mesh = bar_mesh(3, 2, 2, Vec3(0.4, 0.2, 0.3));
    mesh.X.col(1).array() += 0.001;
    return free_body(mesh);
}

// A wide block whose top is the plane y = 0 and that has moved by `way`.
Obstacle platform(const Vec3& way, double friction) {
    Box block;
    block.half_size = Vec3(4.0, 0.5, 4.0);
    block.placement = shifted_by(way - Vec3(0.0, 0.5, 0.0));
    return {block, friction, 0.0};
}

Obstacles moving_by(Obstacle obstacle, const Vec3& way) {
    obstacle.motion = shifted_by(way);
    return {obstacle};
}

void set_obstacles(Controls& controls, Obstacles obstacles) {
    controls.contact.obstacles = std::make_shared<const Obstacles>(std::move(obstacles));
}

Vec3 velocity_of(const FreeBody& body, const State& state) {
    return body.momentum(state) / body.model.mass;
}

TEST(MovingObstacle, CarriesAlongWhatRestsOnItByFriction) {
    const FreeBody body = small_block();
    const Vec3 velocity(0.8, 0.0, -0.3);
    for (const double friction : {0.6, 0.0}) {
        Controls controls = controls_on(body, {});
        const double h = controls.time_step;
        State state = body.start();
        Workspace workspace = workspace_of(body);
        for (int n = 1; n <= 180; ++n) {
            set_obstacles(controls, moving_by(platform(n * h * velocity, friction), h * velocity));
            step(body.model, controls, state, workspace);
        }
        const Vec3 expected = friction > 0.0 ? velocity : Vec3(Vec3::Zero());
        EXPECT_LT((velocity_of(body, state) - expected).norm(), 1e-3) << "friction " << friction;
    }
}

// Sliding, Coulomb's friction accelerates the body by mu g.
TEST(MovingObstacle, AcceleratesASlidingBodyByItsFriction) {
    const FreeBody body = small_block();
    Controls controls = controls_on(body, {});
    const double h = controls.time_step;
    const Vec3 velocity(5.0, 0.0, 0.0);
    State state = body.start();
    Workspace workspace = workspace_of(body);
    for (int n = 1; n <= 60; ++n) {
        set_obstacles(controls, moving_by(platform(n * h * velocity, 0.2), h * velocity));
        step(body.model, controls, state, workspace);
    }
    EXPECT_NEAR(velocity_of(body, state).x(), 0.2 * 9.81 * 1.0, 0.05);
}

TEST(MovingObstacle, AndABodyThatMoveTogetherAreAsAtRest) {
    const FreeBody body = small_block();
    const Vec3 common(3.0, 1.0, -2.0);
    for (const Friction law : {Friction::coulomb, Friction::damped}) {
        for (const double restitution : {0.0, 0.5}) {
            const auto run = [&](bool moves) {
                Controls controls = controls_on(body, {});
                controls.contact.law = law;
                controls.contact.tangential_restitution = 0.4;
                const double h = controls.time_step;
                State state = body.start(Vec3(0.5, -1.0, 0.2) + (moves ? common : Vec3(Vec3::Zero())));
                Workspace workspace = workspace_of(body);
                for (int n = 1; n <= 90; ++n) {
                    Obstacle block = platform(moves ? Vec3(n * h * common) : Vec3(Vec3::Zero()), 0.5);
                    block.restitution = restitution;
                    set_obstacles(controls, moves ? moving_by(block, h * common) : Obstacles{block});
                    step(body.model, controls, state, workspace);
                }
                Points x = positions(body.bar, body.model, state);
                if (moves) {
                    x.rowwise() -= (90 * h * common).transpose();
                }
                return x;
            };
            EXPECT_LT((run(true) - run(false)).cwiseAbs().maxCoeff(), 2e-6) << "restitution " << restitution;
        }
    }
}

TEST(MovingObstacle, AtRestHasTheBitsOfOneWithoutAMotion) {
    const FreeBody body = small_block();
    const auto hash = [&](const std::optional<Affine>& motion) {
        Controls controls = controls_on(body, {});
        Obstacle block = platform(Vec3::Zero(), 0.4);
        block.motion = motion;
        set_obstacles(controls, {block, {HalfSpace{Vec3(0, -0.2, 0)}}});
        State state = body.start(Vec3(1.0, -1.0, 0.3));
        Workspace workspace = workspace_of(body);
        for (int n = 0; n < 60; ++n) {
            step(body.model, controls, state, workspace);
        }
        return hash_of(state);
    };
    EXPECT_EQ(hash(identity_affine()), hash(std::nullopt));
    EXPECT_NE(hash(shifted_by(Vec3(0.001, 0.0, 0.0))), hash(std::nullopt));
}

TEST(MovingObstacle, LiftsABodyWithoutEnteringIt) {
    const FreeBody body = small_block();
    Controls controls = controls_on(body, {});
    const double h = controls.time_step;
    const Vec3 velocity(0.0, 1.5, 0.0);
    State state = body.start();
    Workspace workspace = workspace_of(body);
    for (int n = 1; n <= 120; ++n) {
        set_obstacles(controls, moving_by(platform(n * h * velocity, 0.5), h * velocity));
        const StepReport report = step(body.model, controls, state, workspace);
        ASSERT_LT(report.depth, depth_tolerance_of_size * body.model.frame.scale) << n;
    }
    EXPECT_LT((velocity_of(body, state) - velocity).norm(), 0.02);
}

// A thin wall that crosses several of its own thicknesses in a step pushes the body ahead of it.
TEST(MovingObstacle, DoesNotPassThroughABody) {
    const FreeBody body = small_block();
    Controls controls = controls_on(body, {});
    controls.gravity = Vec3::Zero();
    const double h = controls.time_step;
    const Vec3 velocity(12.0, 0.0, 0.0); // 0.2 m a step; the wall is 0.01 m thick
    State state = body.start();
    Workspace workspace = workspace_of(body);
    double wall = -1.03;
    for (int n = 1; n <= 12; ++n) {
        wall += h * velocity.x();
        Box thin;
        thin.half_size = Vec3(0.005, 2.0, 2.0);
        thin.placement = shifted_by(Vec3(wall, 0.0, 0.0));
        set_obstacles(controls, moving_by({thin, 0.3, 0.0}, h * velocity));
        step(body.model, controls, state, workspace);
        ASSERT_GT(body.contact_positions(state).col(0).minCoeff(), wall - 0.005) << n;
    }
    EXPECT_GT(velocity_of(body, state).x(), 0.5 * velocity.x());
}

TEST(MovingObstacle, TurnsABodyThatStandsOnIt) {
    const FreeBody body = small_block();
    Controls controls = controls_on(body, {});
    const double h = controls.time_step;
    const double rate = 1.0; // [1/s]
    State state = body.start();
    Workspace workspace = workspace_of(body);
    const Points before = positions(body.bar, body.model, state);
    constexpr int steps = 90;
    for (int n = 1; n <= steps; ++n) {
        Obstacle table = platform(Vec3::Zero(), 0.9);
        auto& block = std::get<Box>(table.shape);
        block.placement = compose(turned_about_y(n * h * rate), block.placement);
        table.motion = turned_about_y(h * rate);
        set_obstacles(controls, {table});
        step(body.model, controls, state, workspace);
    }
    const Points after = positions(body.bar, body.model, state);
    const Points expected = transformed(before, turned_about_y(steps * h * rate));
    EXPECT_LT((after - expected).cwiseAbs().maxCoeff(), 0.03) << "it slips a little while it starts";
}

} // namespace
} // namespace limber::testing
