// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"
#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

/// Contact in a cubature step: the laws of the other steps, with forces from Newton's method.
namespace limber::testing {
namespace {

constexpr ElasticEnergy touching_energy = ElasticEnergy::stable_neo_hookean;

// Just above the ground.
FreeBody hovering_bar() {
    TetMesh mesh = bar_mesh(5, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += 0.001;
    return free_body(mesh, {.poisson = 0.4});
}

// The affine motions of the whole, without which a body could not fall, and vibration modes.
Matrix falling_displacements(const LivingBar& bar, Index count) {
    const Index n = bar.mesh.vertex_count();
    Matrix basis = Matrix::Zero(3 * n, 12 + count);
    for (Index i = 0; i < n; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment<3>(4 * axis) = bar.mesh.X.row(i);
            basis(3 * i + axis, 4 * axis + 3) = 1.0;
        }
    }
    basis.rightCols(count) = displacement_modes(bar.mesh, bar.material, {.count = count}).value().D;
    return basis;
}

Cubature every_third_tet(Index tet_count) {
    Cubature cubature;
    for (int tet = 0; tet < static_cast<int>(tet_count); tet += 3) {
        cubature.tets.push_back(tet);
    }
    cubature.weights = Vector::LinSpaced(static_cast<Index>(cubature.tets.size()), 2.0, 4.0);
    return cubature;
}

struct TouchingPoints {
    CubatureModel model;
    std::shared_ptr<const ContactPoints> points;
    CubatureWorkspace workspace;

    explicit TouchingPoints(const FreeBody& body)
        : model(model_of(body)),
          points(std::make_shared<const ContactPoints>(general_contact_points(model.body, body.points->vertices))),
          workspace(model, 8, points->count()) {}

    State start(const FreeBody& body, const Vec3& velocity) const {
        State state = general_rest(model.body, body.controls().P, points->count());
        const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
        state.Zdot = projected(model.body, M, AffineStack(Vector::Ones(M.size()) * velocity.transpose()));
        state.clear_history();
        return state;
    }
    Points at(const State& state) const {
        const Points x = positions(model.body, state.Z, state.P);
        return x(points->vertices, Eigen::all);
    }

private:
    static CubatureModel model_of(const FreeBody& body) {
        const LivingBar& bar = body.bar;
        const GeneralModel general =
            general_model(bar.mesh, bar.material, bar.rig, {}, falling_displacements(bar, 12), bar.clusters).value();
        return cubature_model({bar.mesh, bar.material, general, touching_energy},
                              every_third_tet(bar.mesh.tet_count()));
    }
};

// A slope and a ball, with friction and a bounce.
Obstacles slope_and_ball() {
    return {{HalfSpace{Vec3::Zero(), Vec3(0.1, 1.0, -0.05).normalized()}, 0.6, 0.3},
            {Ball{Vec3(1.5, 0.2, 0.2), 0.3}, 0.4, 0.0}};
}

Controls controls_over(const FreeBody& body, const TouchingPoints& touching) {
    Controls controls = controls_on(body, slope_and_ball());
    controls.contact.points = touching.points;
    controls.iterations = 30;
    return controls;
}

// With all displacements and all tets the step in contact is Newton's method of full space.
TEST(CubatureContact, ACompleteBasisTouchesAsFullSpace) {
    for (const ElasticEnergy energy : {ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff}) {
        const LivingBar bar = shaped_bar(22, 1, true);
        const Index size = 3 * bar.mesh.vertex_count();
        const GeneralModel general =
            general_model(bar.mesh, bar.material, bar.rig, bar.leak, Matrix::Identity(size, size), bar.clusters)
                .value();
        const CubatureModel model =
            cubature_model({bar.mesh, bar.material, general, energy}, whole_cubature(bar.mesh.tet_count()));
        const FullSpaceModel full = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
        const std::vector<int> vertices = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 20);
        const auto points = std::make_shared<const ContactPoints>(general_contact_points(model.body, vertices));
        const auto full_points = std::make_shared<const ContactPoints>(full_space_contact_points(full, vertices));
        CubatureWorkspace workspace(model, 8, points->count());
        FullSpaceWorkspace full_workspace(full, {1}, widest_instruction_set(), points->count());
        State state = general_rest(model.body, dancing_maps(bar, 0), points->count());
        State full_state = full_space_rest(full, dancing_maps(bar, 0), points->count());
        const Points start = positions(full, full_state.Z, full_state.P);
        const Vec3 normal = Vec3(0.2, 1.0, 0.1).normalized();
        const double lowest = (start * normal).minCoeff() - 0.01;
        Controls controls;
        controls.contact.obstacles =
            std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest * normal, normal}, 0.5}});
        controls.gravity = Vec3(0.5, -9.81, 1.0);
        controls.iterations = 1000;
        bool touched = false;
        for (int frame = 1; frame <= 4; ++frame) {
            controls.P = dancing_maps(bar, frame);
            controls.contact.points = full_points;
            const auto report = full_space_step(full, controls, full_state, full_workspace);
            ASSERT_TRUE(report) << report.error().message;
            touched = touched || report.value().contacts > 0;
            controls.contact.points = points;
            EXPECT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
            const Points x = positions(model.body, state.Z, state.P);
            const Points y = positions(full, full_state.Z, full_state.P);
            EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
        }
        EXPECT_TRUE(touched);
    }
}

