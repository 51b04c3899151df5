// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/mesh/topology.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/oracle/textbook_contact.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

/// Contact in a general subspace: the laws of the reduced step, with 3 x 3 blocks in place of scalars.
namespace limber::testing {
namespace {

TetMesh falling_bar() {
    TetMesh mesh = bar_mesh(5, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += 0.001; // just above the ground
    return mesh;
}

// 3n x 12m: the skinning subspace as displacements.
Matrix skinning_displacements(const LivingBar& bar) {
    const Matrix B = skinning_basis(bar.mesh.X, bar.W, {});
    Matrix basis = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index i = 0; i < B.rows(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment(axis * B.cols(), B.cols()) = B.row(i);
        }
    }
    return basis;
}

GeneralModel free_model(const FreeBody& body, const Matrix& basis) {
    return general_model(body.bar.mesh, body.bar.material, body.bar.rig, {}, basis, body.bar.clusters).value();
}

// The affine motions of the whole, without which a body could not fall, and vibration modes.
Matrix modes_with_affine_motions(const FreeBody& body, Index count) {
    const Index n = body.bar.mesh.vertex_count();
    const DisplacementModes modes = displacement_modes(body.bar.mesh, body.bar.material, {.count = count}).value();
    Matrix basis = Matrix::Zero(3 * n, 12 + count);
    for (Index i = 0; i < n; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment<3>(4 * axis) = body.bar.mesh.X.row(i);
            basis(3 * i + axis, 4 * axis + 3) = 1.0;
        }
    }
    basis.rightCols(count) = modes.D;
    return basis;
}

struct Touching {
    GeneralModel model;
    std::shared_ptr<const ContactPoints> points;
    GeneralWorkspace workspace;

    Touching(const FreeBody& body, const Matrix& basis)
        : model(free_model(body, basis)),
          points(std::make_shared<const ContactPoints>(general_contact_points(model, body.points->vertices))),
          workspace(model, widest_instruction_set(), 8, points->count()) {}

    State start(const FreeBody& body, const Vec3& velocity) const {
        State state = general_rest(model, body.controls().P, points->count());
        const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
        state.Zdot = projected(model, M, AffineStack(Vector::Ones(M.size()) * velocity.transpose()));
        state.clear_history();
        return state;
    }
    Points at(const State& state) const {
        const Points x = positions(model, state.Z, state.P);
        return x(points->vertices, Eigen::all);
    }
};

// A slope and a ball, with friction and a bounce.
Obstacles surroundings() {
    return {{HalfSpace{Vec3::Zero(), Vec3(0.1, 1.0, -0.05).normalized()}, 0.6, 0.3},
            {Ball{Vec3(1.5, 0.2, 0.2), 0.3}, 0.4, 0.0}};
}

TEST(GeneralContact, ASkinningSubspaceTouchesAsTheReducedModel) {
    for (const double poisson : {0.0, 0.4}) {
        for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
            const FreeBody body = free_body(falling_bar(), {.modes = 3, .poisson = poisson});
            Touching general(body, skinning_displacements(body.bar));
            Controls controls = controls_on(body, surroundings());
            controls.integrator = integrator;
            controls.strain_damping = poisson > 0.0 ? 0.004 : 0.0;
            controls.iterations = 60;
            Workspace workspace = workspace_of(body);
            const Vec3 velocity(1.0, -1.5, 0.3);
            State expected = body.start(velocity);
            State state = general.start(body, velocity);
            int touches = 0;
            for (int frame = 0; frame < 25; ++frame) {
                controls.contact.points = body.points;
                const StepReport reference = step(body.model, controls, expected, workspace);
                controls.contact.points = general.points;
                const StepReport report = general_step(general.model, controls, {}, state, general.workspace);
                touches += reference.contacts > 0 ? 1 : 0;
                ASSERT_LT((general.at(state) - body.contact_positions(expected)).cwiseAbs().maxCoeff(), 1e-4)
                    << "frame " << frame << " poisson " << poisson;
                EXPECT_EQ(report.contacts > 0, reference.contacts > 0) << "frame " << frame;
            }
            EXPECT_GT(touches, 5);
        }
    }
}

