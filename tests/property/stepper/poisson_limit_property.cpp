// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

/// A body never gains energy at the largest Poisson's ratio that is allowed.
namespace limber::testing {
namespace {

struct Kick {
    double poisson = poisson_max;
    double young = 1e5;            // [Pa]
    double time_step = 1.0 / 60.0; // [s]
    Integrator integrator = Integrator::backward_euler;
    Arithmetic arithmetic = Arithmetic::single_precision;
    double speed = 3.0; // of the kick, on average [m/s]
    std::uint64_t seed = 4;
};

constexpr double young_as_built = 1e5;

// More clusters than modes, which locks first.
FreeBody finely_clustered_bar() {
    return free_body(bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3)),
                     {.modes = 8, .clusters = 40, .young = young_as_built, .poisson = 1.0 / 3.0});
}

Controls controls_for(const FreeBody& body, const Kick& kick) {
    Controls controls = body.controls();
    controls.time_step = kick.time_step;
    controls.integrator = kick.integrator;
    controls.arithmetic = kick.arithmetic;
    controls.young_scale = kick.young / young_as_built * (4.0 / 3.0) / (1.0 + kick.poisson);
    controls.lambda_scale = kick.poisson / (1.0 - 2.0 * kick.poisson); // built of lambda = 2 mu
    return controls;
}

/// The energy after this many steps relative to that of the kick; infinite if it is not finite.
double energy_left(const FreeBody& body, const Kick& kick, int frames) {
    const Controls controls = controls_for(body, kick);
    State state = body.start(Vec3(1.0, 0.0, 0.0));
    Rng rng(kick.seed);
    const AffineStack way = AffineStack::NullaryExpr(state.Zdot.rows(), 3, [&] { return rng.normal(); });
    state.Zdot += kick.speed * std::sqrt(body.model.mass) * way / way.norm();
    state.clear_history();
    const double energy = 0.5 * state.Zdot.squaredNorm();
    Workspace workspace = workspace_of(body);
    StepReport report;
    for (int frame = 0; frame < frames; ++frame) {
        report = step(body.model, controls, state, workspace);
        if (report.status == StepStatus::not_finite) {
            return std::numeric_limits<double>::infinity();
        }
    }
    return (report.elastic_energy + report.kinetic_energy) / energy;
}

TEST(LargestPoissonsRatio, GainsNoEnergyAtAnyStiffnessAndTimeStep) {
    const FreeBody body = finely_clustered_bar();
    for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            for (const double young : {1e4, 1e6, 1e8}) {
                for (const double time_step : {1.0 / 15.0, 1.0 / 60.0, 1.0 / 240.0}) {
                    for (const double speed : {0.3, 3.0}) {
                        const Kick kick{poisson_max, young, time_step, integrator, arithmetic, speed};
                        EXPECT_LT(energy_left(body, kick, 100), 1.0)
                            << young << " Pa, " << time_step << " s, " << speed << " m/s, integrator "
                            << static_cast<int>(integrator) << ", arithmetic " << static_cast<int>(arithmetic);
                    }
                }
            }
        }
    }
}

TEST(LargestPoissonsRatio, IsCloseToTheFirstRatioThatGainsEnergy) {
    const FreeBody body = finely_clustered_bar();
    const auto gains = [&](double poisson) {
        return energy_left(body, {poisson, 1e6, 1.0 / 15.0, Integrator::bdf2}, 100) > 10.0;
    };
    EXPECT_TRUE(gains(0.4999));
    EXPECT_TRUE(gains(0.49999999));
    EXPECT_FALSE(gains(poisson_max));
}

TEST(LargestPoissonsRatio, GivesTheSameMotionInBothPrecisions) {
    const FreeBody body = finely_clustered_bar();
    const auto end_of = [&](Arithmetic arithmetic) {
        const Kick kick{poisson_max, 1e5, 1.0 / 60.0, Integrator::backward_euler, arithmetic, 0.3};
        const Controls controls = controls_for(body, kick);
        State state = body.start();
        state.Zdot.row(0).setConstant(0.3 * std::sqrt(body.model.mass));
        state.clear_history();
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 20; ++frame) {
            step(body.model, controls, state, workspace);
        }
        return positions(body.bar, body.model, state);
    };
    const Points apart = end_of(Arithmetic::single_precision) - end_of(Arithmetic::double_precision);
    EXPECT_LT(apart.cwiseAbs().maxCoeff(), 1e-4);
}

} // namespace
} // namespace limber::testing
