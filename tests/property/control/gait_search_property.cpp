// SPDX-License-Identifier: MIT
#include "engine/control/gait_search.h"

#include "engine/actuation/muscles.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"
#include "tests/support/repeated_search.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// A gait search for a bar with muscles on a floor.
namespace limber::testing {
namespace {

FreeBody strong_bar(const Affine& placement = identity_affine()) {
    return free_body(transformed(bar_mesh(8, 2, 2, Vec3(1.0, 0.2, 0.3)), placement),
                     {.modes = 5, .clusters = 8, .contact_points = 16, .young = 5e4, .muscles = 4});
}

Walker walker_of(const FreeBody& body, const Affine& placement = identity_affine()) {
    const Mat3 R = placement.leftCols<3>();
    Walker walker;
    walker.model = std::make_shared<const ReducedModel>(body.model);
    walker.controls = body.controls();
    walker.controls.arithmetic = Arithmetic::single_precision;
    walker.controls.gravity = R * Vec3(0.0, -9.81, 0.0);
    walker.controls.contact.points = body.points;
    walker.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{placement.col(3), R.col(1)}, 0.8, 0.0}});
    walker.start = body.start();
    walker.front = R.col(0);
    walker.up = R.col(1);
    EXPECT_TRUE(settle(walker, 200));
    return walker;
}

constexpr GaitSearchOptions short_search{.generations = 12, .population = 8, .steps = 120, .seed = 3};
const GaitSpace space_of_four{.muscles = 4, .harmonics = 1};

TEST(GaitSearch, FindsAMovingGaitForABar) {
    GaitSearch search(walker_of(strong_bar()), space_of_four, {}, short_search);
    ThreadPool alone({1});
    while (!search.is_done()) {
        search.advance(alone);
    }
    EXPECT_LT(search.best_cost(), -0.3); // body lengths, in two seconds
    const Scores scores = search.scores(search.best());
    EXPECT_EQ(-scores.travel, search.best_cost());
    EXPECT_GT(scores.distance, 0.3);
    EXPECT_EQ(search.state().best_costs.size(), 12u);
}

TEST(GaitSearch, FindsTheSameGaitOnAnyNumberOfThreadsAndAfterAnInterruption) {
    repeated_search(walker_of(strong_bar()), space_of_four,
                    {.generations = 4, .population = 6, .steps = 40, .seed = 9});
}

// `body`, rotated with its muscles and with the same contact points.
FreeBody turned(const FreeBody& body, const Affine& turn) {
    FreeBody other = body;
    other.bar = turned(body.bar, turn);
    Matrix D = displacement_modes(body.bar.mesh, body.bar.material, {.count = 4}).value().D;
    for (Index i = 0; i < D.rows() / 3; ++i) {
        D.middleRows<3>(3 * i) = (turn.leftCols<3>() * D.middleRows<3>(3 * i)).eval();
    }
    other.model = other.bar.model();
    other.model.actuation = actuation_set(other.bar.mesh, other.bar.material, other.bar.rig, other.bar.W, other.model,
                                          one_cluster(other.bar.mesh.tet_count()), scaled_muscles(other.bar.mesh, D))
                                .value();
    other.points = std::make_shared<ContactPoints>(
        contact_points(other.model, other.bar.mesh.X, other.bar.rig, other.bar.W, body.points->vertices));
    return other;
}

struct TurnedPair {
    Affine turn = identity_affine();
    Walker plain;
    Walker turned;
};

TurnedPair turned_pair() {
    TurnedPair pair;
    pair.turn.leftCols<3>() = Eigen::AngleAxisd(1.1, Vec3(0.2, 0.9, -0.4).normalized()).toRotationMatrix();
    pair.turn.col(3) = Vec3(1.0, 2.0, 3.0);
    const FreeBody body = strong_bar();
    pair.plain = walker_of(body);
    pair.turned = walker_of(turned(body, pair.turn), pair.turn);
    pair.plain.controls.arithmetic = pair.turned.controls.arithmetic = Arithmetic::double_precision;
    return pair;
}

