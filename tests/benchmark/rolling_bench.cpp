#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

/// How far a ball of a metre's radius rolls down ten degrees in a second, over its stiffness and the iterations, plain
/// and with momentum. A rigid round ball rolls 5/14 g sin(10 degrees); ours has facets, over whose edges it must climb.
namespace limber::testing {
namespace {

constexpr double angle = 10.0 * std::numbers::pi / 180.0;
constexpr std::array stiffnesses{1e5, 1e6, 1e7, 1e8}; // [Pa]
constexpr std::array iteration_counts{5, 10, 20, 40, 100};

double rolled(const FreeBody& body, const Vec3& normal, int iterations, int memory) {
    Controls controls = controls_on(body, {{HalfSpace{Vec3::Zero(), normal}, 0.9, 0.0}});
    controls.iterations = iterations;
    controls.memory = memory;
    State state = body.start();
    Workspace workspace = workspace_of(body);
    const Vec3 start = body.centre_of_mass(state);
    for (int frame = 0; frame < 60; ++frame) {
        step(body.model, controls, state, workspace);
    }
    return (start - body.centre_of_mass(state)).dot(Vec3(std::cos(angle), std::sin(angle), 0.0));
}

void roll(double young) {
    const Vec3 normal(-std::sin(angle), std::cos(angle), 0.0);
    TetMesh mesh = ball_mesh(12);
    mesh.X.rowwise() -= ((mesh.X * normal).minCoeff() * normal).transpose();
    const FreeBody body = free_body(mesh, {.modes = 1, .clusters = 1, .contact_points = 1000, .young = young});
    for (const int memory : {0, 5}) {
        std::printf("%.0e Pa, %s:", young, memory == 0 ? "plain" : "ours ");
        for (const int iterations : iteration_counts) {
            std::printf("  %d: %.3f m", iterations, rolled(body, normal, iterations, memory));
        }
        std::printf("\n");
    }
}

} // namespace
} // namespace limber::testing

int main() {
    std::printf("rigid and round: %.3f m\n", 5.0 / 14.0 * 9.81 * std::sin(limber::testing::angle));
    for (const double young : limber::testing::stiffnesses) {
        limber::testing::roll(young);
    }
    return 0;
}
