// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"

#include "engine/operators/scalar_operators.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace limber::testing {
namespace {

Controls swaying_controls(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 7;
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

// The iteration of the paper.
Controls local_global(Controls controls) {
    controls.memory = 0;
    return controls;
}

double relative_difference(const Points& a, const Points& b) {
    return (a - b).cwiseAbs().maxCoeff() / (b.cwiseAbs().maxCoeff() + 1.0);
}

struct Scales {
    double young = 1.0;
    double density = 1.0;
};

// The body built with the scaled material.
LivingBar scaled(LivingBar bar, const Scales& scales) {
    bar.material.young *= scales.young;
    bar.material.density *= scales.density;
    return bar;
}

// Runs the engine and the reference side by side and returns the largest distance.
double worst_distance(const LivingBar& bar, const oracle::TextbookBody& body, int frames, bool with_handles,
                      const Scales& scales = {}) {
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    oracle::TextbookState twin = textbook(bar, model, state);
    Workspace workspace(model);
    Rng rng(99);
    double worst = 0.0;
    Controls controls = local_global(swaying_controls(bar, 0));
    controls.young_scale = scales.young;
    controls.density_scale = scales.density;
    oracle::TextbookControls twin_controls;
    std::vector<oracle::TextbookSpring> springs;
    for (int frame = 1; frame <= frames; ++frame) {
        controls.P = dancing_maps(bar, frame);
        if (with_handles && frame % 2 == 1) {
            const auto [handle, spring] = random_handle(bar, model, rng);
            controls.handles.push_back(handle);
            springs.push_back(spring);
        }
        twin_controls = textbook(controls);
        twin_controls.springs = springs;
        step(model, controls, state, workspace);
        oracle::textbook_step(body, twin_controls, twin);
        worst = std::max(
            worst, relative_difference(positions(bar, model, state), oracle::unflat(oracle::positions(body, twin))));
    }
    return worst;
}

TEST(Step, EqualsTheReferenceStepInTheSameSubspaceToRoundOff) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const LivingBar bar = living_bar(seed, 3);
        EXPECT_LT(worst_distance(bar, bar.reduced_body(), 6, false), 1e-11);
        EXPECT_LT(worst_distance(bar, bar.reduced_body(), 6, true), 1e-10);
    }
}

TEST(Step, OnARigWithTargetsEqualsTheReferenceStepInTheSameSubspaceToRoundOff) {
    const LivingBar bar = shaped_bar(14, 3);
    EXPECT_LT(worst_distance(bar, bar.reduced_body(), 6, false), 1e-11);
    EXPECT_LT(worst_distance(bar, bar.reduced_body(), 6, true), 1e-10);
}

TEST(Step, ScaledStiffnessAndDensityEqualAScaledMaterial) {
    const LivingBar bar = living_bar(13, 3);
    for (const Scales scales : {Scales{7.0, 1.0}, Scales{1.0, 0.3}, Scales{0.2, 4.0}}) {
        EXPECT_LT(worst_distance(bar, scaled(bar, scales).reduced_body(), 6, true, scales), 1e-10);
    }
}

TEST(Step, EqualsFullSpaceComplementaryDynamicsForACompleteBasisAndOneClusterPerTet) {
    const LivingBar bar = living_bar(4, 0, true);
    EXPECT_LT(worst_distance(bar, bar.full_body(), 4, true), 1e-8);
}

void expect_complementary_motion(const LivingBar& bar) {
    const ReducedModel model = bar.model();
    const oracle::TextbookBody body = bar.full_body();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    for (int frame = 1; frame < 20; ++frame) {
        step(model, swaying_controls(bar, frame), state, workspace);
        const Points rig = rig_jacobian(bar.mesh.X, bar.rig) * state.P;
        const Vector u = oracle::flat(Points(positions(bar, model, state) - rig));
        ASSERT_GT(u.norm(), 1e-6);
        const double scale = body.C.colwise().norm().maxCoeff() * u.norm();
        EXPECT_LT((body.C.transpose() * u).cwiseAbs().maxCoeff() / scale, 1e-12);
    }
}

