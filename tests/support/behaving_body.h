// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/behaviour.h"
#include "engine/control/one_step_controller.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/muscles.h"
#include "engine/actuation/rest_shapes.h"
#include "tests/support/free_body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

/// Bodies under the behaviours of engine/control.
namespace limber::testing {

/// A body that has settled on the floor, with a cage of rest shapes.
inline Walker caged(const TetMesh& mesh, double young, Index modes = 6, Index contact_points = 30) {
    FreeBody body = free_body(mesh, {.modes = modes, .clusters = 30, .contact_points = contact_points, .young = young});
    const LivingBar& bar = body.bar;
    const Matrix D =
        whitened_rest_shapes(mesh, bar.material, cage_muscles(box_cage(mesh, cubic_cells(mesh.X, 4)).weights));
    body.model.actuation =
        actuation_set(mesh, bar.material, bar.rig, bar.W, body.model, one_cluster(mesh.tet_count()), D).value();
    Walker walker;
    walker.model = std::make_shared<const ReducedModel>(body.model);
    const double floor = mesh.X.col(1).minCoeff();
    walker.controls = controls_on(body, {{HalfSpace{Vec3(0.0, floor, 0.0), Vec3::UnitY()}, 0.8, 0.0}});
    walker.controls.muscle_stiffness_scale = 4.0;
    walker.controls.iterations = 30;
    walker.controls.tolerance = 1e-5;
    walker.controls.activation = Vector::Zero(walker.model->muscle_count());
    walker.start = body.start();
    EXPECT_TRUE(settle(walker, 400));
    return walker;
}

/// A body under a behaviour, and its highest apex and tilt. `patches` tell its legs apart.
struct Driven {
    Driven(const Walker& on, const BehaviourSettings& settings, const std::vector<int>& patches = {})
        : walker(on), behaviour(on, settings, patches), controller(on, {}), workspace(workspace_for(on)), controls(on.controls),
          state(on.start), rest(behaviour.centre(on.start)) {}

    void step() {
        const std::vector<Goal>& goals = behaviour.goals(state);
        const OneStepReport report =
            controller.choose(controls, state, goals, behaviour.rest_weight(), behaviour.contacts());
        cost = report.cost;
        underived += report.is_derived ? 0 : 1;
        ASSERT_LE(report.cost, report.cost_before);
        controls.activation = controller.activation();
        ASSERT_NE(limber::step(*walker.model, controls, state, workspace).status, StepStatus::not_finite);
        apex = std::max(apex, behaviour.centre(state).y() - rest.y());
        tilt = std::max(tilt, behaviour.tilt(state));
    }
    // At most `steps`, until it is done.
    bool run(int steps) {
        for (int i = 0; i < steps && !behaviour.status(state).is_done; ++i) {
            step();
        }
        return behaviour.status(state).is_done;
    }
    void push(const Vec3& velocity) {
        state.Zdot += walker.model->BM1 * velocity.transpose();
        state.clear_history();
    }

    const Walker& walker;
    Behaviour behaviour;
    OneStepController controller;
    Workspace workspace;
    Controls controls;
    State state;
    Vec3 rest;
    double apex = 0.0; // [m]
    double tilt = 0.0; // [rad]
    double cost = 0.0; // of the last choice
    int underived = 0; // steps without a derivative, in which the activation stays
};

} // namespace limber::testing
