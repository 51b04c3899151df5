#include "engine/actuation/muscles.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

/// Figure 5 of Actuators A La Mode: the fewer groups of tets turn their target, the faster the body takes its shape.
namespace limber::testing {
namespace {

struct Bender {
    FreeBody body;
    Matrix D; // 3n x 1, the first bending mode

    ReducedModel model(const Clusters& clusters) const {
        ReducedModel model = body.model;
        const LivingBar& bar = body.bar;
        model.actuation = actuation_set(bar.mesh, bar.material, bar.rig, bar.W, model, clusters, D).value();
        return model;
    }
    // How far the body has gone towards the muscle's shape, of 1.
    double reach(const ReducedModel& model, const State& state) const {
        const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
        const Points d = Eigen::Map<const Points>(D.data(), D.rows() / 3, 3);
        const Points moved = positions(body.bar, model, state) - body.bar.mesh.X;
        return (M.asDiagonal() * d).cwiseProduct(moved).sum() / (M.asDiagonal() * d).cwiseProduct(d).sum();
    }
};

Bender bender() {
    FreeBody body = free_body(bar_mesh(2, 2, 12, Vec3(0.2, 0.25, 1.5)), {.modes = 12, .clusters = 40, .young = 2e4});
    const Matrix D = displacement_modes(body.bar.mesh, body.bar.material, {.count = 4}).value().D.leftCols(1);
    Matrix scaled = scaled_muscles(body.bar.mesh, D);
    return {std::move(body), std::move(scaled)};
}

// Steps until the body has gone a third of the way.
int steps_to_respond(const Bender& bender, const Clusters& clusters) {
    const ReducedModel model = bender.model(clusters);
    Workspace workspace(model);
    State state = bender.body.start();
    Controls controls = bender.body.controls();
    controls.arithmetic = Arithmetic::double_precision;
    controls.activation = Vector::Ones(1);
    controls.time_step = 1.0 / 240.0;
    controls.iterations = 30;
    int steps = 0;
    while (bender.reach(model, state) < 1.0 / 3.0 && steps < 1000) {
        step(model, controls, state, workspace);
        ++steps;
    }
    return steps;
}

TEST(Muscles, RespondTheFasterTheFewerGroupsTurnTheirTarget) {
    const Bender body = bender();
    const int one = steps_to_respond(body, one_cluster(body.body.bar.mesh.tet_count()));
    const int some = steps_to_respond(body, body.body.bar.clusters);
    const int each = steps_to_respond(body, one_cluster_a_tet(body.body.bar.mesh.tet_count()));
    EXPECT_LT(one, some);
    EXPECT_LE(some, each);
    RecordProperty("steps_with_one_group", one);
    RecordProperty("steps_with_a_group_a_cluster", some);
    RecordProperty("steps_with_a_group_a_tet", each);
}

} // namespace
} // namespace limber::testing