TEST(GaitSearch, RotatedSceneHasTheRotatedGait) {
    const TurnedPair pair = turned_pair();
    const Gait gait = gait_at(space_of_four, Vector::Constant(dimension(space_of_four), 0.3));
    WalkerWorkspace first(pair.plain);
    WalkerWorkspace second(pair.turned);
    const Trace straight = rollout(pair.plain, RolloutMeasures(pair.plain), gait, 30, first);
    const Trace tilted = rollout(pair.turned, RolloutMeasures(pair.turned), gait, 30, second);
    for (std::size_t i = 0; i < straight.stances.size(); ++i) {
        EXPECT_LT((apply(pair.turn, straight.stances[i].centre) - tilted.stances[i].centre).norm(), 1e-5) << i;
    }
    EXPECT_NEAR(cost_of(straight, pair.plain, {}), cost_of(tilted, pair.turned, {}), 1e-4);
}

// Every generation has the same candidates with the same costs, so the result is the same: a search is independent of
// the world's orientation.
TEST(GaitSearch, FindsTheSameGaitInARotatedScene) {
    const TurnedPair pair = turned_pair();
    const GaitSearchOptions options{.generations = 4, .population = 8, .steps = 40, .seed = 5};
    GaitSearch straight(pair.plain, space_of_four, {}, options);
    GaitSearch tilted(pair.turned, space_of_four, {}, options);
    ThreadPool alone({1});
    while (!straight.is_done()) {
        const Matrix points = straight.ask();
        ASSERT_EQ(points, tilted.ask()) << "generation " << straight.generation();
        const Vector costs = straight.costs_of(points, alone);
        const Vector others = tilted.costs_of(points, alone);
        EXPECT_LT((costs - others).cwiseAbs().maxCoeff(), 1e-4) << "generation " << straight.generation();
        straight.tell(costs);
        tilted.tell(others);
    }
    EXPECT_EQ(straight.best(), tilted.best());
    EXPECT_LT(straight.best_cost(), 0.0) << "it has a result";
}

TEST(Stance, HasCentreOfMassAndRotation) {
    const FreeBody body = strong_bar();
    const StanceReader reader(body.model);
    State state = body.start(Vec3(0.3, -0.2, 0.1));
    state.Z = 0.5 * state.Zdot;
    const Stance moved = reader.read(state);
    EXPECT_LT((moved.centre - body.centre_of_mass(state)).norm(), 1e-12);
    EXPECT_LT((moved.turn - Mat3::Identity()).norm(), 1e-9);
    // The rig rotates the whole body.
    const Mat3 R = Eigen::AngleAxisd(0.8, Vec3(0.3, 0.5, -0.2).normalized()).toRotationMatrix();
    state.Z.setZero();
    state.P.topRows<3>() = R.transpose();
    const Stance turned_stance = reader.read(state);
    EXPECT_LT((turned_stance.turn - R).norm(), 1e-9);
    EXPECT_LT((turned_stance.centre - body.centre_of_mass(state)).norm(), 1e-12);
}

TEST(GaitSpace, ExcludesFixedValues) {
    GaitSpace space{.muscles = 3, .harmonics = 2};
    EXPECT_EQ(dimension(space), 1 + 3 * 2 * 2);
    space.period = 0.8;
    EXPECT_EQ(dimension(space), 3 * 2 * 2);
    for (const Waveform& waveform : gait_at(space, Vector::Constant(12, 0.4)).waveforms) {
        EXPECT_EQ(waveform[0].period, 0.8);
        EXPECT_EQ(waveform[1].period, 0.4);
    }
    space.phase = 0.25;
    space.amplitude = 0.5;
    EXPECT_TRUE(fault_in(space).has_value());
    space.common_period = false;
    space.period.reset();
    EXPECT_EQ(dimension(space), 6);
    EXPECT_FALSE(fault_in(space).has_value());
}

