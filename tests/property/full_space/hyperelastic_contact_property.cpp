// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"
#include "engine/mesh/topology.h"
#include "engine/stepper/springs.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

/// Contact of the energies that Newton's method minimises.
namespace limber::testing {
namespace {

constexpr double frame_time = 1.0 / 60.0; // [s]
constexpr double earth_gravity = 9.81;    // [m/s^2]

struct ContactBlock {
    TetMesh mesh;
    Material material;
    Rig rig;

    FullSpaceModel model(ElasticEnergy energy) const {
        return full_space_model(mesh, material, rig, {}, energy).value();
    }
};

// A free block, 1 mm above y = 0.
ContactBlock block_above_ground(double young) {
    ContactBlock block;
    block.mesh = bar_mesh(5, 2, 2, Vec3(1.0, 0.3, 0.3));
    block.mesh.X.col(1).array() += 0.001;
    block.material = uniform_material({young, 0.3, 1000.0}, block.mesh.tet_count());
    block.rig = affine_handle(block.mesh);
    return block;
}

std::vector<int> vertices_below(const TetMesh& mesh, double height) {
    std::vector<int> found;
    for (const int vertex : boundary_vertices(mesh.T)) {
        if (mesh.X(vertex, 1) < height) {
            found.push_back(vertex);
        }
    }
    return found;
}

/// One block with one energy and these vertices as contact points, stepped on its own.
class Touching {
public:
    Touching(const ContactBlock& block, ElasticEnergy energy, const std::vector<int>& vertices, Threads threads = {1})
        : model(block.model(energy)),
          points(std::make_shared<const ContactPoints>(full_space_contact_points(model, vertices))),
          workspace(model, threads, widest_instruction_set(), points->count()),
          state(full_space_rest(model, skinning_maps(block.rig.skeleton, rest_pose(block.rig.skeleton)),
                                points->count())) {
        controls.P = state.P;
        controls.gravity = Vec3(0.0, -earth_gravity, 0.0);
        controls.time_step = frame_time;
        controls.iterations = 1000;
        controls.contact.points = points;
    }

    void set_obstacles(Obstacles obstacles) {
        controls.contact.obstacles = std::make_shared<const Obstacles>(std::move(obstacles));
    }
    void set_velocity(const Vec3& velocity) {
        state.Zdot.rowwise() = velocity.transpose();
        state.clear_history();
    }
    StepReport step() {
        const auto report = full_space_step(model, controls, state, workspace);
        EXPECT_TRUE(report) << report.error().message;
        return report ? report.value() : StepReport{};
    }
    Points x() const {
        return positions(model, state.Z, state.P);
    }
    Vec3 momentum() const {
        return state.Zdot.transpose() * model.M;
    }
    Vec3 contact_force() const {
        return state.contact_force.colwise().sum().transpose();
    }