TEST(GeneralContact, NoPointIsInsideNoForcePullsAndFrictionStaysInItsCone) {
    for (const double poisson : {0.0, 0.4}) {
        const FreeBody body = free_body(falling_bar(), {.poisson = poisson});
        Touching general(body, modes_with_affine_motions(body, 18));
        const Obstacles around{{HalfSpace{Vec3(0.0, -0.05, 0.0), Vec3(0.1, 1.0, -0.05).normalized()}, 0.6, 0.0}};
        const auto& plane = std::get<HalfSpace>(around.front().shape);
        Controls controls = controls_on(body, around);
        controls.contact.points = general.points;
        controls.arithmetic = poisson > 0.0 ? Arithmetic::single_precision : Arithmetic::double_precision;
        State state = general.start(body, Vec3(0.8, -1.0, 0.2));
        const double deepest = depth_tolerance_of_size * general.model.size;
        bool touched = false;
        for (int frame = 0; frame < 150; ++frame) {
            const StepReport report = general_step(general.model, controls, {}, state, general.workspace);
            ASSERT_NE(report.status, StepStatus::not_finite);
            touched = touched || report.contacts > 0;
            const Points x = general.at(state);
            for (Index i = 0; i < x.rows(); ++i) {
                EXPECT_GE((x.row(i).transpose() - plane.point).dot(plane.normal), -deepest) << "frame " << frame;
                const Vec3 force = state.contact_force.row(i);
                const double push = force.dot(plane.normal);
                EXPECT_GE(push, 0.0);
                EXPECT_LE((force - push * plane.normal).norm(), 0.6 * push * (1.0 + 1e-9) + 1e-12);
            }
        }
        EXPECT_TRUE(touched);
    }
}

// The change of momentum of a body whose subspace holds all translations is the impulse of the forces.
TEST(GeneralContact, ForcesChangeTheMomentumByTheirImpulse) {
    const FreeBody body = free_body(falling_bar());
    Touching general(body, modes_with_affine_motions(body, 12));
    Controls controls = controls_on(body, surroundings());
    controls.contact.points = general.points;
    controls.iterations = 60;
    State state = general.start(body, Vec3(1.0, -2.0, 0.5));
    const auto momentum = [&](const State& of) {
        const Points rows = of.Zdot;
        return Vec3(general.model.BM1.transpose() * Eigen::Map<const Vector>(rows.data(), rows.size()));
    };
    bool touched = false;
    for (int frame = 0; frame < 40; ++frame) {
        const Vec3 before = momentum(state);
        touched = general_step(general.model, controls, {}, state, general.workspace).contacts > 0 || touched;
        const Vec3 force = body.model.mass * controls.gravity + Vec3(state.contact_force.colwise().sum().transpose());
        EXPECT_LT((momentum(state) - before - controls.time_step * force).norm(), 1e-6 * body.model.mass);
    }
    EXPECT_TRUE(touched);
}

// With a basis of all displacements, the step in contact is that of full space.
TEST(GeneralContact, ACompleteBasisTouchesAsFullSpace) {
    const LivingBar bar = shaped_bar(22, 1, true);
    const Index size = 3 * bar.mesh.vertex_count();
    const GeneralModel model =
        general_model(bar.mesh, bar.material, bar.rig, bar.leak, Matrix::Identity(size, size), bar.clusters).value();
    const FullSpaceModel full = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    const std::vector<int> vertices = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 20);
    const auto points = std::make_shared<const ContactPoints>(general_contact_points(model, vertices));
    const auto full_points = std::make_shared<const ContactPoints>(full_space_contact_points(full, vertices));
    GeneralWorkspace workspace(model, widest_instruction_set(), 8, points->count());
    FullSpaceWorkspace full_workspace(full, {1}, widest_instruction_set(), points->count());
    State state = general_rest(model, dancing_maps(bar, 0), points->count());
    State full_state = full_space_rest(full, dancing_maps(bar, 0), points->count());
    const Points start = positions(full, full_state.Z, full_state.P);
    const Vec3 normal = Vec3(0.2, 1.0, 0.1).normalized();
    const double lowest = (start * normal).minCoeff() - 0.01;
    Controls controls;
    controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest * normal, normal}, 0.5}});
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.iterations = 3000;
    controls.memory = 8;
    controls.arithmetic = Arithmetic::double_precision;
    bool touched = false;
    for (int frame = 1; frame <= 4; ++frame) {
        controls.P = dancing_maps(bar, frame);
        controls.contact.points = full_points;
        const auto report = full_space_step(full, controls, full_state, full_workspace);
        ASSERT_TRUE(report);
        EXPECT_EQ(report.value().status, StepStatus::converged);
        touched = touched || report.value().contacts > 0;
        controls.contact.points = points;
        general_step(model, controls, {}, state, workspace);
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(full, full_state.Z, full_state.P);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
    }
    EXPECT_TRUE(touched);
}

