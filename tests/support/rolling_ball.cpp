// SPDX-License-Identifier: MIT
#include "tests/support/rolling_ball.h"

#include "engine/stepper/step.h"
#include "tests/support/meshes.h"

#include <cmath>

namespace limber::testing {

FreeBody ball_on(const Vec3& normal, double young) {
    TetMesh mesh = ball_mesh(12);
    mesh.X.rowwise() -= ((mesh.X * normal).minCoeff() * normal).transpose();
    return free_body(mesh, {.modes = 1, .clusters = 1, .contact_points = 1000, .young = young});
}

Vec3 normal_of_slope(double angle) {
    return {-std::sin(angle), std::cos(angle), 0.0};
}

double rolled(const FreeBody& ball, int iterations, int memory) {
    Controls controls = controls_on(ball, {{HalfSpace{Vec3::Zero(), normal_of_slope(gentle_slope)}, 0.9, 0.0}});
    controls.iterations = iterations;
    controls.memory = memory;
    State state = ball.start();
    Workspace workspace = workspace_of(ball);
    const Vec3 start = ball.centre_of_mass(state);
    for (int frame = 0; frame < 60; ++frame) {
        step(ball.model, controls, state, workspace);
    }
    const Vec3 uphill(std::cos(gentle_slope), std::sin(gentle_slope), 0.0);
    return (start - ball.centre_of_mass(state)).dot(uphill);
}

} // namespace limber::testing
