// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/contact_laws.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// Contact with composed, curved and nearby surfaces.
namespace limber::testing {
namespace {

TetMesh bar_above(double height) {
    TetMesh mesh = bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += height;
    return mesh;
}

// The depth of the deepest point, computed from the shapes.
double true_depth(const FreeBody& body, const State& state, const Obstacles& obstacles) {
    const Points x = body.contact_positions(state);
    double depth = 0.0;
    for (Index i = 0; i < x.rows(); ++i) {
        for (const Obstacle& obstacle : obstacles) {
            depth = std::max(depth, -clearance(obstacle.shape, x.row(i).transpose()).distance);
        }
    }
    return depth;
}

// Boxes side by side along x, with their tops in the plane y = 0.
Obstacles abutting_blocks(int count, double length, double friction) {
    Obstacles blocks;
    for (int i = 0; i < count; ++i) {
        Box block{identity_affine(), Vec3(0.5 * length, 0.25, 2.0)};
        block.placement.col(3) = Vec3((i - 2) * length, -0.25, 0.0);
        blocks.push_back({block, friction, 0.0});
    }
    return blocks;
}

HeightField waves(double height) {
    HeightField hills;
    hills.spacing = 0.2;
    hills.heights.resize(40, 20);
    for (Index i = 0; i < hills.heights.rows(); ++i) {
        for (Index j = 0; j < hills.heights.cols(); ++j) {
            hills.heights(i, j) =
                height * std::sin(1.1 * static_cast<double>(i)) * std::cos(0.7 * static_cast<double>(j));
        }
    }
    return hills;
}

TEST(Contact, ObstacleWithoutContactDoesNotChangeTheMotion) {
    for (const double poisson : {0.0, 0.45}) {
        const FreeBody body = free_body(bar_above(0.005), {.poisson = poisson});
        Controls near = controls_on(body, {{HalfSpace{}, 0.8, 0.0}});
        near.gravity.setZero();
        Controls alone = near;
        alone.contact = {};
        State state = body.start();
        state.Zdot.bottomRows(state.Zdot.rows() / 2).setConstant(0.01); // deforms without getting near the obstacle
        State free_state = state;
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 60; ++frame) {
            const StepReport report = step(body.model, near, state, workspace);
            step(body.model, alone, free_state, workspace);
            ASSERT_EQ(report.contacts, 0);
            ASSERT_EQ(state.contact_force.norm(), 0.0);
            ASSERT_EQ(hash_of(state), hash_of(free_state)) << "frame " << frame << " poisson " << poisson;
        }
    }
}

TEST(Contact, FloorOfManyBoxesEqualsAFloor) {
    for (const Vec3& velocity : {Vec3(10.0, -1.0, 0.0), Vec3(0.5, 0.0, 0.2), Vec3(-7.0, -7.0, 0.0)}) {
        const FreeBody body = free_body(bar_above(0.01));
        const Obstacles floor = abutting_blocks(30, 0.25, 0.2);
        const Controls on_blocks = controls_on(body, floor);
        const Controls on_plane = controls_on(body, {{HalfSpace{}, 0.2, 0.0}});
        State state = body.start(velocity);
        State plane_state = state;
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 40; ++frame) {
            if (body.contact_positions(state).col(0).maxCoeff() > 6.0 ||
                body.contact_positions(state).col(0).minCoeff() < -0.5) {
                break; // beyond the last box
            }
            const StepReport report = step(body.model, on_blocks, state, workspace);
            step(body.model, on_plane, plane_state, workspace);
            EXPECT_NEAR(report.depth, true_depth(body, state, floor), 1e-12);
            EXPECT_LT(report.depth, 1e-5) << "frame " << frame << " of " << velocity.transpose();
            EXPECT_EQ(report.contacts_left_out, 0);
            ASSERT_LT((body.contact_positions(state) - body.contact_positions(plane_state)).cwiseAbs().maxCoeff(), 1e-3)
                << "frame " << frame << " of " << velocity.transpose();
        }
    }
}

