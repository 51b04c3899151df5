// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

/// The speed after an impact, and that a body at rest stays at rest, for both integrators.
namespace limber::testing {
namespace {

constexpr Integrator integrators[] = {Integrator::backward_euler, Integrator::bdf2};

TetMesh falling_bar() {
    TetMesh mesh = bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += 0.001; // just above the ground
    return mesh;
}

// A nearly rigid body with contact points along its edges.
FreeBody stone() {
    return free_body(falling_bar(), {.modes = 1, .clusters = 1, .contact_points = 60, .young = 1e9});
}

// The largest speed after the impact, relative to the speed before.
double rebound(const FreeBody& body, double restitution, Integrator integrator) {
    const double height = 0.3;
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0.0, -height, 0.0)}, 0.5, restitution}});
    controls.iterations = 100;
    controls.integrator = integrator;
    State state = body.start();
    Workspace workspace = workspace_of(body);
    double speed_down = 0.0;
    double speed_up = 0.0;
    for (int frame = 0; frame < 22; ++frame) {
        step(body.model, controls, state, workspace);
        const double speed = body.momentum(state).y() / body.model.mass;
        speed_down = std::min(speed_down, speed);
        speed_up = std::max(speed_up, speed);
    }
    return speed_up / -speed_down;
}

TEST(Impact, KeepsTheFractionOfSpeedGivenByRestitution) {
    const FreeBody body = stone();
    for (const Integrator integrator : integrators) {
        for (const double restitution : {0.0, 0.25, 0.5, 0.75, 0.9, 1.0}) {
            EXPECT_NEAR(rebound(body, restitution, integrator), restitution, 0.05)
                << "integrator " << static_cast<int>(integrator);
        }
    }
}

TEST(Impact, GainsNoEnergyForSoftBodies) {
    for (const Integrator integrator : integrators) {
        for (const double young : {2e4, 1e6}) {
            for (const double restitution : {0.0, 0.6}) {
                const FreeBody body = free_body(falling_bar(), {.young = young, .poisson = 0.3});
                Controls controls = controls_on(body, {{HalfSpace{Vec3(0.0, -0.2, 0.0)}, 0.5, restitution}});
                controls.integrator = integrator;
                State state = body.start(Vec3(0.5, 0.0, 0.0));
                Workspace workspace = workspace_of(body);
                const auto energy = [&](const StepReport& report) {
                    return report.elastic_energy + report.kinetic_energy +
                           9.81 * body.model.mass * body.centre_of_mass(state).y();
                };
                const double first = energy(step(body.model, controls, state, workspace));
                for (int frame = 0; frame < 180; ++frame) {
                    ASSERT_LT(energy(step(body.model, controls, state, workspace)),
                              first + 0.005 * 9.81 * body.model.mass)
                        << "frame " << frame << " young " << young << " restitution " << restitution << " integrator "
                        << static_cast<int>(integrator);
                }
            }
        }
    }
}

struct LyingCase {
    Integrator integrator;
    Arithmetic arithmetic;
    Index muscles;
    Obstacles obstacles;
    double young = 1e5; // [Pa]
};

std::vector<LyingCase> lying_cases() {
    const Obstacles floor = {{HalfSpace{}, 0.8, 0.0}};
    // A box of one millimetre under one end of the bar, so that the bar bridges box and floor.
    Box plank{identity_affine(), Vec3(0.1, 0.011, 1.0)};
    plank.placement.col(3) = Vec3(0.1, -0.01, 0.0);
    const Obstacles two = {floor[0], {plank, 0.5, 0.0}};
    return {
        {Integrator::backward_euler, Arithmetic::double_precision, 0, floor},
        {Integrator::backward_euler, Arithmetic::single_precision, 0, floor},
        {Integrator::bdf2, Arithmetic::single_precision, 0, floor},
        {Integrator::backward_euler, Arithmetic::single_precision, 3, two},
        {Integrator::bdf2, Arithmetic::single_precision, 3, two},
        {Integrator::backward_euler, Arithmetic::single_precision, 0, floor, 1e7}, // uses momentum
        {Integrator::backward_euler, Arithmetic::single_precision, 0, two, 1e7},
    };
}

TEST(Impact, DoesNotAffectARestingBody) {
    for (const LyingCase& lying : lying_cases()) {
        const FreeBody body = free_body(falling_bar(), {.young = lying.young, .muscles = lying.muscles});
        Controls controls = controls_on(body, lying.obstacles);
        controls.integrator = lying.integrator;
        controls.arithmetic = lying.arithmetic;
        State state = body.start();
        Workspace workspace = workspace_of(body);
        for (int frame = 0; frame < 600; ++frame) {
            step(body.model, controls, state, workspace);
        }
        const Points settled = positions(body.bar, body.model, state);
        for (int frame = 0; frame < 10000; ++frame) {
            const StepReport report = step(body.model, controls, state, workspace);
            ASSERT_EQ(report.iterations, controls.iterations) << "was restarted in frame " << frame;
        }
        const double moved = (positions(body.bar, body.model, state) - settled).cwiseAbs().maxCoeff();
        EXPECT_LT(moved, 1e-5);
        EXPECT_LT(state.Zdot.norm(), 1e-4 * std::sqrt(body.model.mass));
    }
}

} // namespace
} // namespace limber::testing
