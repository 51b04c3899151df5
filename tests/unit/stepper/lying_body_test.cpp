// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/allocation_count.h"
#include "tests/support/contact_laws.h"
#include "tests/support/fill_with_garbage.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

/// The tests of step_test.cpp for a body on the ground with active muscles and two handles instead of a rigged one.
namespace limber::testing {
namespace {

FreeBody lying_body(double poisson) {
    TetMesh mesh = bar_mesh(5, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += 0.002;
    return free_body(mesh, {.modes = 4, .clusters = 8, .poisson = poisson, .muscles = 3});
}

// Runs a test for every combination of step settings.
template <typename Visit>
void for_every_lying_body(const Visit& visit) {
    for (const double poisson : {0.0, 0.45}) {
        const FreeBody body = lying_body(poisson);
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
                Controls controls =
                    controls_on(body, {{HalfSpace{}, 0.6, 0.0}, {Ball{Vec3(0.2, -0.1, 0.1), 0.1005}, 0.3, 0.2}});
                controls.integrator = integrator;
                controls.arithmetic = arithmetic;
                controls.strain_damping = 0.002;
                for (const Index i : {0, 5}) {
                    const Vec3 target = body.contact_positions(body.start()).row(i).transpose() + Vec3(0.1, 0.1, 0.0);
                    controls.handles.push_back({{body.points->phi.col(i), body.points->rig_rows.col(i)}, 50.0, target});
                }
                visit(body, controls);
            }
        }
    }
}

int danced(const FreeBody& body, Controls controls, int first, int last, State& state, Workspace& workspace) {
    int touched = 0;
    for (int frame = first; frame < last; ++frame) {
        controls.activation = lively_activation(body.model.muscle_count(), frame / 60.0);
        touched = std::max(touched, step(body.model, controls, state, workspace).contacts);
        expect_forces_in_their_cones(workspace);
    }
    return touched;
}

TEST(LyingBody, HasTheSameBitsEveryTimeAndFromACopyOfTheState) {
    for_every_lying_body([](const FreeBody& body, const Controls& controls) {
        State whole = body.start();
        State half = body.start();
        Workspace workspace = workspace_of(body);
        EXPECT_GT(danced(body, controls, 0, 20, whole, workspace), 0);
        danced(body, controls, 0, 10, half, workspace);
        Workspace fresh = workspace_of(body);
        State copy = half;
        danced(body, controls, 10, 20, copy, fresh);
        EXPECT_EQ(hash_of(copy), hash_of(whole));
    });
}

TEST(LyingBody, DoesNotReadDataOfEarlierStepsInTheWorkspace) {
    for_every_lying_body([](const FreeBody& body, const Controls& controls) {
        std::vector<std::uint64_t> hashes;
        for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1e300, 0.0}) {
            State state = body.start();
            int touched = 0;
            for (int frame = 0; frame < 8; ++frame) {
                Workspace workspace = workspace_of(body);
                fill_with_garbage(workspace, value);
                touched = std::max(touched, danced(body, controls, frame, frame + 1, state, workspace));
            }
            EXPECT_GT(touched, 0);
            hashes.push_back(hash_of(state));
        }
        EXPECT_EQ(hashes[0], hashes[1]);
        EXPECT_EQ(hashes[0], hashes[2]);
    });
}

TEST(LyingBody, AllocatesNothing) {
    for_every_lying_body([](const FreeBody& body, Controls controls) {
        State state = body.start();
        Workspace workspace = workspace_of(body);
        controls.activation = lively_activation(body.model.muscle_count(), 0.3);
        const auto before = allocation_count();
        for (int frame = 0; frame < 20; ++frame) {
            step(body.model, controls, state, workspace);
        }
        EXPECT_EQ(allocation_count(), before);
    });
}

} // namespace
} // namespace limber::testing
