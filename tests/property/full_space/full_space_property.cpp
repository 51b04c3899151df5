// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"

#include "engine/full_space/inverted_tets.h"
#include "engine/stepper/springs.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace limber::testing {
namespace {

constexpr int iterations = 500;

LivingBar bar_of_tets(std::uint64_t seed) {
    return living_bar(seed, 1, true);
}

FullSpaceModel model_of(const LivingBar& bar, ElasticEnergy energy = ElasticEnergy::corotational) {
    return full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
}

FullSpaceModel free_model_of(const LivingBar& bar) {
    return full_space_model(bar.mesh, bar.material, bar.rig, {}).value();
}

Controls controls_at(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = iterations;
    return controls;
}

// The reference's body, whose basis spans the displacements that the constraint allows.
oracle::TextbookBody textbook_body_of(const LivingBar& bar) {
    oracle::TextbookBody body = bar.full_body();
    body.B = Eigen::FullPivLU<Matrix>(Matrix(body.C.transpose())).kernel();
    body.C = Matrix(body.B.rows(), 0);
    return body;
}

oracle::TextbookState textbook_state(const State& state) {
    return {oracle::flat(Points(state.Z)), oracle::flat(Points(state.Zdot)), oracle::flat(state.P),
            oracle::flat(state.Pdot)};
}

void run(const LivingBar& bar, const FullSpaceModel& model, FullSpaceWorkspace& workspace, int frames, State& state) {
    for (int frame = 1; frame <= frames; ++frame) {
        const auto report = full_space_step(model, controls_at(bar, frame), state, workspace);
        ASSERT_TRUE(report);
        ASSERT_EQ(report.value().status, StepStatus::converged) << "frame " << frame;
    }
}

double constraint_of(const LivingBar& bar, const FullSpaceModel& model, const AffineStack& Z) {
    const Vector weight = bar.leak.cwiseProduct(model.M);
    const Matrix forces = model.J.transpose() * (weight.asDiagonal() * Z);
    return forces.cwiseAbs().maxCoeff() / (weight.sum() * Z.cwiseAbs().maxCoeff());
}

// The derivative of the reference's objective in an admissible direction.
double slope_of(const oracle::TextbookBody& body, const oracle::TextbookControls& controls,
                const oracle::TextbookState& before, const Vector& u, const Vector& direction) {
    constexpr double step = 1e-6;
    return (oracle::textbook_objective(body, controls, before, u + step * direction) -
            oracle::textbook_objective(body, controls, before, u - step * direction)) /
           (2.0 * step);
}

void expect_minima_of_the_textbooks_objective(const LivingBar& bar) {
    const FullSpaceModel model = model_of(bar);
    const oracle::TextbookBody body = textbook_body_of(bar);
    FullSpaceWorkspace workspace(model);
    Rng rng(17);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    const Handle handle{full_space_point(model, std::array{3, 20}, std::array{0.25, 0.75}), 4000.0,
                        Vec3(0.4, 0.1, 0.3)};
    for (int frame = 1; frame <= 3; ++frame) {
        Controls controls = controls_at(bar, frame);
        controls.handles = {handle};
        oracle::TextbookControls twin = textbook(controls);
        twin.springs = {{handle.point.phi, handle.stiffness, handle.target}};
        const oracle::TextbookState before = textbook_state(state);
        ASSERT_EQ(full_space_step(model, controls, state, workspace).value().status, StepStatus::converged);
        const Vector found = oracle::flat(Points(state.Z));
        const Vector start = before.u + controls.time_step * before.u_dot;
        const double minimum = oracle::textbook_objective(body, twin, before, found);
        double slope = 0.0;
        double slope_at_start = 0.0;
        for (int i = 0; i < 4; ++i) {
            const Vector direction =
                body.B * Vector::NullaryExpr(body.B.cols(), [&] { return rng.normal(); }).normalized();
            slope = std::max(slope, std::abs(slope_of(body, twin, before, found, direction)));
            slope_at_start = std::max(slope_at_start, std::abs(slope_of(body, twin, before, start, direction)));
            EXPECT_LT(minimum, oracle::textbook_objective(body, twin, before, found + 1e-3 * direction));
        }
        EXPECT_LT(slope, 1e-5 * slope_at_start) << "frame " << frame;
    }
}

TEST(FullSpace, EachStepIsAMinimumOfTheTextbooksObjective) {
    expect_minima_of_the_textbooks_objective(bar_of_tets(3));
    expect_minima_of_the_textbooks_objective(shaped_bar(3, 1, true));
}

TEST(FullSpace, TheDisplacementsStayOnTheConstraint) {
    const LivingBar bar = shaped_bar(5, 1, true);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    run(bar, model, workspace, 10, state);
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT(constraint_of(bar, model, state.Z), 1e-12);
}

// Near the minimum, the moves are as small as the rounding of the positions, and the constraint's forces are large: a
// move that is rounding alone must not follow them.
TEST(FullSpace, ABodyThatAHandleHoldsStaysOnTheConstraint) {
    const LivingBar bar = bar_of_tets(5);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    Controls controls = controls_at(bar, 0);
    const Index tip = model.vertex_count() - 1;
    const Vec3 target = model.X.row(tip).transpose() + Vec3(0.2, 0.1, -0.1);
    controls.handles = {{full_space_point(model, std::array{static_cast<int>(tip)}, std::array{1.0}), 2000.0, target}};
    State state = full_space_rest(model, controls.P);
    for (int frame = 0; frame < 400; ++frame) {
        ASSERT_NE(full_space_step(model, controls, state, workspace).value().status, StepStatus::not_finite);
        ASSERT_LT(constraint_of(bar, model, state.Z), 1e-11) << "frame " << frame;
    }
    EXPECT_LT(state.Zdot.cwiseAbs().maxCoeff(), 1e-3); // it has come to rest
}

class FullSpaceGradient : public ::testing::TestWithParam<ElasticEnergy> {};

TEST_P(FullSpaceGradient, IsTheDerivativeOfTheObjective) {
    const LivingBar bar = bar_of_tets(7);
    const FullSpaceModel model = model_of(bar, GetParam());
    Controls controls = controls_at(bar, 1);
    controls.lambda_scale = 2.5;
    controls.strain_damping = 0.01;
    controls.wind = {Vec3(3.0, -1.0, 2.0), 0.7};
    controls.handles = {{full_space_point(model, std::array{0, 1}, std::array{0.5, 0.5}), 900.0, Vec3(1.0, 0.0, 0.0)}};
    controls.forces = {{full_space_point(model, std::array{2}, std::array{1.0}), Vec3(10.0, 20.0, -5.0)}};
    controls.springs = {spring_between(full_space_point(model, std::array{4}, std::array{1.0}),
                                       full_space_point(model, std::array{47}, std::array{1.0}), 700.0, 1.3)};
    Rng rng(11);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    state.Z = shaken(state.Z, 0.02, rng);
    FullSpaceWorkspace workspace(model);
    predict_motion(controls, state, false, workspace.prediction);
    prepare_objective(model, controls, workspace.prediction, workspace.objective);
    Iterate at = iterate(model.vertex_count());
    at.Z = shaken(state.Z, 0.02, rng);
    evaluate(model, controls, workspace.objective, at);
    const Points direction = shaken(Points::Zero(model.vertex_count(), 3), 1.0, rng);
    const double step = 1e-6;
    std::array<double, 2> ends{};
    for (const int side : {0, 1}) {
        Iterate near = at;
        near.Z += (side == 0 ? -step : step) * direction;
        evaluate(model, controls, workspace.objective, near);
        ends[static_cast<std::size_t>(side)] = near.objective;
    }
    const double slope = at.gradient.cwiseProduct(direction).sum();
    EXPECT_NEAR((ends[1] - ends[0]) / (2.0 * step), slope, 1e-5 * std::abs(slope));
}

INSTANTIATE_TEST_SUITE_P(Energies, FullSpaceGradient,
                         ::testing::Values(ElasticEnergy::corotational, ElasticEnergy::arap));

TEST(FullSpace, ATurnedBodyMovesTurned) {
    const LivingBar bar = bar_of_tets(9);
    Rng rng(2);
    Affine turn = identity_affine();
    turn.leftCols<3>() = random_rotation(rng);
    const LivingBar other = turned(bar, turn);
    std::array<Points, 2> ends;
    for (const bool is_turned : {false, true}) {
        const FullSpaceModel model = model_of(is_turned ? other : bar);
        FullSpaceWorkspace workspace(model);
        State state;
        for (int frame = 0; frame <= 6; ++frame) {
            Controls controls = controls_at(bar, frame);
            if (is_turned) { // P maps rest positions to positions: turned both before and after
                for (Index b = 0; b < controls.P.rows() / 4; ++b) {
                    Affine map = controls.P.middleRows(4 * b, 4).transpose();
                    map = compose(turn, compose(map, inverse(turn)));
                    controls.P.middleRows(4 * b, 4) = map.transpose();
                }
                controls.gravity = turn.leftCols<3>() * controls.gravity;
            }
            if (frame == 0) {
                state = full_space_rest(model, controls.P);
            } else {
                ASSERT_TRUE(full_space_step(model, controls, state, workspace));
            }
        }
        ends[is_turned ? 1 : 0] = positions(model, state.Z, state.P);
    }
    EXPECT_LT((transformed(ends[0], turn) - ends[1]).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(FullSpace, AFreeBodyKeepsItsMomentum) {
    const LivingBar bar = flying_bar(4, 1);
    const FullSpaceModel model = free_model_of(bar);
    FullSpaceWorkspace workspace(model);
    Rng rng(8);
    State state = full_space_rest(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    state.Zdot = shaken(state.Zdot, 2.0, rng);
    const Vec3 before = state.Zdot.transpose() * model.M;
    Controls controls;
    controls.P = state.P;
    controls.iterations = iterations;
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_EQ(full_space_step(model, controls, state, workspace).value().status, StepStatus::converged);
    }
    const Vec3 after = state.Zdot.transpose() * model.M;
    EXPECT_LT((after - before).norm(), 1e-6 * before.norm());
}

// The complete skinning basis spans every displacement, so the reduced step solves the same problem.
TEST(FullSpace, AReducedBodyWithACompleteBasisMovesAlike) {
    LivingBar bar = flying_bar(6, 1);
    bar.W = Matrix::Identity(bar.mesh.vertex_count(), bar.mesh.vertex_count());
    bar.clusters = living_bar(6, 1, true).clusters;
    const ReducedModel reduced = bar.model();
    const FullSpaceModel model = free_model_of(bar);
    FullSpaceWorkspace workspace(model);
    Workspace reduced_workspace(reduced);
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.iterations = iterations;
    controls.arithmetic = Arithmetic::double_precision;
    State state = full_space_rest(model, controls.P);
    State reduced_state = rest_state(reduced, controls.P);
    const Vec3 target(0.5, 0.6, 0.2);
    const std::array vertex{1};
    const std::array whole{1.0};
    Controls reduced_controls = controls;
    controls.handles = {{full_space_point(model, vertex, whole), 3000.0, target}};
    reduced_controls.handles = {{body_point(reduced, bar.mesh.X, bar.rig, bar.W, vertex, whole), 3000.0, target}};
    const Vec3 force(30.0, 0.0, -20.0);
    const std::array other{3};
    controls.forces = {{full_space_point(model, other, whole), force}};
    reduced_controls.forces = {{body_point(reduced, bar.mesh.X, bar.rig, bar.W, other, whole), force}};
    const std::array far{50};
    controls.springs = {
        spring_between(full_space_point(model, other, whole), full_space_point(model, far, whole), 4e3, 0.7)};
    reduced_controls.springs = {spring_between(body_point(reduced, bar.mesh.X, bar.rig, bar.W, other, whole),
                                               body_point(reduced, bar.mesh.X, bar.rig, bar.W, far, whole), 4e3, 0.7)};
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        controls.integrator = reduced_controls.integrator = integrator;
        for (int frame = 0; frame < 10; ++frame) {
            ASSERT_EQ(full_space_step(model, controls, state, workspace).value().status, StepStatus::converged);
            step(reduced, reduced_controls, reduced_state, reduced_workspace);
        }
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(bar, reduced, reduced_state);
        EXPECT_GT((x - bar.mesh.X).cwiseAbs().maxCoeff(), 0.05);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-6);
    }
}

TEST(FullSpace, TheBitsDoNotDependOnTheNumberOfThreads) {
    const LivingBar bar = bar_of_tets(12);
    const FullSpaceModel model = model_of(bar);
    State one = full_space_rest(model, dancing_maps(bar, 0));
    State four = one;
    FullSpaceWorkspace alone(model, {1});
    FullSpaceWorkspace together(model, {4});
    run(bar, model, alone, 5, one);
    run(bar, model, together, 5, four);
    EXPECT_EQ(hash_of(one), hash_of(four));
}

TEST(FullSpace, TheEnergyIsZeroAtRestAndForATurnedBody) {
    const LivingBar bar = bar_of_tets(13);
    const FullSpaceModel model = model_of(bar);
    Rng rng(1);
    Affine turn = identity_affine();
    turn.leftCols<3>() = random_rotation(rng);
    const double scale = model.w.sum();
    EXPECT_NEAR(full_space_energy(model, {}, bar.mesh.X), 0.0, 1e-12 * scale);
    EXPECT_NEAR(full_space_energy(model, {}, transformed(bar.mesh.X, turn)), 0.0, 1e-12 * scale);
    EXPECT_GT(full_space_energy(model, {}, 1.1 * bar.mesh.X), 1e-3 * scale);
}

TEST(FullSpace, TheNearestDisplacementGivesBackItsPositions) {
    const LivingBar bar = bar_of_tets(14);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    run(bar, model, workspace, 3, state);
    const AffineStack Z = displacement_at(model, positions(model, state.Z, state.P), state.P);
    EXPECT_LT((Z - state.Z).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(FullSpace, InvertedTetsAreThoseWhoseVolumeIsNotPositive) {
    const LivingBar bar = bar_of_tets(18);
    const FullSpaceModel model = model_of(bar);
    Rng rng(19);
    for (const double amount : {0.0, 0.02, 0.05, 0.2}) {
        TetMesh moved = bar.mesh;
        moved.X = shaken(bar.mesh.X, amount, rng);
        const Vector volumes = tet_volumes(moved);
        EXPECT_EQ(inverted_tet_count(model, moved.X), (volumes.array() <= 0.0).count()) << amount;
        Points mirrored = moved.X;
        mirrored.col(1) *= -1.0;
        EXPECT_EQ(inverted_tet_count(model, mirrored), (volumes.array() >= 0.0).count()) << amount;
    }
    EXPECT_EQ(inverted_tet_count(model, Points::Zero(model.vertex_count(), 3)), model.tet_count()) << "flat";
    EXPECT_EQ(inverted_tet_count(model, Points::Constant(model.vertex_count(), 3, std::nan(""))), model.tet_count());
}

// Before its matrix is factorised, and during a descent.
TEST(FullSpace, AStepThatIsCancelledLeavesTheState) {
    const LivingBar bar = bar_of_tets(16);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    FullSpaceWorkspace undisturbed(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    State other = state;
    Progress progress;
    progress.report("comparing", 0.25);
    progress.cancel();
    for (int frame = 1; frame <= 3; ++frame) {
        const Points before = state.Z;
        const auto report = full_space_step(model, controls_at(bar, frame), state, workspace, &progress);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().kind, ErrorKind::cancelled);
        EXPECT_EQ(Points(state.Z), before);
        ASSERT_TRUE(full_space_step(model, controls_at(bar, frame), state, workspace));
        ASSERT_TRUE(full_space_step(model, controls_at(bar, frame), other, undisturbed));
        EXPECT_EQ(state.Z, other.Z);
    }
    EXPECT_EQ(progress.latest().phase, "comparing");
    EXPECT_EQ(progress.latest().fraction, 0.25);
}

TEST(FullSpace, AModelThatIsCancelledIsNotBuilt) {
    const LivingBar bar = bar_of_tets(17);
    Progress progress;
    progress.cancel();
    const auto model =
        full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, ElasticEnergy::corotational, &progress);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().kind, ErrorKind::cancelled);
}

TEST(FullSpace, WhatCannotBeBuiltIsRefused) {
    const LivingBar bar = bar_of_tets(15);
    EXPECT_EQ(full_space_model(bar.mesh, bar.material, bar.rig, Vector::Ones(3)).error().kind, ErrorKind::bad_input);
}

} // namespace
} // namespace limber::testing