TEST(Contact, NoPointEndsInsideAnySurface) {
    Box stair{identity_affine(), Vec3(0.3, 0.1, 2.0)};
    stair.placement.col(3) = Vec3(1.6, 0.0, 0.0);
    const Obstacles obstacles[] = {
        {{waves(0.03), 0.5, 0.0}},
        {{HalfSpace{}, 0.5, 0.0}, {stair, 0.5, 0.0}},
        {{Ball{Vec3(0.3, -1.0, 0.1), 0.9}, 0.5, 0.0},
         {Capsule{Vec3(1.0, -0.2, -1.0), Vec3(1.0, -0.2, 1.0), 0.15}, 0.5, 0.0}},
    };
    for (const Obstacles& list : obstacles) {
        for (const double speed : {1.0, 6.0}) {
            const FreeBody body = free_body(bar_above(0.05));
            const Controls controls = controls_on(body, list);
            State state = body.start(speed * Vec3(1.0, -0.5, 0.1));
            Workspace workspace = workspace_of(body);
            int touched = 0;
            for (int frame = 0; frame < 60; ++frame) {
                const StepReport report = step(body.model, controls, state, workspace);
                ASSERT_NE(report.status, StepStatus::not_finite);
                touched += state.contact_force.isZero(0.0) ? 0 : 1;
                EXPECT_NEAR(report.depth, true_depth(body, state, list), 1e-12);
                expect_forces_in_their_cones(workspace);
                EXPECT_LT(report.depth, depth_tolerance_of_size * body.model.frame.scale)
                    << "frame " << frame << " at " << speed << " m/s";
            }
            EXPECT_GT(touched, 5) << "frames at " << speed << " m/s";
        }
    }
}

// A few rotated boxes over a ground.
Obstacles rubble(Rng& rng, double friction) {
    Obstacles obstacles{{HalfSpace{Vec3(0.0, -0.6, 0.0), Vec3::UnitY()}, friction, 0.0}};
    for (int i = 0; i < 5; ++i) {
        Box block{identity_affine(), Vec3(0.15, 0.15, 0.15) + 0.15 * random_vector(rng).cwiseAbs()};
        block.placement.leftCols(3) = random_rotation(rng);
        block.placement.col(3) = Vec3(0.5, -0.45, 0.0) + Vec3(0.8, 0.25, 0.4).cwiseProduct(random_vector(rng));
        obstacles.push_back({block, friction, 0.0});
    }
    return obstacles;
}

TEST(Contact, NoPointEndsInsideForAnyFriction) {
    Rng rng(71);
    const FreeBody body = free_body(bar_above(0.4));
    int scenes = 0;
    for (int draw = 0; draw < 250; ++draw) {
        const Obstacles list = rubble(rng, rng.uniform(1.5, 2.0));
        const Controls controls = controls_on(body, list);
        State state = body.start(Vec3(rng.uniform(-1.0, 1.0), -2.0, rng.uniform(-1.0, 1.0)));
        if (true_depth(body, state, list) > 0.0) {
            continue; // starts inside
        }
        ++scenes;
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 120; ++frame) {
            const StepReport report = step(body.model, controls, state, workspace);
            expect_forces_in_their_cones(workspace);
            EXPECT_EQ(report.contacts_left_out, 0);
            ASSERT_LT(report.depth, depth_tolerance_of_size * body.model.frame.scale)
                << "draw " << draw << ", frame " << frame;
        }
    }
    EXPECT_GT(scenes, 100);
}

// A body that flies along x never passes this x.
void expect_no_point_passes(const FreeBody& body, const Obstacle& obstacle, double x, double speed) {
    Controls controls = controls_on(body, {obstacle});
    controls.gravity.setZero();
    State state = body.start(Vec3(speed, 0.0, 0.0));
    Workspace workspace = workspace_of(body);
    for (int frame = 0; frame < 20; ++frame) {
        step(body.model, controls, state, workspace);
        ASSERT_LT(body.contact_positions(state).col(0).maxCoeff(), x + 1e-5)
            << "frame " << frame << ", " << speed << " m/s";
    }
}

TEST(Contact, NoPointPassesThroughAThinWall) {
    const FreeBody body = free_body(bar_above(0.5), {.young = 1e6});
    for (const double half : {0.01, 0.001}) {
        Box wall{identity_affine(), Vec3(half, 2.0, 2.0)};
        wall.placement.col(3) = Vec3(1.3, 0.0, 0.0);
        expect_no_point_passes(body, {wall, 0.3, 0.0}, 1.3 - half, 20.0); // a third of a metre in a step
    }
}

