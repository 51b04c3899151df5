// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

/// Accuracy, damping and stability of the integrators over time.
namespace limber::testing {
namespace {

struct Swing {
    LivingBar bar = flying_bar(2, 5);
    ReducedModel model = bar.model();
    Controls controls;

    Swing() {
        controls.P = dancing_maps(bar, 0);
        controls.arithmetic = Arithmetic::double_precision;
        controls.iterations = 40;
    }

    // A free body that vibrates after a small deformation.
    State start() const {
        State state = rest_state(model, controls.P);
        Rng rng(3);
        for (Index k = 0; k < state.Z.rows(); ++k) {
            for (Index axis = 0; axis < 3; ++axis) {
                const double softness = model.stiffness(k) > 1.0 ? 1.0 / std::sqrt(model.stiffness(k)) : 0.0;
                state.Z(k, axis) = 0.05 * softness * rng.normal();
            }
        }
        return state;
    }

    Points after(double seconds, double h) {
        State state = start();
        return positions(bar, model, run(seconds, h, state));
    }

    State run(double seconds, double h, State state) {
        Workspace workspace(model);
        controls.time_step = h;
        for (int n = 0; n < static_cast<int>(std::lround(seconds / h)); ++n) {
            step(model, controls, state, workspace);
        }
        return state;
    }
    double energy_after(double seconds, double h) {
        State state = start();
        Workspace workspace(model);
        controls.time_step = h;
        StepReport report;
        for (int n = 0; n < static_cast<int>(std::lround(seconds / h)); ++n) {
            report = step(model, controls, state, workspace);
        }
        return report.elastic_energy + report.kinetic_energy;
    }
};

TEST(Integrator, SecondOrderErrorFallsByFourWhereBackwardEulersFallsByTwo) {
    Swing swing;
    const double seconds = 0.004;
    const double h = 2.5e-4;
    swing.controls.integrator = Integrator::bdf2;
    const Points truth = swing.after(seconds, h / 64.0);
    const auto order = [&](Integrator integrator) {
        swing.controls.integrator = integrator;
        const double coarse = (swing.after(seconds, h) - truth).norm();
        const double fine = (swing.after(seconds, h / 2.0) - truth).norm();
        return std::log2(coarse / fine);
    };
    EXPECT_NEAR(order(Integrator::backward_euler), 1.0, 0.35);
    EXPECT_NEAR(order(Integrator::bdf2), 2.0, 0.5);
}

TEST(Integrator, SecondOrderDampsASwingLess) {
    Swing swing;
    const double euler = swing.energy_after(0.1, 1e-3);
    swing.controls.integrator = Integrator::bdf2;
    EXPECT_GT(swing.energy_after(0.1, 1e-3), 3.0 * euler);
}

TEST(Integrator, ContinuesFromACopyOfTheStateWithTheSameBits) {
    Swing swing;
    swing.controls.integrator = Integrator::bdf2;
    const State whole = swing.run(0.02, 1e-3, swing.start());
    const State half = swing.run(0.01, 1e-3, swing.start());
    EXPECT_EQ(hash_of(swing.run(0.01, 1e-3, half)), hash_of(whole));
}

TEST(Integrator, KeepsABodyAtRest) {
    Swing swing;
    swing.controls.integrator = Integrator::bdf2;
    swing.controls.strain_damping = 0.02;
    const State rest = rest_state(swing.model, swing.controls.P);
    const State later = swing.run(1.0, 1e-2, rest);
    EXPECT_LT((positions(swing.bar, swing.model, later) - positions(swing.bar, swing.model, rest)).norm(), 1e-9);
}

TEST(StrainDamping, DoesNotDependOnTheTimeStep) {
    Swing swing;
    swing.controls.integrator = Integrator::bdf2;
    swing.controls.strain_damping = 1e-3;
    const double coarse = swing.energy_after(0.01, 1e-4);
    const double fine = swing.energy_after(0.01, 5e-5);
    swing.controls.strain_damping = 0.0;
    const double without = swing.energy_after(0.01, 5e-5);
    EXPECT_LT(fine, 0.8 * without);
    EXPECT_NEAR(coarse / fine, 1.0, 0.15);
}

// The lowest mode at about half a period per second, slow enough for the longest time step of a scene.
struct SlowSwing : Swing {
    Index lowest = 0;