TEST(Step, SecondaryMotionIsComplementaryToTheRig) {
    expect_complementary_motion(living_bar(5, 4));
    expect_complementary_motion(shaped_bar(5, 4));
}

void expect_equivariance(const LivingBar& bar) {
    Rng rng(6);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    const LivingBar other = turned(bar, turn);
    const ReducedModel model = bar.model();
    const ReducedModel other_model = other.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    // The rotated rig has the rotated motion: P' = turn P turn^-1.
    const auto turned_maps = [&](const AffineStack& P) {
        AffineStack result(P.rows(), 3);
        for (Index b = 0; b < P.rows() / 4; ++b) {
            const Affine map = P.middleRows<4>(4 * b).transpose();
            result.middleRows<4>(4 * b) = compose(compose(turn, map), inverse(turn)).transpose();
        }
        return result;
    };
    State other_state = rest_state(other_model, turned_maps(state.P));
    Workspace workspace(model);
    Workspace other_workspace(other_model);
    // The same point of both bodies, pulled to rotated targets.
    Rng point(60);
    Rng same_point(60);
    const Handle poke = random_handle(bar, model, point).handle;
    Handle other_poke = random_handle(other, other_model, same_point).handle;
    other_poke.target = apply(turn, poke.target);
    for (int frame = 1; frame <= 60; ++frame) {
        Controls controls = swaying_controls(bar, frame);
        Controls other_controls = controls;
        controls.handles = {poke};
        other_controls.handles = {other_poke};
        other_controls.P = turned_maps(controls.P);
        other_controls.gravity = turn.leftCols<3>() * controls.gravity;
        step(model, controls, state, workspace);
        step(other_model, other_controls, other_state, other_workspace);
        const Points expected = transformed(positions(bar, model, state), turn);
        ASSERT_LT(relative_difference(positions(other, other_model, other_state), expected), 1e-9) << frame;
    }
}

TEST(Step, IsEquivariantUnderRotation) {
    expect_equivariance(living_bar(6, 4));
    expect_equivariance(shaped_bar(6, 4));
}

TEST(Step, NeverRaisesItsObjectiveFromOneIterationToTheNext) {
    const LivingBar bar = living_bar(7, 4);
    const ReducedModel model = bar.model();
    const oracle::TextbookBody body = bar.reduced_body();
    Workspace workspace(model);
    State before = rest_state(model, dancing_maps(bar, 0));
    Rng rng(7);
    for (Index i = 0; i < before.Z.size(); ++i) {
        before.Z.data()[i] = 0.3 * rng.normal();
        before.Zdot.data()[i] = 3.0 * rng.normal();
    }
    const auto [handle, spring] = random_handle(bar, model, rng);
    const oracle::TextbookState twin = textbook(bar, model, before);

    Controls controls = swaying_controls(bar, 3);
    controls.handles = {handle};
    oracle::TextbookControls twin_controls = textbook(controls);
    twin_controls.springs = {spring};
    double previous = std::numeric_limits<double>::infinity();
    for (controls.iterations = 1; controls.iterations < 40; ++controls.iterations) {
        State state = before;
        step(model, controls, state, workspace);
        const Points moved = positions(bar, model, state) - Points(rig_jacobian(bar.mesh.X, bar.rig.W) * state.P);
        const double objective = oracle::textbook_objective(body, twin_controls, twin, oracle::flat(moved));
        EXPECT_LE(objective, previous + 1e-9 * std::abs(previous)) << controls.iterations;
        previous = objective;
    }
}

TEST(Step, ReportsTheReferenceElasticEnergyOnceConverged) {
    const LivingBar bar = living_bar(8, 3);
    const ReducedModel model = bar.model();
    const oracle::TextbookBody body = bar.reduced_body();
    Workspace workspace(model);
    State state = rest_state(model, dancing_maps(bar, 0));
    for (int frame = 1; frame < 5; ++frame) {
        Controls controls = swaying_controls(bar, frame);
        controls.iterations = 3000;
        controls.tolerance = 1e-13;
        controls.young_scale = 2.0;
        const StepReport report = step(model, controls, state, workspace);
        const Vector x = oracle::flat(positions(bar, model, state));
        const double expected = 2.0 * oracle::textbook_elastic_energy(body, x);
        EXPECT_NEAR(report.elastic_energy, expected, 1e-8 * expected);
    }
}