// A wall within the margin of detection, thinner than the way of a step.
TEST(Contact, NoPointPassesThroughAThinWallNearby) {
    const FreeBody body = free_body(bar_above(0.5), {.young = 1e6});
    const double front = body.contact_positions(body.start(Vec3::Zero())).col(0).maxCoeff();
    for (const double gap : {0.002, 0.008, 0.015}) {
        for (const double speed : {0.6, 1.2, 2.0, 3.0, 4.0}) {
            Box wall{identity_affine(), Vec3(0.001, 2.0, 2.0)};
            wall.placement.col(3) = Vec3(front + gap + 0.001, 0.0, 0.0);
            expect_no_point_passes(body, {wall, 0.3, 0.0}, front + gap, speed);
        }
    }
}

// A level height field with vertical sides, from x = first to last.
HeightField plateau(double first, double last, double height) {
    HeightField field;
    field.spacing = last - first;
    field.heights = Matrix::Constant(2, 200, height);
    field.placement.col(3) = Vec3(0.5 * (first + last), 0.0, 0.0);
    return field;
}

TEST(Contact, HillsStopABodyAtTheirSide) {
    for (const double speed : {0.5, 2.7, 8.0}) {
        const FreeBody body = free_body(bar_above(0.001));
        const Obstacles list = {{HalfSpace{}, 0.1, 0.0}, {plateau(1.3, 2.6, 0.3), 0.1, 0.0}};
        const Controls controls = controls_on(body, list);
        State state = body.start(Vec3(speed, 0.0, 0.0));
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 60; ++frame) {
            EXPECT_LT(step(body.model, controls, state, workspace).depth, 1e-5) << "frame " << frame;
            EXPECT_LT(body.centre_of_mass(state).y(), 0.3) << "frame " << frame << " at " << speed << " m/s";
            ASSERT_LT(body.centre_of_mass(state).x(), 1.3) << "frame " << frame << " at " << speed << " m/s";
        }
    }
}

TEST(Contact, NoPointPassesThroughHills) {
    expect_no_point_passes(free_body(bar_above(0.5), {.young = 1e6}), {plateau(1.29, 1.31, 2.0), 0.3, 0.0}, 1.29, 20.0);
}

// A level height field with one ridge across x, two cells wide.
HeightField ridge(double x, double cell, double height) {
    HeightField field;
    field.spacing = cell;
    const auto half = static_cast<Index>(4.0 / cell);
    field.heights = Matrix::Zero(2 * half + 1, 3);
    field.heights.row(half).setConstant(height);
    field.placement.col(3) = Vec3(x, 0.0, 0.0);
    return field;
}

TEST(Contact, NoPointPassesOverARidgeThinnerThanItsStep) {
    // In the air, and on the ground, where the level part is already in contact.
    for (const double height : {0.5, 0.002}) {
        TetMesh mesh = bar_above(height);
        mesh.X.col(2) *= 0.02; // within the three rows of the hills
        expect_no_point_passes(free_body(mesh, {.young = 1e6}), {ridge(1.35, 0.02, 2.0), 0.3, 0.0}, 1.35, 20.0);
    }
}

TEST(Contact, ManyObstaclesKeepTheNearestForEachPoint) {
    const FreeBody body = free_body(bar_above(0.035));
    const Obstacles floors(24, {HalfSpace{}, 0.5, 0.0});
    const Controls controls = controls_on(body, floors);
    State state = body.start(Vec3(0.0, -1.0, 0.0));
    Workspace workspace = workspace_of(body);
    for (int frame = 0; frame < 60; ++frame) {
        const StepReport report = step(body.model, controls, state, workspace);
        EXPECT_LT(true_depth(body, state, floors), 1e-5) << "frame " << frame;
        EXPECT_EQ(report.contacts_left_out, 0) << "the same floor again is no new surface";
    }
}

TEST(Contact, ReportsAPointWithMoreThanThreeSurfaces) {
    const FreeBody body = free_body(bar_above(0.1));
    const Vec3 point = body.contact_positions(body.start()).row(0);
    Obstacles nest;
    for (int i = 0; i < 8; ++i) {
        const double turn = 0.8 * static_cast<double>(i);
        const Vec3 towards = Vec3(0.8 * std::cos(turn), -1.0, 0.8 * std::sin(turn)).normalized();
        nest.push_back({Ball{point + 0.012 * towards, 0.01}, 0.5, 0.0});
    }
    const Controls controls = controls_on(body, nest);
    State state = body.start();
    Workspace workspace = workspace_of(body);
    EXPECT_GE(step(body.model, controls, state, workspace).contacts_left_out, 5);
}

} // namespace
} // namespace limber::testing