    SlowSwing() {
        // The first coordinates are rigid.
        while (model.stiffness(lowest) < 1.0) {
            ++lowest;
        }
        controls.young_scale = 9.0 / model.stiffness(lowest);
        controls.integrator = Integrator::bdf2;
    }
    // The energy after a second relative to the start.
    double remaining_energy(double h) {
        State state = rest_state(model, controls.P);
        state.Z(lowest, 0) = 0.05 / std::sqrt(model.stiffness(lowest));
        Workspace workspace(model);
        State unmoved = state;
        controls.time_step = 1e-9;
        const double start = step(model, controls, unmoved, workspace).elastic_energy;
        controls.time_step = h;
        StepReport report;
        for (int n = 0; n < static_cast<int>(std::lround(1.0 / h)); ++n) {
            report = step(model, controls, state, workspace);
        }
        return (report.elastic_energy + report.kinetic_energy) / start;
    }
};

TEST(Damping, OfBothKindsDoesNotDependOnTheTimeStep) {
    for (const auto& [alpha, beta] : {std::pair{1.0, 0.0}, {0.0, 0.1}}) {
        SlowSwing swing;
        swing.controls.damping = alpha;
        swing.controls.strain_damping = beta;
        const double truth = swing.remaining_energy(1.0 / 960.0);
        EXPECT_LT(truth, 0.5);
        for (const double h : {1.0 / 240.0, 1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0}) {
            EXPECT_NEAR(swing.remaining_energy(h) / truth, 1.0, 0.04) << alpha << " " << h;
        }
        EXPECT_NEAR(swing.remaining_energy(1.0 / 15.0) / truth, 1.0, 0.15) << alpha;
    }
}

// The numerical damping, of the order of h omega^2, is added to the requested damping.
TEST(BackwardEuler, DampsASlowSwingMoreForLongerTimeSteps) {
    SlowSwing swing;
    swing.controls.integrator = Integrator::backward_euler;
    double previous = 1.0;
    for (const double h : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 15.0}) {
        const double remaining_energy = swing.remaining_energy(h);
        EXPECT_LT(remaining_energy, 0.9 * previous) << h;
        previous = remaining_energy;
    }
}

TEST(StrainDamping, DoesNotDampAFall) {
    Swing swing;
    swing.controls.gravity = Vec3(0.0, -10.0, 0.0);
    swing.controls.strain_damping = 0.05;
    const State rest = rest_state(swing.model, swing.controls.P);
    const State later = swing.run(0.5, 1e-2, rest);
    EXPECT_NEAR((swing.model.BM1.transpose() * later.Zdot).y() / swing.model.mass, -5.0, 1e-9);
}

TEST(Step, AgreesInBothPrecisions) {
    const LivingBar bar = living_bar(6, 4);
    const ReducedModel model = bar.model();
    Workspace workspace(model);
    State states[2] = {rest_state(model, dancing_maps(bar, 0)), rest_state(model, dancing_maps(bar, 0))};
    Controls controls;
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.damping = 2.0;
    controls.iterations = 40;
    for (int frame = 1; frame <= 60; ++frame) {
        controls.P = dancing_maps(bar, frame);
        for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
            controls.arithmetic = arithmetic;
            step(model, controls, states[static_cast<int>(arithmetic)], workspace);
        }
        ASSERT_LT((positions(bar, model, states[0]) - positions(bar, model, states[1])).cwiseAbs().maxCoeff(), 1e-4);
    }
}

// After extreme handling, a body stays finite and returns to rest.
TEST(Step, RecoversFromLargeDisplacementsAtAnyStiffnessAndTimeStep) {
    LivingBar bar = living_bar(7, 4);
    bar.material.poisson.setConstant(1.0 / 3.0);
    const ReducedModel model = bar.model();
    const double softest = std::sqrt(model.stiffness.minCoeff()); // [1/s]
    const State rest = rest_state(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    const Points home = positions(bar, model, rest);
    Workspace workspace(model);
    Rng rng(7);
    Handle handle = random_handle(bar, model, rng).handle;
    for (const double young_scale : {1e-3, 1e-1, 1.0, 1e1, 1e3}) {
        for (const double h : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 15.0}) {
            for (const double volume_scale : {0.0, 1.0}) {
                for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
                    State state = rest;
                    Controls controls;
                    controls.P = state.P;
                    controls.young_scale = young_scale;
                    controls.lambda_scale = 24.5 * volume_scale;
                    controls.time_step = h;
                    controls.integrator = integrator;
                    // A very stiff spring pulls the body inside out, through itself and three lengths away.
                    handle.stiffness = 1e7;
                    controls.handles = {handle};
                    for (int n = 0; n < 40; ++n) {
                        controls.handles[0].target = Vec3(0.2, 0.2, n % 2 == 0 ? -3.0 : 4.0);
                        ASSERT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite);
                    }
                    controls.handles.clear();
                    const double rate = softest * std::sqrt(young_scale);
                    controls.damping = 2.0 * rate;
                    for (int n = 0; n < 20.0 / (rate * h) || n < 200; ++n) {
                        ASSERT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite);
                    }
                    EXPECT_LT((positions(bar, model, state) - home).cwiseAbs().maxCoeff(), 0.05)
                        << "young x " << young_scale << " h " << h << " volume " << volume_scale << " integrator "
                        << static_cast<int>(integrator);
                }
            }
        }
    }
}

} // namespace
} // namespace limber::testing