// Also of steps that are cut off after few evaluations.
TEST(CubatureContact, NoPointIsInsideNoForcePullsAndFrictionStaysInItsCone) {
    const FreeBody body = hovering_bar();
    TouchingPoints touching(body);
    for (const int iterations : {2, 6, 30}) {
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            Controls controls = controls_over(body, touching);
            controls.iterations = iterations;
            controls.integrator = integrator;
            controls.contact.obstacles = std::make_shared<const Obstacles>(
                Obstacles{{HalfSpace{Vec3(0.0, -0.05, 0.0), Vec3(0.1, 1.0, -0.05).normalized()}, 0.6, 0.3}});
            const HalfSpace ground = std::get<HalfSpace>(controls.contact.obstacles->front().shape);
            State state = touching.start(body, Vec3(1.0, -2.0, 0.5));
            bool touched = false;
            for (int frame = 0; frame < 60; ++frame) {
                const StepReport report = cubature_step(touching.model, controls, {}, state, touching.workspace);
                ASSERT_NE(report.status, StepStatus::not_finite);
                const double tolerance = depth_tolerance_of_size * touching.model.body.size;
                EXPECT_LT(report.depth, tolerance) << "frame " << frame;
                const Vector heights = (touching.at(state).rowwise() - ground.point.transpose()) * ground.normal;
                EXPECT_GT(heights.minCoeff(), -tolerance) << "frame " << frame;
                touched = touched || report.contacts > 0;
                for (Index i = 0; i < state.contact_force.rows(); ++i) {
                    const Vec3 force = state.contact_force.row(i);
                    const double along = force.dot(ground.normal);
                    EXPECT_GE(along, -1e-9);
                    EXPECT_LE((force - along * ground.normal).norm(), 0.6 * along * (1.0 + 1e-6) + 1e-9);
                }
            }
            EXPECT_TRUE(touched);
        }
    }
}

// Newton's second law of the whole, if a step is solved to the end.
TEST(CubatureContact, ForcesChangeTheMomentumByTheirImpulse) {
    const FreeBody body = hovering_bar();
    TouchingPoints touching(body);
    Controls controls = controls_over(body, touching);
    controls.iterations = 300;
    const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
    State state = touching.start(body, Vec3(1.0, -2.0, 0.5));
    const auto momentum = [&] {
        const Points v = positions(touching.model.body, state.Zdot, AffineStack::Zero(state.P.rows(), 3));
        return Vec3(v.transpose() * M);
    };
    bool touched = false;
    for (int frame = 0; frame < 30; ++frame) {
        const Vec3 before = momentum();
        const StepReport report = cubature_step(touching.model, controls, {}, state, touching.workspace);
        touched = touched || report.contacts > 0;
        const Vec3 force = M.sum() * controls.gravity + Vec3(state.contact_force.colwise().sum().transpose());
        const Vec3 expected = before + controls.time_step * force;
        EXPECT_LT((momentum() - expected).norm(), 1e-5 * M.sum()) << "frame " << frame;
    }
    EXPECT_TRUE(touched);
}

// A body on the ground comes to rest on it.
TEST(CubatureContact, AFallenBodyComesToRest) {
    const FreeBody body = hovering_bar();
    TouchingPoints touching(body);
    Controls controls = controls_over(body, touching);
    controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, 0.6, 0.0}});
    controls.damping = 2.0;
    State state = touching.start(body, Vec3(0.2, -0.5, 0.1));
    for (int frame = 0; frame < 300; ++frame) {
        ASSERT_NE(cubature_step(touching.model, controls, {}, state, touching.workspace).status,
                  StepStatus::not_finite);
    }
    const double speed =
        positions(touching.model.body, state.Zdot, AffineStack::Zero(state.P.rows(), 3)).rowwise().norm().maxCoeff();
    EXPECT_LT(speed, 1e-3);
    EXPECT_GT(touching.at(state).col(1).minCoeff(), -1e-4);
    EXPECT_LT(touching.at(state).col(1).minCoeff(), 1e-3);
}

TEST(CubatureContact, AStepInContactDependsOnTheStateAlone) {
    const FreeBody body = hovering_bar();
    TouchingPoints touching(body);
    const Controls controls = controls_over(body, touching);
    State state = touching.start(body, Vec3(1.0, -2.0, 0.5));
    for (int frame = 0; frame < 20; ++frame) {
        State copy = state;
        CubatureWorkspace fresh(touching.model, 8, touching.points->count());
        cubature_step(touching.model, controls, {}, state, touching.workspace);
        cubature_step(touching.model, controls, {}, copy, fresh);
        EXPECT_EQ(hash_of(state), hash_of(copy)) << "frame " << frame;
    }
}

TEST(CubatureContact, AStepInContactAllocatesNothing) {
    const FreeBody body = hovering_bar();
    TouchingPoints touching(body);
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        Controls controls = controls_over(body, touching);
        controls.integrator = integrator;
        State state = touching.start(body, Vec3(1.0, -2.0, 0.5));
        cubature_step(touching.model, controls, {}, state, touching.workspace); // a BLAS allocates in its first call
        int touches = 0;
        const std::size_t before = allocation_count();
        for (int frame = 0; frame < 40; ++frame) {
            const StepReport report = cubature_step(touching.model, controls, {}, state, touching.workspace);
            touches += report.contacts > 0 ? 1 : 0;
        }
        EXPECT_EQ(allocation_count(), before);
        EXPECT_GT(touches, 0);
    }
}

} // namespace
} // namespace limber::testing