    FullSpaceModel model;
    std::shared_ptr<const ContactPoints> points;
    FullSpaceWorkspace workspace;
    Controls controls;
    State state;
};

Obstacles ground_with(double friction) {
    return {{HalfSpace{Vec3::Zero(), Vec3(0.0, 1.0, 0.0)}, friction}};
}

class HyperelasticContact : public ::testing::TestWithParam<ElasticEnergy> {};

INSTANTIATE_TEST_SUITE_P(FullSpace, HyperelasticContact,
                         ::testing::Values(ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff));

// On a slope and against a ball, from a fall.
TEST_P(HyperelasticContact, ForcesStayInTheirConesAndNoPointIsInside) {
    const ContactBlock block = block_above_ground(2e5);
    const std::vector<int> vertices = farthest_points(block.mesh.X, boundary_vertices(block.mesh.T), 20);
    const Vec3 normal = Vec3(0.1, 1.0, -0.05).normalized();
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        Touching body(block, GetParam(), vertices);
        body.controls.integrator = integrator;
        body.controls.strain_damping = integrator == Integrator::bdf2 ? 0.004 : 0.0;
        body.set_obstacles({{HalfSpace{Vec3(0.0, -0.05, 0.0), normal}, 0.6}});
        body.set_velocity(Vec3(0.5, -0.5, 0.2));
        int touches = 0;
        for (int frame = 0; frame < 25; ++frame) {
            const StepReport report = body.step();
            ASSERT_EQ(report.status, StepStatus::converged) << "frame " << frame;
            touches += report.contacts > 0 ? 1 : 0;
            EXPECT_LT(report.depth, 1e-6 * body.model.size) << "frame " << frame;
            for (Index i = 0; i < body.points->count(); ++i) {
                const Vec3 force = body.state.contact_force.row(i);
                const double push = force.dot(normal);
                EXPECT_GE(push, 0.0);
                EXPECT_LE((force - push * normal).norm(), 0.6 * push * (1.0 + 1e-9) + 1e-12);
            }
        }
        EXPECT_GT(touches, 5);
    }
}

// Elastic forces have no sum, neither exactly nor in the quadratic model, so that this holds to round-off after a whole
// move, and to the tolerance of a step otherwise.
TEST_P(HyperelasticContact, ForcesChangeTheMomentumByTheirImpulse) {
    const ContactBlock block = block_above_ground(2e5);
    Touching body(block, GetParam(), farthest_points(block.mesh.X, boundary_vertices(block.mesh.T), 20));
    body.set_obstacles({{HalfSpace{Vec3::Zero(), Vec3(0.1, 1.0, -0.05).normalized()}, 0.6, 0.3},
                        {Ball{Vec3(1.3, 0.15, 0.15), 0.2}, 0.4, 0.0}});
    body.set_velocity(Vec3(1.0, -0.5, 0.3));
    const double mass = body.model.M.sum();
    bool touched = false;
    for (int frame = 0; frame < 25; ++frame) {
        const Vec3 before = body.momentum();
        touched = body.step().contacts > 0 || touched;
        const Vec3 force = mass * body.controls.gravity + body.contact_force();
        EXPECT_LT((body.momentum() - before - frame_time * force).norm(), 1e-6 * mass) << "frame " << frame;
    }
    EXPECT_TRUE(touched);
}

// Of a stiff block all energies are linear elasticity up to the square of a strain of some thousandths.
TEST_P(HyperelasticContact, AStiffBlockSlidesAndRestsAsACorotationalOne) {
    constexpr double friction = 0.4;
    const ContactBlock block = block_above_ground(1e6);
    const std::vector<int> vertices = vertices_below(block.mesh, 0.01);
    Touching body(block, GetParam(), vertices);
    Touching other(block, ElasticEnergy::corotational, vertices);
    other.controls.iterations = 2000;
    for (Touching* each : {&body, &other}) {
        each->set_obstacles(ground_with(friction));
        each->set_velocity(Vec3(0.8, 0.0, 0.3));
    }
    const double mass = body.model.M.sum();
    double slid = 0.0;
    for (int frame = 0; frame < 25; ++frame) {
        body.step();
        other.step();
        EXPECT_LT((body.x() - other.x()).cwiseAbs().maxCoeff(), 5e-5) << "frame " << frame;
        const Vec3 force = body.contact_force();
        EXPECT_LE(std::hypot(force.x(), force.z()), friction * force.y() * (1.0 + 1e-9) + 1e-9);
        slid = std::max(slid, (body.x() - block.mesh.X).col(0).mean());
    }
    EXPECT_GT(slid, 0.04);
    EXPECT_LT(body.state.Zdot.cwiseAbs().maxCoeff(), 1e-2); // it has come to rest
    const double weight = mass * earth_gravity;
    EXPECT_NEAR(body.contact_force().y(), weight, 0.01 * weight);
}

// What a step minimises depends on a force as the inverse of its system says: the response that couples contacts.
TEST_P(HyperelasticContact, TheSystemIsTheDerivativeOfAStepByAForce) {
    const LivingBar bar = living_bar(23, 1, true);
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, GetParam()).value();
    FullSpaceWorkspace workspace(model);
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.iterations = 200;
    const int vertex = static_cast<int>(model.vertex_count()) - 1;
    // As long as at rest, so that it resists along its direction alone and does not strain the tets.
    const double length = (bar.mesh.X.row(vertex) - bar.mesh.X.row(0)).norm();
    controls.springs = {spring_between(full_space_point(model, std::array{0}, std::array{1.0}),
                                       full_space_point(model, std::array{vertex}, std::array{1.0}), 5e3, length)};
    const State rest = full_space_rest(model, controls.P);
    State still = rest;
    ASSERT_TRUE(full_space_step(model, controls, still, workspace));
    NewtonSystem system = newton_system(model);
    ASSERT_TRUE(factorise({model, controls, workspace.objective}, workspace.now.Z, system));
    for (int axis = 0; axis < 3; ++axis) {
        const double size = 1.0; // [N]
        std::array<Points, 2> ends;
        for (const int side : {0, 1}) {
            const Vec3 force = (side == 0 ? -size : size) * Vec3::Unit(axis);
            controls.forces = {{full_space_point(model, std::array{vertex}, std::array{1.0}), force}};
            State pushed = rest;
            ASSERT_TRUE(full_space_step(model, controls, pushed, workspace));
            ends[static_cast<std::size_t>(side)] = pushed.Z;
        }
        controls.forces.clear();
        const Points difference = (ends[1] - ends[0]) / (2.0 * size);
        const Matrix unit = Vector::Unit(3 * model.vertex_count(), 3 * vertex + axis);
        const Matrix column = solve_on_constraint(system, unit);
        const Points expected = Eigen::Map<const Points>(column.data(), model.vertex_count(), 3);
        EXPECT_LT((difference - expected).norm(), 1e-3 * expected.norm()) << "axis " << axis;
    }
}

