// SPDX-License-Identifier: MIT
#include "engine/control/muscle_meter.h"

#include "engine/stepper/step.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <cmath>

/// The muscles' work equals the gain of their energy at fixed positions, and the energy gain of the body.
namespace limber::testing {
namespace {

constexpr Index muscle_count = 4;

MuscledBar swimmer(int clusters) {
    LivingBar bar = flying_bar(5, 5);
    const Clusters groups = clusters == 1 ? one_cluster(bar.mesh.tet_count()) : bar.clusters;
    return muscled(std::move(bar), muscle_count, groups);
}

Vector random_vector(Index count, Rng& rng) {
    return Vector::NullaryExpr(count, [&] { return 0.4 * rng.normal(); });
}

TEST(MuscleMeter, MeasuresTheGradientOfTheEnergyOverTheTets) {
    for (const int clusters : {1, 5}) {
        LivingBar bar = living_bar(3, 4); // with a moving rig
        const Clusters groups = clusters == 1 ? one_cluster(bar.mesh.tet_count()) : bar.clusters;
        const MuscledBar body = muscled(std::move(bar), muscle_count, groups);
        const ReducedModel model = body.model();
        const MuscleMeter meter(model);
        MuscleMeter::Scratch scratch = meter.scratch();
        Rng rng(4);
        Controls controls;
        controls.muscle_stiffness_scale = 1.7;
        for (int frame = 1; frame < 10; ++frame) {
            State state = rest_state(model, dancing_maps(body.bar, frame));
            state.Z = Coordinates::NullaryExpr(state.Z.rows(), 3, [&] { return 0.2 * rng.normal(); });
            const Points x = positions(body.bar, model, state);
            const Vector a = random_vector(muscle_count, rng);
            const double e = 1e-4;
            for (Index v = 0; v < muscle_count; ++v) {
                const auto moved = [&](double by) {
                    return Vector(a + by * Vector::Unit(muscle_count, v));
                };
                const auto energy = [&](double by) {
                    return controls.muscle_stiffness_scale * body.energy(x, moved(by));
                };
                meter.read(controls, state, moved(-e), moved(e), scratch);
                EXPECT_NEAR(scratch.work(v), energy(e) - energy(-e), 1e-6 * e * std::abs(energy(0.0)));
                EXPECT_EQ(scratch.work.cwiseAbs().sum(), std::abs(scratch.work(v))) << "the others do not move";
            }
        }
    }
}

struct Balance {
    double work = 0.0;   // of all muscles together [J]
    double gained = 0.0; // by the body [J]
};

// A second of free motion without damping.
Balance balance_of(const MuscledBar& body, int steps) {
    const ReducedModel model = body.model();
    const MuscleMeter meter(model);
    MuscleMeter::Scratch scratch = meter.scratch();
    Workspace workspace(model);
    Controls controls;
    controls.P = dancing_maps(body.bar, 0);
    controls.arithmetic = Arithmetic::double_precision;
    controls.integrator = Integrator::bdf2;
    controls.iterations = 200;
    controls.tolerance = 1e-9;
    controls.time_step = 0.5 / steps;
    controls.activation = Vector::Zero(muscle_count);
    State state = rest_state(model, controls.P);
    Balance balance;
    StepReport report = step(model, controls, state, workspace);
    const double before = report.elastic_energy + report.kinetic_energy;
    for (int i = 1; i <= steps; ++i) {
        const double time = i * controls.time_step;
        const Vector next = std::sin(6.0 * time) * Vector::LinSpaced(muscle_count, 0.1, 0.3);
        meter.read(controls, state, controls.activation, next, scratch);
        balance.work += scratch.work.sum();
        controls.activation = next;
        report = step(model, controls, state, workspace);
    }
    balance.gained = report.elastic_energy + report.kinetic_energy - before;
    return balance;
}

TEST(MuscleMeter, MeasuresTheEnergyGainToTheOrderOfTheIntegrator) {
    for (const int clusters : {1, 5}) {
        const MuscledBar body = swimmer(clusters);
        const Balance coarse = balance_of(body, 200);
        const Balance fine = balance_of(body, 400);
        const double lost = std::abs(fine.work - fine.gained);
        EXPECT_GT(fine.work, 0.0);
        EXPECT_LT(lost, 0.1 * fine.work) << fine.work << " J, of which " << fine.gained << " J arrive";
        EXPECT_LT(lost, 0.6 * std::abs(coarse.work - coarse.gained));
    }
}

TEST(MuscleMeter, AllocatesNothing) {
    const MuscledBar body = swimmer(5);
    const ReducedModel model = body.model();
    const MuscleMeter meter(model);
    MuscleMeter::Scratch scratch = meter.scratch();
    const Controls controls;
    const State state = rest_state(model, dancing_maps(body.bar, 0));
    const Vector from = Vector::Zero(muscle_count);
    const Vector to = Vector::Ones(muscle_count);
    const auto before = allocation_count();
    meter.read(controls, state, from, to, scratch);
    EXPECT_EQ(allocation_count(), before);
}

} // namespace
} // namespace limber::testing
