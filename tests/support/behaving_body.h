// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/behaviour.h"
#include "engine/control/one_step_controller.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/example_poses.h"
#include "engine/actuation/muscles.h"
#include "engine/actuation/rest_shapes.h"
#include "engine/core/random.h"
#include "tests/support/free_body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// Bodies under the behaviours of engine/control.
namespace limber::testing {

/// On the lowest point of the mesh, with these muscles, once it has settled.
inline Walker settled(FreeBody body, const TetMesh& mesh, const MuscleTargets& targets) {
    const LivingBar& bar = body.bar;
    body.model.actuation =
        actuation_set(mesh, bar.material, bar.rig, bar.W, body.model, one_cluster(mesh.tet_count()), targets).value();
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

/// A body that has settled on the floor, with a cage of rest shapes.
inline Walker caged(const TetMesh& mesh, double young, Index modes = 6, Index contact_points = 30) {
    FreeBody body = free_body(mesh, {.modes = modes, .clusters = 30, .contact_points = contact_points, .young = young});
    const Matrix D =
        whitened_rest_shapes(mesh, body.bar.material, cage_muscles(box_cage(mesh, cubic_cells(mesh.X, 4)).weights));
    return settled(std::move(body), mesh, D);
}

/// The same with example poses in place of the cage.
inline Walker posed(const TetMesh& mesh, const std::vector<Points>& examples, double young, Index modes,
                    Index contact_points) {
    FreeBody body = free_body(mesh, {.modes = modes, .clusters = 30, .contact_points = contact_points, .young = young});
    const ExampleParameters parameters = example_parameters(mesh, body.bar.material, example_stretches(mesh, examples));
    const Matrix no_displacements = Matrix::Zero(3 * mesh.vertex_count(), parameters.strains.size());
    Walker walker = settled(std::move(body), mesh, MuscleTargets(no_displacements, &parameters.stretches));
    walker.limits = {Vector::Zero(parameters.strains.size()), parameters.strains};
    return walker;
}

/// A body under a behaviour, and its highest apex and tilt. `patches` tell its legs apart.
///
/// A foot that touches the ground one step earlier or later changes all steps after it, so that a run is one of many:
/// what holds of a walk holds of several, whose starts differ by as much as round-off.
struct Driven {
    Driven(const Walker& on, const BehaviourSettings& settings, const std::vector<int>& patches = {})
        : walker(on), behaviour(on, settings, patches), controller(on, {}), workspace(workspace_for(on)),
          controls(on.controls), state(on.start), rest(behaviour.centre(on.start)) {}

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
    // Another of the starts that cannot be told from the first.
    void start_from(std::uint64_t seed) {
        constexpr double round_off = 1e-9;
        Rng rng(seed);
        for (Index i = 0; i < state.Z.size(); ++i) {
            state.Z.data()[i] += rng.uniform(-round_off, round_off);
        }
        state.clear_history();
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