// The ground pushes a body that its rig holds.
TEST_P(HyperelasticContact, ABodyInContactStaysOnTheConstraint) {
    const LivingBar bar = living_bar(24, 1, true);
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, GetParam()).value();
    const std::vector<int> vertices = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 20);
    const auto points = std::make_shared<const ContactPoints>(full_space_contact_points(model, vertices));
    FullSpaceWorkspace workspace(model, {1}, widest_instruction_set(), points->count());
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.gravity = Vec3(0.5, -earth_gravity, 1.0);
    controls.iterations = 1000;
    controls.contact.points = points;
    const int lowest = *std::ranges::min_element(vertices, {}, [&](int vertex) { return bar.mesh.X(vertex, 1); });
    const double level = bar.mesh.X(lowest, 1) + 0.005;
    controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3(0.0, level, 0.0), Vec3(0.0, 1.0, 0.0)}, 0.5}});
    State state = full_space_rest(model, controls.P, points->count());
    int touches = 0;
    for (int frame = 0; frame < 10; ++frame) {
        const auto report = full_space_step(model, controls, state, workspace);
        ASSERT_TRUE(report) << report.error().message;
        touches += report.value().contacts > 0 ? 1 : 0;
        const Vector weight = bar.leak.cwiseProduct(model.M);
        const Matrix held = model.J.transpose() * (weight.asDiagonal() * state.Z);
        EXPECT_LT(held.cwiseAbs().maxCoeff(), 1e-10 * weight.sum() * state.Z.cwiseAbs().maxCoeff());
        if (frame > 4) { // pushed out by one body size a second
            EXPECT_LT(report.value().depth, 1e-6 * model.size);
        }
    }
    EXPECT_GT(touches, 0);
}

TEST_P(HyperelasticContact, TheBitsDoNotDependOnTheNumberOfThreads) {
    const ContactBlock block = block_above_ground(1e5);
    const std::vector<int> vertices = vertices_below(block.mesh, 0.01);
    Touching one(block, GetParam(), vertices, {1});
    Touching four(block, GetParam(), vertices, {4});
    for (Touching* each : {&one, &four}) {
        each->set_obstacles(ground_with(0.5));
        each->set_velocity(Vec3(0.5, -1.0, 0.0));
        for (int frame = 0; frame < 5; ++frame) {
            each->step();
        }
    }
    EXPECT_EQ(hash_of(one.state), hash_of(four.state));
}

TEST_P(HyperelasticContact, WithoutABalanceOfForcesTheStateStays) {
    const ContactBlock block = block_above_ground(1e5);
    Touching body(block, GetParam(), vertices_below(block.mesh, 0.01));
    body.set_obstacles(ground_with(0.5));
    body.set_velocity(Vec3(0.5, -1.0, 0.0));
    body.controls.iterations = 1;
    const auto before = hash_of(body.state);
    const auto report = full_space_step(body.model, body.controls, body.state, body.workspace);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::not_converged);
    EXPECT_THAT(report.error().message, ::testing::HasSubstr("found no contact forces that balance the body in"));
    EXPECT_THAT(report.error().message, ::testing::HasSubstr("use a smaller time step or less friction"));
    EXPECT_EQ(hash_of(body.state), before);
}

} // namespace
} // namespace limber::testing