TEST(Step, KeepsABodyAtRestForAnyMaterialAndRigTransform) {
    const LivingBar bar = living_bar(9, 5);
    const ReducedModel model = bar.model();
    Rng rng(9);
    AffineStack P(8, 3);
    Affine rigid;
    rigid << random_rotation(rng), random_vector(rng);
    P << rigid.transpose(), rigid.transpose();
    State state = rest_state(model, P);
    Workspace workspace(model);
    Controls controls;
    controls.P = P;
    controls.arithmetic = Arithmetic::double_precision;
    for (int i = 0; i < 200; ++i) {
        step(model, controls, state, workspace);
    }
    const Points moved = positions(bar, model, state);
    EXPECT_LT(relative_difference(moved, transformed(bar.mesh.X, rigid)), 1e-11);
    EXPECT_LT(state.Zdot.cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Step, DropsAFreeBodyAlongTheBackwardEulerParabola) {
    const LivingBar bar = flying_bar(10, 4);
    const ReducedModel model = bar.model();
    const AffineStack P = dancing_maps(bar, 0);
    State state = rest_state(model, P);
    Workspace workspace(model);
    Controls controls;
    controls.P = P;
    controls.gravity = Vec3(0.0, -10.0, 3.0);
    const Vector mass = lumped_mass(bar.mesh, bar.material.density);
    const auto centre = [&] {
        return Vec3(positions(bar, model, state).transpose() * mass / mass.sum());
    };
    const Vec3 start = centre();
    const double h = controls.time_step;
    for (int n = 1; n <= 30; ++n) {
        step(model, controls, state, workspace);
        // Backward Euler: v_n = n h g and x_n = sum of h v.
        const Vec3 expected = start + 0.5 * n * (n + 1) * h * h * controls.gravity;
        EXPECT_LT((centre() - expected).norm(), 1e-10) << n;
    }
}

TEST(Step, ConservesTheMomentumOfAFreeBody) {
    const LivingBar bar = flying_bar(11, 5);
    const ReducedModel model = bar.model();
    const AffineStack P = dancing_maps(bar, 0);
    State state = rest_state(model, P);
    Rng rng(11);
    for (Index i = 0; i < state.Z.size(); ++i) {
        state.Z.data()[i] = 0.3 * rng.normal();
        state.Zdot.data()[i] = rng.normal();
    }
    const Vec3 momentum = model.BM1.transpose() * state.Zdot;
    Workspace workspace(model);
    Controls controls;
    controls.P = P;
    for (int n = 0; n < 100; ++n) {
        step(model, controls, state, workspace);
        const Vec3 now = model.BM1.transpose() * state.Zdot;
        ASSERT_LT((now - momentum).norm() / momentum.norm(), 1e-9);
    }
}

TEST(Step, ConvergesToTheSameEquilibriumForEveryTimeStep) {
    const LivingBar bar = living_bar(12, 4);
    const ReducedModel model = bar.model();
    Workspace workspace(model);
    Points first;
    for (const double h : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 15.0}) {
        State state = rest_state(model, dancing_maps(bar, 0));
        Controls controls = swaying_controls(bar, 5);
        controls.damping = 20.0;
        controls.time_step = h;
        controls.iterations = 60;
        controls.rig_discontinuity = true;
        for (double time = 0.0; time < 20.0; time += h) {
            step(model, controls, state, workspace);
        }
        const Points settled = positions(bar, model, state);
        first = first.rows() == 0 ? settled : first;
        EXPECT_LT(relative_difference(settled, first), 1e-6) << h;
    }
}

} // namespace
} // namespace limber::testing
