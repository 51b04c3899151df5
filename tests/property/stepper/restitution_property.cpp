// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

/// The range of stiffness and time step in which restitution e keeps the fraction e of an impact's speed. It holds for
/// time steps of at least two of the body's slowest elastic periods, in which the body is nearly rigid. In shorter
/// steps the elastic deformation lasts longer than the impact and determines the speed afterwards.
namespace limber::testing {
namespace {

constexpr double built_young = 1e5;     // [Pa]
constexpr double height = 0.3;          // of the fall [m]
constexpr double periods_claimed = 2.0; // in a time step

struct Body {
    const char* name;
    FreeBody body;
    double period; // of the softest vibration mode, as built [s]
};

Body body_of(const char* name, TetMesh mesh) {
    mesh.X.col(1).array() += 0.001; // just above the ground
    const FreeBodyOptions options{.modes = 5, .clusters = 10, .contact_points = 60, .young = built_young};
    FreeBody body = free_body(mesh, options);
    const double lambda = displacement_modes(mesh, body.bar.material, {.count = 1}).value().lambda(0);
    return {name, std::move(body), 2.0 * std::numbers::pi / std::sqrt(lambda)};
}

Body block() {
    return body_of("block", bar_mesh(3, 3, 3, Vec3(0.3, 0.3, 0.3)));
}

struct Impact {
    double young = 1e7;            // [Pa]
    double time_step = 1.0 / 60.0; // [s]
    double restitution = 1.0;
    Integrator integrator = Integrator::backward_euler;
};

double periods_in_a_step(const Body& body, const Impact& impact) {
    return impact.time_step / (body.period * std::sqrt(built_young / impact.young));
}

/// The largest speed after the impact, relative to the speed before.
double kept_speed(const Body& it, const Impact& impact) {
    const FreeBody& body = it.body;
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0.0, -height, 0.0)}, 0.5, impact.restitution}});
    controls.iterations = 60;
    controls.integrator = impact.integrator;
    controls.time_step = impact.time_step;
    controls.young_scale = impact.young / built_young;
    State state = body.start();
    Workspace workspace = workspace_of(body);
    double down = 0.0;
    double up = 0.0;
    const double seconds = std::sqrt(2.0 * height / 9.81) + 0.1;
    for (double time = 0.0; time < seconds; time += impact.time_step) {
        step(body.model, controls, state, workspace);
        const double speed = body.momentum(state).y() / body.model.mass;
        down = std::min(down, speed);
        up = std::max(up, speed);
    }
    return up / -down;
}

TEST(Restitution, KeepsItsFractionOfSpeedIfTheBodyIsRigidWithinAStep) {
    int claimed = 0;
    for (const Body& body : {block(), body_of("bar", bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3)))}) {
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            for (const double restitution : {0.0, 0.5, 1.0}) {
                std::printf("%s, %s, restitution %g: speed kept at 1/60, 1/240, 1/480 s\n", body.name,
                            integrator == Integrator::bdf2 ? "BDF2" : "backward Euler", restitution);
                for (const double young : {1e4, 1e5, 1e6, 1e7, 1e8, 1e9}) {
                    std::printf("  %6.0e Pa", young);
                    for (const double time_step : {1.0 / 60.0, 1.0 / 240.0, 1.0 / 480.0}) {
                        const Impact impact{young, time_step, restitution, integrator};
                        const double kept = kept_speed(body, impact);
                        const double periods = periods_in_a_step(body, impact);
                        const bool is_claimed = periods >= periods_claimed;
                        std::printf("  %.2f%s", kept, is_claimed ? "*" : " ");
                        claimed += is_claimed ? 1 : 0;
                        EXPECT_TRUE(!is_claimed || std::abs(kept - restitution) < 0.05) << periods << " periods a step";
                        EXPECT_LT(kept, 1.01) << "a bounce gains no energy";
                    }
                    std::printf("\n");
                }
            }
        }
    }
    EXPECT_GE(claimed, 30);
}

// The documentation states this limitation.
TEST(Restitution, KeepsLessIfAnElasticPeriodTakesSeveralSteps) {
    const Body body = block();
    EXPECT_GT(kept_speed(body, {1e7, 1.0 / 60.0}), 0.95);
    EXPECT_LT(kept_speed(body, {1e7, 1.0 / 240.0}), 0.85);
    EXPECT_LT(kept_speed(body, {1e7, 1.0 / 480.0}), 0.5);
    EXPECT_LT(periods_in_a_step(body, {1e7, 1.0 / 240.0}), periods_claimed);
    EXPECT_LT(kept_speed(body, {1e5, 1.0 / 60.0, 0.5}), kept_speed(body, {1e5, 1.0 / 60.0, 0.0}));
}

} // namespace
} // namespace limber::testing
