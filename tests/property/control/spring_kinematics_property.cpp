// SPDX-License-Identifier: MIT
#include "engine/control/spring_kinematics.h"

#include "engine/model/body_point.h"
#include "engine/stepper/springs.h"
#include "engine/stepper/step.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

/// A tower whose foot is held, with a spring along each of its four edges: the tip follows a target.
namespace limber::testing {
namespace {

constexpr int cells_across = 2;
constexpr int cells_up = 6;

int tower_vertex(int i, int j, int k) {
    return (k * (cells_up + 1) + j) * (cells_across + 1) + i;
}

struct SprungTower {
    FreeBody body;
    Controls controls;
    BodyPoint tip;
    Vector natural; // of the springs [m]
    State start;

    SprungTower()
        : body(free_body(bar_mesh(cells_across, cells_up, cells_across, Vec3(0.4, 1.2, 0.4)),
                         {.modes = 6, .clusters = 12, .young = 1e5, .poisson = 0.3})),
          controls(body.controls()), tip(point_at(1, cells_up, 1)), natural(4), start(body.start()) {
        controls.damping = 4.0;
        for (const int i : {0, cells_across}) {
            for (const int k : {0, cells_across}) {
                const BodyPoint foot = point_at(i, 0, k);
                natural(static_cast<Index>(controls.springs.size())) = 1.2;
                controls.springs.push_back(spring_between(foot, point_at(i, cells_up, k), 1e4, 1.2));
                controls.handles.push_back({foot, 1e6, body.bar.mesh.X.row(tower_vertex(i, 0, k))});
            }
        }
    }
    BodyPoint point_at(int i, int j, int k) const {
        return body_point(body.model, body.bar.mesh.X, body.bar.rig, body.bar.W, std::array{tower_vertex(i, j, k)},
                          std::array{1.0});
    }
    Vec3 tip_in(const State& state) const {
        return state.Z.transpose() * tip.phi + state.P.transpose() * tip.rig_row;
    }
    SpringKinematics kinematics(const SpringKinematicsOptions& options = {}) const {
        return SpringKinematics(SpringStep(body.model, {.handle_capacity = 8}), natural, options);
    }
    Workspace workspace() const {
        return Workspace(body.model, 8);
    }
};

// Where the tip rests with these extensions of the springs.
Vec3 resting_tip(const SprungTower& tower, const Eigen::Vector4d& extensions) {
    Controls controls = tower.controls;
    for (std::size_t i = 0; i < 4; ++i) {
        controls.springs[i].rest_length *= 1.0 + extensions(static_cast<Index>(i));
    }
    State state = tower.start;
    Workspace workspace = tower.workspace();
    for (int n = 0; n < 400; ++n) {
        step(tower.body.model, controls, state, workspace);
    }
    return tower.tip_in(state);
}

TEST(SpringKinematics, BringsAPointToTargetsThatItCanReach) {
    const SprungTower tower;
    for (const Eigen::Vector4d& extensions :
         {Eigen::Vector4d(0.08, -0.06, 0.05, -0.08), Eigen::Vector4d(-0.06, -0.08, 0.04, 0.06),
          Eigen::Vector4d(0.05, 0.05, 0.05, 0.05)}) {
        const Vec3 target = resting_tip(tower, extensions);
        const double far = (target - tower.tip_in(tower.start)).norm();
        ASSERT_GT(far, 0.02);
        SpringKinematics kinematics = tower.kinematics();
        Controls controls = tower.controls;
        State state = tower.start;
        Workspace workspace = tower.workspace();
        for (int n = 0; n < 400; ++n) {
            const SpringKinematicsReport report = kinematics.choose(state, {{tower.tip, target}}, controls);
            ASSERT_TRUE(report.is_derived);
            ASSERT_LE(report.cost, report.cost_before);
            ASSERT_NE(step(tower.body.model, controls, state, workspace).status, StepStatus::not_finite);
        }
        EXPECT_LT((tower.tip_in(state) - target).norm(), 0.1 * far);
    }
}

// Without the regularisation's share nothing keeps the tip from its target.
TEST(SpringKinematics, LeavesADistanceInProportionToTheRegularisation) {
    const SprungTower tower;
    const Vec3 target = resting_tip(tower, Eigen::Vector4d(0.08, -0.06, 0.05, -0.08));
    const auto distance_with = [&](double regularisation) {
        SpringKinematics kinematics = tower.kinematics({.regularisation = regularisation});
        Controls controls = tower.controls;
        State state = tower.start;
        Workspace workspace = tower.workspace();
        for (int n = 0; n < 600; ++n) {
            kinematics.choose(state, {{tower.tip, target}}, controls);
            step(tower.body.model, controls, state, workspace);
        }
        return (tower.tip_in(state) - target).norm();
    };
    EXPECT_LT(distance_with(1e-6), 1e-3);
    EXPECT_LT(distance_with(1e-6), distance_with(1e-2));
}

TEST(SpringKinematics, StaysFiniteAndWithinItsBoundsForTargetsThatItCannotReach) {
    const SprungTower tower;
    const SpringKinematicsOptions options{.shortest = 0.7, .longest = 1.2, .rate = 2.0};
    for (const Vec3& target : {Vec3(100.0, 50.0, -80.0), Vec3(0.2, -40.0, 0.2), Vec3(1e9, 0.0, 0.0)}) {
        SpringKinematics kinematics = tower.kinematics(options);
        Controls controls = tower.controls;
        State state = tower.start;
        Workspace workspace = tower.workspace();
        for (int n = 0; n < 200; ++n) {
            const Controls before = controls;
            kinematics.choose(state, {{tower.tip, target}}, controls);
            for (std::size_t i = 0; i < 4; ++i) {
                const double length = controls.springs[i].rest_length;
                ASSERT_GE(length, 0.7 * 1.2 * (1.0 - 1e-12));
                ASSERT_LE(length, 1.2 * 1.2 * (1.0 + 1e-12));
                ASSERT_LE(std::abs(length - before.springs[i].rest_length),
                          options.rate * 1.2 * controls.time_step * (1.0 + 1e-9));
            }
            ASSERT_NE(step(tower.body.model, controls, state, workspace).status, StepStatus::not_finite);
            ASSERT_TRUE(state.Z.allFinite());
        }
        EXPECT_LT((tower.tip_in(state) - tower.tip_in(tower.start)).norm(), 3.0) << "the foot is held";
    }
}

TEST(SpringKinematics, LeavesTheSpringsOfABodyThatIsAtItsTarget) {
    const SprungTower tower;
    SpringKinematics kinematics = tower.kinematics();
    Controls controls = tower.controls;
    State state = tower.start;
    Workspace workspace = tower.workspace();
    const Vec3 target = tower.tip_in(state);
    for (int n = 0; n < 20; ++n) {
        kinematics.choose(state, {{tower.tip, target}}, controls);
        step(tower.body.model, controls, state, workspace);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(controls.springs[i].rest_length, tower.controls.springs[i].rest_length, 1e-6);
    }
}

TEST(SpringKinematics, DependsOnRestLengthsAndDampingAlone) {
    const SprungTower tower;
    const Vec3 target = tower.tip_in(tower.start) + Vec3(0.1, -0.02, 0.05);
    SpringKinematics kinematics = tower.kinematics();
    Controls controls = tower.controls;
    State state = tower.start;
    Workspace workspace = tower.workspace();
    const auto advance = [&](SpringKinematics& with, Controls& by, State& from, int steps) {
        for (int n = 0; n < steps; ++n) {
            with.choose(from, {{tower.tip, target}}, by);
            step(tower.body.model, by, from, workspace);
        }
    };
    advance(kinematics, controls, state, 30);
    SpringKinematics other = tower.kinematics();
    other.set_damping(kinematics.damping());
    Controls other_controls = controls;
    State other_state = state;
    advance(kinematics, controls, state, 30);
    advance(other, other_controls, other_state, 30);
    EXPECT_EQ(hash_of(state), hash_of(other_state));
}

TEST(SpringKinematics, AllocatesNothingAfterItsFirstChoice) {
    const SprungTower tower;
    SpringKinematics kinematics = tower.kinematics();
    Controls controls = tower.controls;
    State state = tower.start;
    Workspace workspace = tower.workspace();
    const std::vector<PointTarget> targets{{tower.tip, tower.tip_in(state) + Vec3(0.1, 0.0, 0.0)}};
    kinematics.choose(state, targets, controls);
    const auto before = allocation_count();
    for (int n = 0; n < 10; ++n) {
        kinematics.choose(state, targets, controls);
        step(tower.body.model, controls, state, workspace);
    }
    EXPECT_EQ(allocation_count(), before);
}

// Such a spring is not a means to reach the target, and its length may be beyond the bounds.
TEST(SpringKinematics, KeepsTheLengthsOfSpringsThatAnotherMoves) {
    const SprungTower tower;
    const std::vector<std::uint8_t> kept{0, 1, 0, 0};
    SpringKinematics kinematics = tower.kinematics();
    Controls controls = tower.controls;
    controls.springs[1].rest_length = 1.6 * 1.2;
    State state = tower.start;
    Workspace workspace = tower.workspace();
    const Vec3 target = tower.tip_in(state) + Vec3(0.05, 0.05, 0.0);
    for (int n = 0; n < 60; ++n) {
        const SpringKinematicsReport report = kinematics.choose(state, {{tower.tip, target}}, kept, controls);
        ASSERT_LE(report.cost, report.cost_before);
        ASSERT_EQ(controls.springs[1].rest_length, 1.6 * 1.2);
        step(tower.body.model, controls, state, workspace);
    }
    EXPECT_NE(controls.springs[0].rest_length, 1.2) << "the others are moved";
}

// How far a stiff body slides in the step that is looked ahead, by the cost of a target where it is now.
TEST(SpringKinematics, LooksAheadWithTheFrictionOfAllStepsUntilThen) {
    constexpr double kept = 0.8; // of the velocity in each real step
    const FreeBody body = free_body(bar_mesh(4, 1, 1, Vec3(1.0, 0.2, 0.2)), {.modes = 1, .clusters = 1, .young = 1e8});
    const Points places = body.contact_positions(body.start());
    Index low = 0;
    places.col(1).minCoeff(&low);
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0.0, places(low, 1) + 0.001, 0.0)}, 0.0, 0.0}});
    controls.contact.law = Friction::damped;
    controls.contact.tangential_restitution = kept;
    controls.iterations = 100;
    const BodyPoint sole{body.points->phi.col(low), body.points->rig_rows.col(low)};
    const BodyPoint other{body.points->phi.col(0), body.points->rig_rows.col(0)};
    const Vector natural = Vector::Constant(1, 0.5);
    controls.springs.push_back(spring_between(sole, other, 1e-6, 0.5));
    State state = body.start(Vec3(1.0, 0.0, 0.0));
    Workspace workspace = workspace_of(body);
    step(body.model, controls, state, workspace); // in contact from here on
    const double speed = body.momentum(state).x() / body.model.mass;
    const Vec3 here = state.Z.transpose() * sole.phi + state.P.transpose() * sole.rig_row;
    const SpringKinematicsOptions options;
    SpringKinematics kinematics(SpringStep(body.model, {.contact_points = body.points->count()}), natural, options);
    const SpringKinematicsReport report = kinematics.choose(state, {{sole, here}}, controls);
    const double slides = body.model.frame.scale * std::sqrt(2.0 * report.cost_before);
    const double share = std::pow(kept, options.look_ahead / controls.time_step);
    EXPECT_NEAR(slides, share * speed * options.look_ahead, 0.15 * share * speed * options.look_ahead);
}

TEST(SpringKinematics, RefusesOptionsOutOfRange) {
    EXPECT_FALSE(fault_in(SpringKinematicsOptions{}));
    EXPECT_EQ(fault_in(SpringKinematicsOptions{.shortest = 1.5})->where, "shortest");
    EXPECT_EQ(fault_in(SpringKinematicsOptions{.longest = 0.5})->where, "longest");
    EXPECT_EQ(fault_in(SpringKinematicsOptions{.rate = 0.0})->where, "rate");
    EXPECT_EQ(fault_in(SpringKinematicsOptions{.look_ahead = -1.0})->where, "look_ahead");
    EXPECT_EQ(fault_in(SpringKinematicsOptions{.regularisation = std::numeric_limits<double>::quiet_NaN()})->where,
              "regularisation");
}

} // namespace
} // namespace limber::testing