// Rows 3 i + axis become rows axis n + i.
Matrix axis_by_axis(const Matrix& B) {
    const Index n = B.rows() / 3;
    Matrix rows(B.rows(), B.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        rows.middleRows(axis * n, n) = B(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
    }
    return rows;
}

// A basis that is closed under no rotation, so that the blocks are no multiples of the identity.
TEST(GeneralContact, AStepIsThatOfTheDenseReference) {
    const LivingBar bar = living_bar(33, 3);
    Rng rng(8);
    const Matrix columns = Matrix::NullaryExpr(3 * bar.mesh.vertex_count(), 30, [&] { return rng.normal(); });
    const GeneralModel model = general_model(bar.mesh, bar.material, bar.rig, bar.leak, columns, bar.clusters).value();
    const std::vector<int> vertices = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 6);
    const auto points = std::make_shared<const ContactPoints>(general_contact_points(model, vertices));
    GeneralWorkspace workspace(model, widest_instruction_set(), 8, points->count());
    oracle::TextbookBody body = bar.full_body();
    body.B = axis_by_axis(model.B).leftCols((model.B.colwise().squaredNorm().array() > 0.0).count());
    body.C = Matrix(body.B.rows(), 0);
    Controls controls;
    controls.P = dancing_maps(bar, 1);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 3000;
    controls.arithmetic = Arithmetic::double_precision;
    controls.contact.points = points;
    State state = general_rest(model, dancing_maps(bar, 0), points->count());
    const Points start = positions(model, state.Z, state.P)(vertices, Eigen::all);
    const Vec3 normal = Vec3(0.3, 1.0, 0.2).normalized();
    const double lowest = (start * normal).minCoeff() - 1e-3;
    controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest * normal, normal}, 0.4}});
    std::vector<oracle::TextbookContact> contacts;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        oracle::TextbookContact contact;
        contact.row = Vector::Zero(bar.mesh.vertex_count());
        contact.row(vertices[i]) = 1.0;
        contact.normal = normal;
        contact.anchor = start.row(static_cast<Index>(i));
        contact.lowest = lowest;
        contact.friction = 0.4;
        contacts.push_back(contact);
    }
    const Points rest = Points::Zero(bar.mesh.vertex_count(), 3);
    const oracle::TextbookState before{oracle::flat(rest), oracle::flat(rest), oracle::flat(state.P),
                                       oracle::flat(state.Pdot)};
    const auto touch = oracle::textbook_contact_minimum(body, textbook(controls), before, contacts, 800);
    const StepReport report = general_step(model, controls, {}, state, workspace);
    ASSERT_GT(report.contacts, 0);
    const Points expected = oracle::unflat(touch.u + body.operators.J * oracle::flat(controls.P));
    const double moved =
        (expected - positions(model, AffineStack::Zero(state.Z.rows(), 3), state.P)).cwiseAbs().maxCoeff();
    EXPECT_LT((positions(model, state.Z, state.P) - expected).cwiseAbs().maxCoeff(), 1e-4 * moved);
    double largest = 0.0;
    for (const Vec3& force : touch.forces) {
        largest = std::max(largest, force.norm());
    }
    EXPECT_LT(touch.change, 1e-6 * largest);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Vec3 force = state.contact_force.row(static_cast<Index>(i));
        EXPECT_LT((force - touch.forces[i]).norm(), 1e-3 * largest) << "point " << i;
    }
}

TEST(GeneralContact, AStepInContactAllocatesNothing) {
    const FreeBody body = free_body(falling_bar(), {.poisson = 0.4});
    Touching general(body, modes_with_affine_motions(body, 12));
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        Controls controls = controls_on(body, surroundings());
        controls.contact.points = general.points;
        controls.integrator = integrator;
        State state = general.start(body, Vec3(1.0, -2.0, 0.5));
        general_step(general.model, controls, {}, state, general.workspace);
        const std::size_t before = allocation_count();
        int touches = 0;
        for (int frame = 0; frame < 40; ++frame) {
            touches += general_step(general.model, controls, {}, state, general.workspace).contacts > 0 ? 1 : 0;
        }
        EXPECT_EQ(allocation_count(), before);
        EXPECT_GT(touches, 0);
    }
}

} // namespace
} // namespace limber::testing