TEST(GaitSpace, SelectsTheMusclesWithTheLargestShare) {
    const GaitSpace space{.muscles = 3, .harmonics = 1, .taking_part = 1};
    Vector u = Vector::Constant(dimension(space), 0.5);
    u(1) = 0.2; // follows the period
    u(2) = 0.9;
    u(3) = 0.3;
    const Gait gait = gait_at(space, u);
    EXPECT_TRUE(gait.waveforms[0].empty());
    EXPECT_EQ(gait.waveforms[1].size(), 1u);
    EXPECT_TRUE(gait.waveforms[2].empty());
}

// A trace with constant linear and angular velocity.
Trace glide(const Vec3& way, double angle, const Vec3& axis) {
    Trace trace;
    for (int i = 0; i <= 50; ++i) {
        const double s = i / 50.0;
        trace.stances.push_back({s * way, Eigen::AngleAxisd(s * angle, axis).toRotationMatrix()});
    }
    return trace;
}

// Phases wrap: slightly above 1 is slightly above 0.
TEST(GaitSpace, PhasesArePeriodic) {
    const GaitSpace space{.muscles = 2, .harmonics = 1, .taking_part = 1};
    std::vector<bool> expected{false, false, false, false, true, false, true}; // period, two shares, (A, theta) each
    EXPECT_EQ(periodic_coordinates(space), expected);
    const GaitSpace own{.muscles = 1, .harmonics = 2, .common_period = false, .amplitude = 0.5};
    expected = {true, false, true, false}; // (theta, T) each
    EXPECT_EQ(periodic_coordinates(own), expected);
    CmaEsOptions options{.population = 8, .sigma = 0.01, .generations_max = 1};
    options.lower = Vector::Zero(2);
    options.upper = Vector::Ones(2);
    options.periodic = {true, false};
    CmaEs search(Vector::Constant(2, 0.9999), options);
    const Matrix& candidates = search.ask();
    EXPECT_LT(candidates.row(0).minCoeff(), 0.1) << "round";
    EXPECT_GT(candidates.row(0).maxCoeff(), 0.9);
    EXPECT_GT(candidates.row(1).minCoeff(), 0.9) << "and back";
}

TEST(Objective, ScoresItsTerms) {
    Walker walker;
    walker.length = 2.0;
    Trace trace = glide(Vec3(0.0, 1.0, 4.0), std::numbers::pi / 3.0, Vec3(0.0, 1.0, 0.0));
    trace.work = 0.3;
    const Scores scores = scores_of(trace, walker, {.target = Vec3(0.0, 1.0, 5.0)});
    EXPECT_NEAR(scores.distance, 2.0, 1e-12);
    EXPECT_NEAR(scores.alignment, 0.5, 1e-12);
    EXPECT_NEAR(scores.travel, 1.0, 1e-12);
    EXPECT_NEAR(scores.turn, 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(scores.leap, 0.5, 1e-12);
    EXPECT_NEAR(scores.height, 0.25, 1e-12);
    EXPECT_NEAR(scores.upright, 1.0, 1e-12);
    EXPECT_NEAR(scores.approach, (std::sqrt(26.0) - 1.0) / 2.0, 1e-12);
    EXPECT_NEAR(scores.energy, 0.3 / (50.0 * walker.controls.time_step), 1e-12);
    EXPECT_NEAR(cost_of(trace, walker, {.travel = 2.0, .turn = 3.0}), -2.0 - 0.5, 1e-12);
    EXPECT_NEAR(cost_of(trace, walker, {.travel = 0.0, .energy = 2.0}), 2.0 * scores.energy, 1e-12);
}

TEST(Objective, DoesNotRewardTurningAroundToGoBackwards) {
    const Walker walker;
    const Trace trace = glide(Vec3(0.0, 0.0, -1.0), std::numbers::pi, Vec3(0.0, 1.0, 0.0));
    EXPECT_GT(cost_of(trace, walker, {}), 0.0);
}

} // namespace
} // namespace limber::testing
