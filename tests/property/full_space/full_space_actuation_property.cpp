// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"
#include "engine/mesh/topology.h"
#include "engine/stepper/workspace.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

/// Contact, muscles and pins in full space, against the reduced step with a complete subspace.
namespace limber::testing {
namespace {

Controls lively_controls(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 2000;
    controls.memory = 8;
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

FullSpaceModel full_model(const MuscledBar& body) {
    const LivingBar& bar = body.bar;
    FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, {}).value();
    model.muscles = full_space_muscles(bar.mesh, bar.material, body.clusters, body.muscle_targets()).value();
    return model;
}

// A free body with a weight for each vertex, so that its subspace is full space.
MuscledBar complete_body(std::uint64_t seed) {
    LivingBar bar = flying_bar(seed, 1);
    bar.W = Matrix::Identity(bar.mesh.vertex_count(), bar.mesh.vertex_count());
    bar.clusters = living_bar(seed, 1, true).clusters;
    const Clusters one = one_cluster(bar.mesh.tet_count());
    return muscled(std::move(bar), 3, one);
}

void expect_motion_of_a_complete_subspace(const MuscledBar& body) {
    const ReducedModel reduced = body.model();
    const FullSpaceModel model = full_model(body);
    Workspace reduced_workspace(reduced);
    FullSpaceWorkspace workspace(model);
    State reduced_state = rest_state(reduced, dancing_maps(body.bar, 0));
    State state = full_space_rest(model, dancing_maps(body.bar, 0));
    for (int frame = 1; frame <= 5; ++frame) {
        Controls controls = lively_controls(body.bar, frame);
        controls.strain_damping = frame % 2 == 0 ? 0.003 : 0.0;
        controls.muscle_stiffness_scale = 0.7;
        controls.activation = lively_activation(3, 0.1 * frame);
        const auto report = full_space_step(model, controls, state, workspace);
        ASSERT_TRUE(report);
        EXPECT_EQ(report.value().status, StepStatus::converged);
        step(reduced, controls, reduced_state, reduced_workspace);
        const Points x = positions(model, state.Z, state.P);
        EXPECT_LT((x - positions(body.bar, reduced, reduced_state)).cwiseAbs().maxCoeff(), 1e-6) << "frame " << frame;
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-2);
}

TEST(FullSpaceActuation, MusclesMoveItAsACompleteSubspace) {
    expect_motion_of_a_complete_subspace(complete_body(41));
}

TEST(FullSpaceActuation, ExamplePosesMoveItAsACompleteSubspace) {
    expect_motion_of_a_complete_subspace(with_examples(complete_body(41)));
}

TEST(FullSpaceActuation, TheEnergyOfTheMusclesIsTheirDefinition) {
    const MuscledBar body = complete_body(42);
    const FullSpaceModel model = full_model(body);
    Rng rng(3);
    const Points x = shaken(body.bar.mesh.X, 0.05, rng);
    Controls controls = lively_controls(body.bar, 0);
    controls.young_scale = 1.3;
    controls.activation = lively_activation(3, 0.2);
    controls.muscle_stiffness_scale = 0.0;
    const double passive = full_space_energy(model, controls, x);
    controls.muscle_stiffness_scale = 0.6;
    const double expected = 1.3 * 0.6 * body.energy(x, controls.activation);
    EXPECT_NEAR(full_space_energy(model, controls, x) - passive, expected, 1e-9 * (std::abs(expected) + passive));
}

TEST(FullSpaceActuation, TheGradientIsTheDerivativeOfTheObjective) {
    const MuscledBar body = complete_body(43);
    FullSpaceModel model = full_model(body);
    Rng rng(11);
    pin(body.bar.mesh, body.bar.material,
        Vector::NullaryExpr(model.vertex_count(), [&] { return rng.uniform(0.0, 0.9); }), model);
    Controls controls = lively_controls(body.bar, 1);
    controls.strain_damping = 0.01;
    controls.activation = lively_activation(3, 0.3);
    State state = full_space_rest(model, dancing_maps(body.bar, 0));
    state.Z = shaken(state.Z, 0.02, rng);
    FullSpaceWorkspace workspace(model);
    predict_motion(controls, state, false, workspace.prediction);
    prepare_objective(model, controls, workspace.prediction, workspace.objective);
    Iterate at = iterate(model.vertex_count());
    at.Z = shaken(state.Z, 0.02, rng);
    evaluate(model, controls, workspace.objective, at);
    const Points direction = shaken(Points::Zero(model.vertex_count(), 3), 1.0, rng);
    const double length = 1e-6;
    std::array<double, 2> ends{};
    for (const int side : {0, 1}) {
        Iterate near = at;
        near.Z += (side == 0 ? -length : length) * direction;
        evaluate(model, controls, workspace.objective, near);
        ends[static_cast<std::size_t>(side)] = near.objective;
    }
    const double slope = at.gradient.cwiseProduct(direction).sum();
    EXPECT_NEAR((ends[1] - ends[0]) / (2.0 * length), slope, 1e-5 * std::abs(slope));
}

FullSpaceModel rubber_model(const MuscledBar& body) {
    const LivingBar& bar = body.bar;
    FullSpaceModel model =
        full_space_model(bar.mesh, bar.material, bar.rig, {}, ElasticEnergy::stable_neo_hookean).value();
    model.muscles = full_space_muscles(bar.mesh, bar.material, body.clusters, body.D).value();
    return model;
}

// With one cluster of muscles, and with several.
std::vector<MuscledBar> complete_bodies(std::uint64_t seed) {
    MuscledBar several = complete_body(seed);
    several.clusters = several.bar.clusters;
    return {complete_body(seed), several};
}

TEST(FullSpaceActuation, NewtonsMethodConvergesWithMuscles) {
    for (const MuscledBar& body : complete_bodies(44)) {
        const FullSpaceModel model = rubber_model(body);
        FullSpaceWorkspace workspace(model);
        State state = full_space_rest(model, dancing_maps(body.bar, 0));
        for (int frame = 1; frame <= 3; ++frame) {
            Controls controls = lively_controls(body.bar, frame);
            controls.activation = lively_activation(3, 0.1 * frame);
            controls.muscle_stiffness_scale = 5.0;
            const auto report = full_space_step(model, controls, state, workspace);
            ASSERT_TRUE(report) << report.error().message;
            EXPECT_EQ(report.value().status, StepStatus::converged);
            EXPECT_LE(report.value().iterations, 5) << body.clusters.count << " clusters, frame " << frame;
        }
    }
}

// The second derivative of the objective by finite differences of the gradient, 3n x 3n.
Matrix differentiated_gradient(const FullSpaceModel& model, const Controls& controls, const Coordinates& Z,
                               FullSpaceObjective& objective) {
    Matrix H(Z.size(), Z.size());
    Iterate near = iterate(Z.rows());
    constexpr double step = 1e-6;
    for (Index column = 0; column < H.cols(); ++column) {
        for (const double side : {-step, step}) {
            near.Z = Z;
            near.Z(column / 3, column % 3) += side;
            evaluate(model, controls, objective, near);
            const Points gradient = near.gradient;
            const Eigen::Map<const Vector> g(gradient.data(), gradient.size());
            H.col(column) = side < 0.0 ? Vector(-g) : Vector((H.col(column) + g) / (2.0 * step));
        }
    }
    return H;
}

TEST(FullSpaceActuation, NewtonsMovesAreThoseOfTheSecondDerivativeWithMuscles) {
    for (const MuscledBar& body : complete_bodies(50)) {
        const FullSpaceModel model = rubber_model(body);
        Controls controls = lively_controls(body.bar, 1);
        controls.activation = lively_activation(3, 0.3);
        controls.muscle_stiffness_scale = 5.0;
        const State state = full_space_rest(model, dancing_maps(body.bar, 0));
        FullSpaceWorkspace workspace(model);
        predict_motion(controls, state, false, workspace.prediction);
        prepare_objective(model, controls, workspace.prediction, workspace.objective);
        Rng rng(12);
        // Larger than at rest, so that the Hessian of no tet has a negative eigenvalue.
        const Coordinates Z = shaken(0.1 * positions(model, state.Z, state.P), 0.001, rng);
        const Matrix H = differentiated_gradient(model, controls, Z, workspace.objective);
        ASSERT_TRUE(factorise({model, controls, workspace.objective}, Z, workspace.newton.system));
        const Vector force = Vector::NullaryExpr(H.rows(), [&] { return rng.normal(); });
        const Vector move = solve_on_constraint(workspace.newton.system, force);
        EXPECT_LT((H * move - force).norm(), 1e-5 * force.norm()) << body.clusters.count << " clusters";
    }
}

TEST(FullSpaceActuation, PinsAreSpringsToTheRig) {
    const LivingBar bar = living_bar(45, 1, true);
    const FullSpaceModel plain = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    FullSpaceModel pinned = plain;
    Vector pins = Vector::Zero(plain.vertex_count());
    pins.head(6) << 0.3, 0.5, 0.9, 0.2, 0.7, 0.4;
    pin(bar.mesh, bar.material, pins, pinned);
    FullSpaceWorkspace workspace(plain);
    FullSpaceWorkspace pinned_workspace(pinned);
    State state = full_space_rest(plain, dancing_maps(bar, 0));
    State pinned_state = state;
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = lively_controls(bar, frame);
        controls.strain_damping = 0.002;
        ASSERT_TRUE(full_space_step(pinned, controls, pinned_state, pinned_workspace));
        const Points held = plain.J * controls.P;
        for (int i = 0; i < 6; ++i) {
            controls.handles.push_back({full_space_point(plain, std::array{i}, std::array{1.0}), pinned.pins(i),
                                        Vec3(held.row(i).transpose())});
        }
        ASSERT_TRUE(full_space_step(plain, controls, state, workspace));
        EXPECT_LT((state.Z - pinned_state.Z).cwiseAbs().maxCoeff(), 1e-7) << "frame " << frame;
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
}

TEST(FullSpaceActuation, APinnedVertexStaysWithItsRig) {
    const LivingBar bar = living_bar(46, 1, true);
    FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    Vector pins = Vector::Zero(model.vertex_count());
    pins.tail(5).setOnes();
    pin(bar.mesh, bar.material, pins, model);
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 4; ++frame) {
        const auto report = full_space_step(model, lively_controls(bar, frame), state, workspace);
        ASSERT_TRUE(report);
        EXPECT_EQ(report.value().status, StepStatus::converged);
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT(state.Z.bottomRows(5).cwiseAbs().maxCoeff(), 1e-5 * state.Z.cwiseAbs().maxCoeff());
}

// The same body in full space and in a complete subspace, on a slope with friction.
void expect_alike_on_a_slope(const MuscledBar& body, Integrator integrator) {
    const LivingBar& bar = body.bar;
    const ReducedModel reduced = body.model();
    const FullSpaceModel model = full_model(body);
    const std::vector<int> vertices = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 20);
    const auto points =
        std::make_shared<const ContactPoints>(contact_points(reduced, bar.mesh.X, bar.rig, bar.W, vertices));
    const auto full_points = std::make_shared<const ContactPoints>(full_space_contact_points(model, vertices));
    Workspace reduced_workspace(reduced, 8, widest_instruction_set(), points->count());
    FullSpaceWorkspace workspace(model, {1}, widest_instruction_set(), points->count());
    State reduced_state = rest_state(reduced, dancing_maps(bar, 0), points->count());
    State state = full_space_rest(model, dancing_maps(bar, 0), points->count());
    const Vec3 normal = Vec3(0.2, 1.0, 0.1).normalized();
    const double lowest = (positions(model, state.Z, state.P) * normal).minCoeff() - 0.01;
    const auto obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest * normal, normal}, 0.5}});
    int touches = 0;
    for (int frame = 1; frame <= 8; ++frame) {
        Controls controls = lively_controls(bar, 0);
        controls.integrator = integrator;
        controls.activation = lively_activation(3, 0.1 * frame);
        controls.contact.obstacles = obstacles;
        controls.contact.points = full_points;
        const auto report = full_space_step(model, controls, state, workspace);
        ASSERT_TRUE(report);
        EXPECT_EQ(report.value().status, StepStatus::converged) << report.value().iterations;
        touches += report.value().contacts > 0 ? 1 : 0;
        EXPECT_LT(report.value().depth, 1e-6 * model.size);
        controls.contact.points = points;
        step(reduced, controls, reduced_state, reduced_workspace);
        const Points x = positions(model, state.Z, state.P);
        EXPECT_LT((x - positions(bar, reduced, reduced_state)).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
        for (Index i = 0; i < points->count(); ++i) {
            const Vec3 force = state.contact_force.row(i);
            const double push = force.dot(normal);
            EXPECT_GE(push, 0.0);
            EXPECT_LE((force - push * normal).norm(), 0.5 * push * (1.0 + 1e-9) + 1e-12);
        }
    }
    EXPECT_GT(touches, 1);
}

TEST(FullSpaceActuation, ItTouchesObstaclesAsACompleteSubspace) {
    expect_alike_on_a_slope(complete_body(47), Integrator::backward_euler);
    expect_alike_on_a_slope(complete_body(48), Integrator::bdf2);
}

TEST(FullSpaceActuation, WhatCannotBeBuiltIsRefused) {
    const MuscledBar body = complete_body(49);
    const LivingBar& bar = body.bar;
    EXPECT_FALSE(full_space_muscles(bar.mesh, bar.material, body.clusters, Matrix(Matrix::Zero(7, 2))));
    EXPECT_FALSE(full_space_muscles(bar.mesh, bar.material, {{0, 0}, 1}, body.D));
}

} // namespace
} // namespace limber::testing
